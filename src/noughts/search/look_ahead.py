"""Looking ahead on boards too large to search: deepening on the most promising moves only. Always an estimate.

Source: C. E. Shannon, *Programming a Computer for Playing Chess*, 1950, type B.
"""

from dataclasses import replace

from noughts.rules.position import Position
from noughts.search.deepening import deepening
from noughts.search.evaluate import open_lines
from noughts.search.order import Narrowed
from noughts.search.result import Deadline, SearchResult


def look_ahead(
    position: Position, *, width: int = 10, nodes: int | None = 2_000, deadline: Deadline | None = None
) -> SearchResult:
    """Return estimates for the `width` most promising moves, the most promising first.

    What the narrow search proves is an estimate too, as it has not seen every reply: a score s becomes
    s / (1 + |s|), which keeps the order.

    Args:
        position: an unfinished position.
        width: how many moves to look at in each position.
        nodes: the most nodes to visit; the first ply is always searched.
        deadline: says whether the time is up.

    Raises:
        SearchLimit: the deadline passed before the first ply was searched.
        NoughtsError: the game is over.
    """
    nodes = None if nodes is None else max(nodes, width + 1)
    *_, (_, result) = deepening(Narrowed(position, width), evaluate=open_lines, nodes=nodes, deadline=deadline)
    scores = {move: score / (1 + abs(score)) for move, score in result.scores.items()}
    return replace(result, scores=scores, exact=False)
