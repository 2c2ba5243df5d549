"""Depth-limited search: alpha-beta up to a horizon, where an evaluation function estimates the score.

Source: C. E. Shannon, *Programming a Computer for Playing Chess*, 1950, type A; AIMA, 4th edition, section 6.3.
"""

from math import inf
from typing import Any

from noughts.rules.errors import whole_number
from noughts.rules.notation import reads_text
from noughts.rules.position import Score, State
from noughts.search.alphabeta import left_behind
from noughts.search.evaluate import EvaluationFunction, unknown
from noughts.search.result import Deadline, SearchResult
from noughts.search.tree import Watch, node


@reads_text
def depth_limited(
    state: State,
    depth: int,
    *,
    evaluate: EvaluationFunction = unknown,
    first: Any = None,
    nodes: int | None = None,
    deadline: Deadline | None = None,
) -> SearchResult:
    """Look `depth` plies ahead. Return the best move's score, and a score or a bound for every other move.

    The result is exact if no line of play reached the horizon.

    Args:
        state: the state to search.
        depth: the number of plies to look ahead, at least 1.
        evaluate: estimates the score of an unfinished state for the player to move, strictly between -1 and +1.
        first: the move to try first, such as the best of a shallower search.
        nodes: the maximum number of nodes to visit.
        deadline: returns whether the time is up.

    Raises:
        SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed.
        NoughtsError: the game is over, or `depth` is not a whole number of at least 1.
    """
    depth = whole_number(depth, "the depth", 1)
    horizon = _Horizon(evaluate)
    scores, best = {}, -inf
    with Watch(state, nodes, deadline) as watch:
        for move in sorted(state.moves, key=lambda move: move != first):
            scores[move] = -limited_value(state.play(move), -inf, -best, depth - 1, horizon)
            best = max(best, scores[move])
    bounds, scores = left_behind(scores), {move: scores[move] for move in state.moves}
    return SearchResult(scores, watch.visited, not horizon.reached, bounds, position=state)


@node
def limited_value(state: State, alpha: Score, beta: Score, depth: int, evaluate: EvaluationFunction) -> Score:
    """Return the state's score for the player to move, or a bound on the score (see `alphabeta_value`)."""
    if state.is_over:
        return state.score
    if depth == 0:
        return evaluate(state)
    best = -inf
    for move in state.moves:
        best = max(best, -limited_value(state.play(move), -beta, -max(alpha, best), depth - 1, evaluate))
        if best >= beta:
            break
    return best


class _Horizon:
    """An evaluation function that records whether it was called."""

    def __init__(self, evaluate: EvaluationFunction) -> None:
        self._evaluate = evaluate
        self.reached = False

    def __call__(self, state: State) -> Score:
        self.reached = True
        return self._evaluate(state)
