"""Looking ahead on boards too large to search: deepening on the most promising moves only. Always an estimate.

Source: C. E. Shannon, *Programming a Computer for Playing Chess*, 1950, type B.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import copysign

from noughts.rules.board import Move
from noughts.rules.position import Position, Score, expect_state
from noughts.search.deepening import deepening
from noughts.search.evaluate import open_lines
from noughts.search.order import Narrowed
from noughts.search.result import Deadline, SearchResult


def look_ahead(
    position: Position,
    *,
    width: int = 10,
    nodes: int | None = 2_000,
    deadline: Deadline | None = None,
    only: Sequence[Move] | None = None,
) -> SearchResult:
    """Return estimates for the `width` most promising moves, the most promising first.

    What the narrow search proves is an estimate too, as it has not seen every reply: it becomes one of
    more than 0.9 either way, and what it estimates one of less, in the same order.

    Args:
        position: an unfinished position.
        width: how many moves to look at in each position.
        nodes: the most nodes to visit; the first ply is always searched.
        deadline: says whether the time is up.
        only: the moves to look at in the position itself, in the order given; at least one.

    Raises:
        SearchLimit: the deadline passed before the first ply was searched.
        NoughtsError: the game is over.
    """
    expect_state(position)
    nodes = None if nodes is None else max(nodes, 1 + (width if only is None else len(only)))
    start = Narrowed(position, width, None if only is None else tuple(only))
    *_, (_, result) = deepening(start, evaluate=open_lines, nodes=nodes, deadline=deadline)
    return replace(result, scores={move: _hedged(score) for move, score in result.scores.items()}, exact=False)


def _hedged(score: Score) -> Score:
    """Return an estimate for what a narrow search has found."""
    if abs(score) < 1:
        return 0.9 * score
    return copysign(1 - 0.1 / (1 + abs(score)), score)
