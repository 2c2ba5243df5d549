"""Minimax: the value of a state if both players play their best moves.

Source: Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, figure 6.3 (after C. E.
Shannon, *Programming a Computer for Playing Chess*, 1950). Courses use various names for the same parts:

    here                              AIMA                  Minimax(j), BestMove(j)    minimax(state, depth, player)
    minimax(state)                    MINIMAX-SEARCH        BestMove(j)                the first call
    max_value(state)                  MAX-VALUE             Minimax(j), j a MAX node   player == COMP
    min_value(state)                  MIN-VALUE             Minimax(j), j a MIN node   player == HUMAN
    state.is_over, state.score        IS-TERMINAL, UTILITY  j is a leaf, its value     game_over, evaluate
    for move in state.moves           for each a in ACTIONS for each child of j        for cell in empty_cells
    state.play(move)                  RESULT                the child                  state[x][y] = player
"""

from noughts.rules.notation import reads_text
from noughts.rules.position import Score, State
from noughts.search.result import Deadline, SearchResult
from noughts.search.tree import Watch, node


@reads_text
def minimax(state: State, *, nodes: int | None = None, deadline: Deadline | None = None) -> SearchResult:
    """Return the score of every move, found by searching the whole game tree.

    Raises:
        SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed.
        NoughtsError: the game is over.
    """
    with Watch(state, nodes, deadline) as watch:
        scores = {move: min_value(state.play(move)) for move in state.moves}
    return SearchResult(scores, watch.visited, position=state)


@node
def max_value(state: State) -> Score:
    """Return the highest score that MAX, who is to move, can force."""
    if state.is_over:
        return state.score
    return max(min_value(state.play(move)) for move in state.moves)


@node
def min_value(state: State) -> Score:
    """Return the lowest score (from MAX's point of view) that MIN, who is to move, can force."""
    if state.is_over:
        return -state.score
    return min(max_value(state.play(move)) for move in state.moves)
