"""Negamax: minimax in one function, because one player's score is the negative of the other's.

Source: D. E. Knuth and R. W. Moore, *An Analysis of Alpha-Beta Pruning*, Artificial Intelligence 6, 1975: F1.
"""

from noughts.rules.notation import reads_text
from noughts.rules.position import Score, State
from noughts.search.result import Deadline, SearchResult
from noughts.search.tree import Watch, node


@reads_text
def negamax(state: State, *, nodes: int | None = None, deadline: Deadline | None = None) -> SearchResult:
    """Return the score of every move. Negamax visits the same nodes as minimax and returns the same scores.

    Raises:
        SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed.
        NoughtsError: the game is over.
    """
    with Watch(state, nodes, deadline) as watch:
        scores = {move: -negamax_value(state.play(move)) for move in state.moves}
    return SearchResult(scores, watch.visited, position=state)


@node
def negamax_value(state: State) -> Score:
    """Return the score of the state for the player to move."""
    if state.is_over:
        return state.score
    return max(-negamax_value(state.play(move)) for move in state.moves)
