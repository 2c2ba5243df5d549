"""Run a search and build its story: number the states, annotate them, and put the steps into words."""

from collections.abc import Callable
from math import inf
from typing import Any

from noughts.explain.scores import Unit
from noughts.explain.story.annotate import NodeBuilder, annotate, build_tree, number_nodes
from noughts.explain.story.pace import Pace
from noughts.explain.story.presentation import Presentation
from noughts.explain.story.settings import check_settings, pseudocode_of
from noughts.explain.story.step_words import describe_unsearched
from noughts.explain.story.steps import steps
from noughts.explain.story.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Algorithm, Numbering, Order, Story
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
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

SEARCHES: dict[Algorithm, Callable[[Any], SearchResult]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "transposition": transposition,
}
"""The search of each algorithm."""


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
        algorithm: the search algorithm. ``transposition`` is alpha-beta with a transposition table.
        form: the name of the pseudocode form. Minimax has three forms: ``lists``, ``j`` and ``max-min``.
        order: the order of the moves: ``scan`` (row by row, the default), ``centre`` (centre, corners, edges), or
            ``random``.
        seed: the seed of the random order.
        unit: the unit of the scores.
        numbering: how states are numbered: ``visit`` (in the order of the search, the default) or ``level`` (level by
            level).
        depth: stop every line of play after this many plies, and evaluate the states there with `open_lines`. By
            default, search to the end of the game.
        nodes: the maximum number of states in the story.

    Raises:
        SearchLimit: the tree has more than `nodes` states.
        NoughtsError: the game is over, a setting is unknown, or it does not fit the algorithm. Also if the state is not
            a `Position`; `noughts.search.tree.trace` works with any game.
    """
    if isinstance(position, str):
        position = read_position(position)
    check_settings(position, algorithm=algorithm, form=form, order=order, unit=unit, numbering=numbering, depth=depth)
    form_shown = pseudocode_of(algorithm, form, depth)
    presentation = Presentation(algorithm, form_shown, unit, position.empty.bit_count())
    horizon = inf if depth is None else depth
    state = search_state(position, unit, order, seed, depth)
    top, complete = _build(state, trace(SEARCHES[algorithm], state, nodes=nodes), horizon, nodes)
    builders = number_nodes(top, numbering, position.game.board.names)
    for builder in reversed(builders):  # children before parents
        annotate(builder, presentation, horizon)
    for builder in builders:
        builder.node.reason = describe_unsearched(builder, presentation)
    pace = Pace.of(state, max(nodes, _LEAST_CALLS))
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
        depth=depth,
    )


def search_state(position: Position, unit: Unit, order: Order, seed: int, depth: int | None) -> Any:
    """Return the state that a search visits: a position, perhaps wrapped.

    A wrapped position ignores distances, orders its moves, or ends at a depth.
    """
    state: Any = IgnoreDistance(position) if unit in ("one", "ten") else position
    if order != "scan":
        state = Ordered(state, centre_first if order == "centre" else shuffled(seed))
    return state if depth is None else Limited(state, depth, open_lines)


def _build(state: Any, root: Node, horizon: float, most: int) -> tuple[NodeBuilder, bool]:
    """Return the tree, and whether it is complete.

    If the tree is too large, only the topmost skipped states are kept.
    """
    try:
        return build_tree(state, root, whole=True, horizon=horizon, most=most), True
    except SearchLimit:
        return build_tree(state, root, whole=False, horizon=horizon, most=most), False
