"""Negamax: minimax in one function, because what is good for one player is as bad for the other.

Source: D. E. Knuth and R. W. Moore, *An Analysis of Alpha-Beta Pruning*, Artificial Intelligence 6, 1975: F1.
"""

from noughts.rules.position import Score, State
from noughts.search.result import Deadline, SearchResult
from noughts.search.tree import Watch, node


def negamax(state: State, *, nodes: int | None = None, deadline: Deadline | None = None) -> SearchResult:
    """Return the score of every move; the same as minimax, node for node.

    Raises:
        SearchLimit: more than `nodes` nodes, or the `deadline` has passed.
        NoughtsError: the game is over.
    """
    with Watch(state, nodes, deadline) as watch:
        scores = {move: -negamax_value(state.play(move)) for move in state.moves}
    return SearchResult(scores, watch.visited, position=state)


@node
def negamax_value(state: State) -> Score:
    """Return the score of the state, seen by the player to move."""
    if state.is_over:
        return state.score
    return max(-negamax_value(state.play(move)) for move in state.moves)
