"""Telling: a search is run and traced, its tree numbered and judged, and its steps put into words."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, Literal

from noughts.explain.judged import Draft, grown, judge, numbered
from noughts.explain.manner import Manner
from noughts.explain.pseudocode import FORMS
from noughts.explain.scores import Unit
from noughts.explain.settings import FORMS_OF, check_settings
from noughts.explain.step_words import excuse
from noughts.explain.steps import steps
from noughts.explain.story import Algorithm, Numbering, Order, Story
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.depth_limited import depth_limited
from noughts.search.evaluate import open_lines
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.order import IgnoreDistance, Ordered, centre_first, shuffled
from noughts.search.result import SearchLimit, SearchResult
from noughts.search.transposition import transposition
from noughts.search.tree import Node, trace

MOST_NODES = 5_000
"""The largest tree that is told whole."""

USUAL_DEPTH = 3
"""How far depth-limited looks unless told."""


def tell(
    position: Position,
    *,
    algorithm: Algorithm = "minimax",
    form: str | None = None,
    order: Order = "centre",
    seed: int = 0,
    unit: Unit = "ten",
    numbering: Numbering = "level",
    depth: int | None = None,
    nodes: int = MOST_NODES,
) -> Story:
    """Return the story of a search.

    With the units ``one`` and ``ten`` the search itself knows no distance: it is run on ±1, as it is shown.

    Args:
        position: where the search begins.
        algorithm: which search; transposition keeps a table, depth-limited evaluates by `open_lines`.
        form: the pseudocode, by name; minimax has three (lists, j, max-min).
        order: the order of the moves: scan, centre (centre, corners, edges), or random with the seed.
        seed: for the order random.
        unit: the unit of the scores.
        numbering: level by level, or by visit.
        depth: the horizon of depth-limited, `USUAL_DEPTH` unless told; the other algorithms have none.
        nodes: the most states to tell.

    Raises:
        SearchLimit: the tree has more states.
        NoughtsError: the game is over, a setting is not known, or it does not go with the algorithm.
        TypeError: the state is no position: other games have `noughts.search.tree.trace`.
    """
    check_settings(position, algorithm=algorithm, form=form, order=order, unit=unit, numbering=numbering, depth=depth)
    depth = USUAL_DEPTH if depth is None else depth
    manner = Manner(algorithm, FORMS[form or FORMS_OF[algorithm][0]], unit, position.empty.bit_count())
    horizon = depth if algorithm == "depth-limited" else inf
    state: Any = IgnoreDistance(position) if unit in ("one", "ten") else position
    if order != "scan":
        state = Ordered(state, centre_first if order == "centre" else shuffled(seed))
    top, complete = _tree(state, trace(_search(algorithm, depth), state, nodes=nodes), horizon, nodes)
    drafts = numbered(top, numbering, position.game.board.names)
    for draft in reversed(drafts):  # children before parents
        judge(draft, manner, horizon)
    for draft in drafts:
        draft.node.reason = excuse(draft, manner)
    states = tuple(sorted((draft.node for draft in drafts), key=lambda node: node.id))
    view: Literal["max", "mover"] = "mover" if manner.turns else "max"
    events = tuple(steps(top, manner))
    drawn = seed if order == "random" else None
    return Story(position, algorithm, manner.form, order, unit, numbering, view, states, events, complete, drawn)


def _tree(state: Any, root: Node, horizon: float, most: int) -> tuple[Draft, bool]:
    """Return the tree, and whether it is whole: where it is too large, of what was not searched the topmost states."""
    try:
        return grown(state, root, whole=True, horizon=horizon, most=most), True
    except SearchLimit:
        return grown(state, root, whole=False, horizon=horizon, most=most), False


def _search(algorithm: Algorithm, depth: int) -> Callable[[Any], SearchResult]:
    if algorithm == "depth-limited":
        return partial(depth_limited, depth=depth, evaluate=open_lines)
    searches: dict[str, Callable[[Any], SearchResult]] = {
        "minimax": minimax,
        "negamax": negamax,
        "alphabeta": alphabeta,
        "transposition": transposition,
    }
    return searches[algorithm]
