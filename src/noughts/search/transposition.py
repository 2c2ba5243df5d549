"""Alpha-beta with a transposition table: a position that occurs again is not searched again.

Sources: R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, *The Greenblatt Chess Program*, 1967; A. Plaat and others,
*Best-First Fixed-Depth Minimax Algorithms*, 1996, for the two bounds in each entry.
"""

from collections.abc import Callable, Hashable
from math import inf
from typing import Any, TypeAlias

from noughts.rules.notation import reads_text
from noughts.rules.position import Score, State
from noughts.search.alphabeta import left_behind
from noughts.search.result import Deadline, SearchResult
from noughts.search.tree import Watch, node

Table: TypeAlias = dict[Hashable, tuple[Score, Score]]
"""The lower and the upper bound on each state's score, for the player to move."""
Key: TypeAlias = Callable[[Any], Hashable]
"""Returns a state's key in the table. States with the same key must have the same score."""


def itself(state: Hashable) -> Hashable:
    """Use the state itself as its key."""
    return state


@reads_text
def transposition(
    state: State,
    *,
    table: Table | None = None,
    key: Key = itself,
    nodes: int | None = None,
    deadline: Deadline | None = None,
) -> SearchResult:
    """Return the best move's exact score, and a score or a bound for every other move (see `SearchResult.bounds`).

    Args:
        state: a hashable state.
        table: the results of earlier searches of the same game. This search adds its own results.
        key: returns a state's key in the table. For example, `noughts.search.order.canonical` returns the same key for
            all symmetric images of a position.
        nodes: the maximum number of nodes to visit.
        deadline: returns whether the time is up.

    Raises:
        SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed. The table is kept.
        NoughtsError: the game is over.
    """
    table = {} if table is None else table
    scores, best = {}, -inf
    with Watch(state, nodes, deadline) as watch:
        for move in state.moves:
            scores[move] = -table_value(state.play(move), -inf, -best, table, key)
            best = max(best, scores[move])
    return SearchResult(scores, watch.visited, bounds=left_behind(scores), position=state)


@node
def table_value(state: State, alpha: Score, beta: Score, table: Table, key: Key = itself) -> Score:
    """Return the state's score for the player to move, or a bound on the score (see `alphabeta_value`)."""
    if state.is_over:
        return state.score
    place = key(state)
    low, high = table.get(place, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta, best = max(alpha, low), min(beta, high), -inf
    for move in state.moves:
        best = max(best, -table_value(state.play(move), -beta, -max(alpha, best), table, key))
        if best >= beta:
            break
    table[place] = (best if best > alpha else low, best if best < beta else high)
    return best
