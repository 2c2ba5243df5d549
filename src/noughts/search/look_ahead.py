"""Looking ahead on large boards: iterative deepening on the most promising moves only. The scores are always estimates.

Source: C. E. Shannon, *Programming a Computer for Playing Chess*, 1950, type B.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import copysign

from noughts.rules.board import Move
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.search.deepening import deepening
from noughts.search.evaluate import open_lines
from noughts.search.order import Narrowed
from noughts.search.result import Deadline, SearchResult


def look_ahead(
    position: Position | str,
    *,
    width: int = 10,
    nodes: int | None = 2_000,
    deadline: Deadline | None = None,
    only: Sequence[Move] | None = None,
) -> SearchResult:
    """Return estimates for the `width` most promising moves, or for the moves in `only`.

    The narrow search skips replies, so even its proofs become estimates. A proven win becomes an estimate above 0.9,
    and a proven loss an estimate below -0.9. Other scores are multiplied by 0.9. The order of the scores does not
    change.

    Args:
        position: an unfinished position.
        width: the number of moves to search in each position.
        nodes: the maximum number of nodes to visit. The first ply is always searched.
        deadline: returns whether the time is up.
        only: the moves to search in the given position, in the order to try them. Must not be empty.

    Raises:
        SearchLimit: the deadline passed before the first ply was searched.
        NoughtsError: the game is over.
    """
    position = read_position(position)
    nodes = None if nodes is None else max(nodes, 1 + (width if only is None else len(only)))
    start = Narrowed(position, width, None if only is None else tuple(only))
    *_, (_, result) = deepening(start, evaluate=open_lines, nodes=nodes, deadline=deadline)
    return replace(result, scores={move: _hedged(score) for move, score in result.scores.items()}, exact=False)


def _hedged(score: Score) -> Score:
    """Convert a score to an estimate. A search of only the most promising moves does not prove scores."""
    if abs(score) < 1:
        return 0.9 * score
    return copysign(1 - 0.1 / (1 + abs(score)), score)
