"""Run a search and build its story: number the states, annotate them, and put the steps into words."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from noughts.explain.annotate import NodeBuilder, annotate, build_tree, number_nodes
from noughts.explain.pace import Pace
from noughts.explain.presentation import Presentation
from noughts.explain.pseudocode import FORMS
from noughts.explain.scores import Unit
from noughts.explain.settings import FORMS_OF, check_settings
from noughts.explain.step_words import describe_unsearched
from noughts.explain.steps import steps
from noughts.explain.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Algorithm, Numbering, Order, Story
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.depth_limited import depth_limited
from noughts.search.evaluate import open_lines
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.order import IgnoreDistance, Limited, Ordered, centre_first, shuffled
from noughts.search.result import SearchLimit, SearchResult
from noughts.search.transposition import transposition
from noughts.search.tree import Node, trace

MOST_NODES = 5_000
"""The default limit on the number of states in a story."""

_LEAST_CALLS = 6_000  # enough to count the states of minimax on the empty 3 × 3 board

USUAL_DEPTH = 3
"""The default depth of a depth-limited search."""


def tell(
    position: Position | str,
    *,
    algorithm: Algorithm = "minimax",
    form: str | None = None,
    order: Order = DEFAULT_ORDER,
    seed: int = 0,
    unit: Unit = "ten",
    numbering: Numbering = DEFAULT_NUMBERING,
    depth: int | None = None,
    nodes: int = MOST_NODES,
) -> Story:
    """Search a position and return a step-by-step story of the search.

    With the units ``one`` and ``ten``, the search itself ignores the length of the game: it uses scores of ±1.

    Args:
        position: the position to search, or its text.
        algorithm: the search algorithm. ``transposition`` uses a transposition table; ``depth-limited`` evaluates
            states at the horizon with `open_lines`.
        form: the name of the pseudocode form. Minimax has three forms: ``lists``, ``j`` and ``max-min``.
        order: the order of the moves: ``scan`` (row by row, the default), ``centre`` (centre, corners, edges), or
            ``random``.
        seed: the seed of the random order.
        unit: the unit of the scores.
        numbering: how states are numbered: ``visit`` (in the order of the search, the default) or ``level`` (level by
            level).
        depth: the depth of ``depth-limited``, by default `USUAL_DEPTH`. The other algorithms have no depth limit.
        nodes: the maximum number of states in the story.

    Raises:
        SearchLimit: the tree has more than `nodes` states.
        NoughtsError: the game is over, a setting is unknown, or it does not fit the algorithm. Also if the state is not
            a `Position`; `noughts.search.tree.trace` works with any game.
    """
    if isinstance(position, str):
        position = read_position(position)
    check_settings(position, algorithm=algorithm, form=form, order=order, unit=unit, numbering=numbering, depth=depth)
    depth = USUAL_DEPTH if depth is None else depth
    presentation = Presentation(algorithm, FORMS[form or FORMS_OF[algorithm][0]], unit, position.empty.bit_count())
    horizon = depth if algorithm == "depth-limited" else inf
    state = search_state(position, unit, order, seed)
    top, complete = _build(state, trace(_search(algorithm, depth), state, nodes=nodes), horizon, nodes)
    builders = number_nodes(top, numbering, position.game.board.names)
    for builder in reversed(builders):  # children before parents
        annotate(builder, presentation, horizon)
    for builder in builders:
        builder.node.reason = describe_unsearched(builder, presentation)
    pace = Pace.of(Limited(state, depth, open_lines) if horizon == depth else state, max(nodes, _LEAST_CALLS))
    return Story(
        position,
        algorithm,
        presentation.form,
        order,
        unit,
        numbering,
        view="mover" if presentation.shows_mover_view else "max",
        nodes=tuple(sorted((builder.node for builder in builders), key=lambda node: node.id)),
        events=tuple(steps(top, presentation, pace.start())),
        complete=complete,
        seed=seed if order == "random" else None,
    )


def search_state(position: Position, unit: Unit, order: Order, seed: int) -> Any:
    """Return the state that a search visits: a position, perhaps wrapped to ignore distances or to order moves."""
    state: Any = IgnoreDistance(position) if unit in ("one", "ten") else position
    if order != "scan":
        state = Ordered(state, centre_first if order == "centre" else shuffled(seed))
    return state


def _build(state: Any, root: Node, horizon: float, most: int) -> tuple[NodeBuilder, bool]:
    """Return the tree, and whether it is complete.

    If the tree is too large, only the topmost skipped states are kept.
    """
    try:
        return build_tree(state, root, whole=True, horizon=horizon, most=most), True
    except SearchLimit:
        return build_tree(state, root, whole=False, horizon=horizon, most=most), False


def _search(algorithm: Algorithm, depth: int) -> Callable[[Any], SearchResult]:
    """Return the search function for an algorithm."""
    if algorithm == "depth-limited":
        return partial(depth_limited, depth=depth, evaluate=open_lines)
    searches: dict[str, Callable[[Any], SearchResult]] = {
        "minimax": minimax,
        "negamax": negamax,
        "alphabeta": alphabeta,
        "transposition": transposition,
    }
    return searches[algorithm]
