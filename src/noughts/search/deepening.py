"""Iterative deepening: search one ply deeper each time, until a limit is reached.

Source: D. J. Slate and L. R. Atkin, *Chess 4.5*, 1977; R. E. Korf, *Depth-First Iterative-Deepening*, 1985.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from noughts.rules.errors import whole_number
from noughts.rules.notation import reads_text
from noughts.rules.position import State
from noughts.search.depth_limited import depth_limited
from noughts.search.evaluate import EvaluationFunction, unknown
from noughts.search.result import Deadline, SearchLimit, SearchResult


@reads_text
def deepening(
    state: State,
    *,
    evaluate: EvaluationFunction = unknown,
    most: int | None = None,
    nodes: int | None = None,
    deadline: Deadline | None = None,
) -> Iterator[tuple[int, SearchResult]]:
    """Yield the depth and the result of each search, until a result is exact or a limit is reached.

    Each search tries the best move of the previous one first. `visited` counts the nodes of all searches so far. A
    search that reaches a limit yields nothing.

    Args:
        state: the state to search.
        evaluate: the evaluation function for states at the horizon.
        most: the maximum depth, in plies.
        nodes: the maximum number of nodes to visit in all searches combined.
        deadline: returns whether the time is up.

    Raises:
        SearchLimit: a limit was reached in the first search.
        NoughtsError: the game is over, or `most` is not a whole number of at least 1.
    """
    if most is not None:
        most = whole_number(most, "the maximum depth", 1)
    visited, best = 0, None
    for depth in count(1):
        left = None if nodes is None else nodes - visited
        try:
            result = depth_limited(state, depth, evaluate=evaluate, first=best, nodes=left, deadline=deadline)
        except SearchLimit:
            if depth == 1:
                raise
            return
        visited += result.visited
        best = result.move
        yield depth, replace(result, visited=visited)
        if result.exact or depth == most:
            return
