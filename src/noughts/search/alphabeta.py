"""Alpha-beta: minimax that skips moves which cannot change the result.

Source: D. E. Knuth and R. W. Moore, *An Analysis of Alpha-Beta Pruning*, Artificial Intelligence 6, 1975: F2. This is
the fail-soft form of J. P. Fishburn (1983), which can return bounds outside the window.
"""

from math import inf

from noughts.rules.notation import reads_text
from noughts.rules.position import Score, State
from noughts.search.result import Deadline, SearchResult
from noughts.search.tree import Watch, node


@reads_text
def alphabeta(state: State, *, nodes: int | None = None, deadline: Deadline | None = None) -> SearchResult:
    """Return the best move's exact score, and a score or a bound for every other move (see `SearchResult.bounds`).

    Raises:
        SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed.
        NoughtsError: the game is over.
    """
    scores, best = {}, -inf
    with Watch(state, nodes, deadline) as watch:
        for move in state.moves:
            scores[move] = -alphabeta_value(state.play(move), -inf, -best)
            best = max(best, scores[move])
    return SearchResult(scores, watch.visited, bounds=left_behind(scores), position=state)


@node
def alphabeta_value(state: State, alpha: Score, beta: Score) -> Score:
    """Return the state's score for the player to move, or a bound on the score if it lies outside the window.

    For the true score s and the result r: s <= r <= alpha if s <= alpha; r = s if alpha < s < beta; and
    beta <= r <= s if s >= beta.
    """
    if state.is_over:
        return state.score
    best = -inf
    for move in state.moves:
        best = max(best, -alphabeta_value(state.play(move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def left_behind(scores: dict[object, Score]) -> frozenset[object]:
    """Return the moves whose scores are only bounds: the moves that score no better than an earlier move."""
    bounds, best = set[object](), -inf
    for move, score in scores.items():
        if score <= best:
            bounds.add(move)
        best = max(best, score)
    return frozenset(bounds)
