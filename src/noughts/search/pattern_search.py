"""Pattern search for games that are decided by threats: alpha-beta on the few cells that matter most to either side.

Sources: see `noughts.search.patterns`. Forced answers do not count towards the depth, an idea from D. F. Beal, *A
Generalised Quiescence Search Algorithm*, Artificial Intelligence 43, 1990. The scores are always estimates, because the
search leaves out replies and relies on patterns to recognise wins.
"""

from collections.abc import Sequence
from math import inf

from noughts.rules.board import Cell, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position, Score, expect_state, sides
from noughts.search.patterns import A_FOUR, Patterns, is_fork
from noughts.search.result import Deadline, SearchLimit, SearchResult
from noughts.search.tree import Watch

_DEEPEST = 6  # plies, not counting forced answers
_FREE_PLIES = 14  # plies from the root after which forced answers cost depth, too
_EXTRA_PLIES = 3  # beyond the horizon, while an open three must be answered
_GLANCE = -_EXTRA_PLIES  # the depth to which every move is always searched
_WIN = 0.95  # the estimate for a win found by patterns, reduced with each ply
_GOOD = 0.8  # the estimate for a fork; other estimates are smaller
_HALF = 2_000  # the difference in weights for which the estimate is half of _GOOD
_TINY = 1e-6  # subtracted from a score that is only a bound, so that the move ranks below the best one


def pattern_search(
    position: Position,
    *,
    width: int = 10,
    nodes: int = 2_000,
    only: Sequence[Move] | None = None,
    deadline: Deadline | None = None,
) -> SearchResult:
    """Return estimates for the `width` most promising moves, or for the moves in `only`.

    This search is for games in which any cell can be taken and a line wins (see `has_patterns`).

    Args:
        position: an unfinished position.
        width: the number of moves to search in each position.
        nodes: the maximum number of nodes to visit. Every move is searched at least briefly.
        only: the moves to search in the given position, in the order to try them. Must not be empty.
        deadline: returns whether the time is up.

    Raises:
        NoughtsError: the game is over.
    """
    expect_unfinished(position)
    patterns = patterns_of(position)
    moves = list(only or promising(position, patterns, width))
    scores: dict[Move, Score] = {}
    visited = 0
    for depth in (_GLANCE, *range(_DEEPEST)):
        best_first = sorted(moves, key=lambda move: -scores.get(move, 0))
        limits = (None, None) if depth == _GLANCE else (max(nodes - visited, 1), deadline)
        try:
            with Watch(position, *limits) as watch:
                scores = _Search(patterns, width, watch).scores(best_first, depth)
        except SearchLimit:  # the stones placed since stay in the patterns, which are no longer needed
            break
        finally:
            visited += watch.visited
    return SearchResult({move: scores[move] for move in moves}, visited, False, position=position)


def patterns_of(position: Position) -> Patterns:
    """Return the `Patterns` of a position. Side 0 is the player to move."""
    return Patterns(position.game, *sides(position, position.turn))


def promising(position: Position, patterns: Patterns, width: int) -> list[Move]:
    """Return the most promising moves, best first."""
    return patterns.promising(0, width) or list(position.moves[:width])


def expect_unfinished(position: Position) -> None:
    """Raise a NoughtsError if the game is over."""
    expect_state(position)
    if position.is_over:
        raise NoughtsError("the game is over: there are no moves to search")


class _Search:
    """A single search to a fixed depth."""

    def __init__(self, patterns: Patterns, width: int, watch: Watch) -> None:
        self._patterns, self._width, self._watch = patterns, width, watch

    def scores(self, moves: Sequence[Move], depth: int) -> dict[Move, Score]:
        """Search each of side 0's moves to the given depth, and return their scores."""
        scores, best = dict[Move, Score](), -inf
        for move in moves:
            score = self._after(move, 0, -inf, -best, depth, 0)
            scores[move] = score if score > best else score - _TINY
            best = max(best, score)
        return scores

    def _after(self, cell: Cell, side: int, alpha: Score, beta: Score, depth: int, ply: int) -> Score:
        """Place a stone and return the score for the side that placed it."""
        if self._patterns.worth[side][cell] >= self._patterns.five:
            return _WIN - ply / 1000
        self._patterns.play(cell, side)
        score = -self._value(1 - side, alpha, beta, depth, ply + 1)
        self._patterns.undo(cell)
        return score

    def _value(self, side: int, alpha: Score, beta: Score, depth: int, ply: int) -> Score:
        """Return the score for the side to move, or a bound on the score, as `alphabeta_value` does."""
        self._watch.count()
        patterns, (own, other) = self._patterns, (self._patterns.worth[side], self._patterns.worth[1 - side])
        best, best_of_opponent = max(own), max(other)
        # Fours: complete one, or block the opponent's. Blocking costs no depth.
        if best >= patterns.five:
            return _WIN - ply / 1000
        if not (best or best_of_opponent):  # no line is open
            return 0
        if best_of_opponent >= patterns.five:
            block = other.index(best_of_opponent)
            if best_of_opponent in other[block + 1 :]:  # two fours cannot both be blocked
                return ply / 1000 - _WIN
            return self._after(block, side, -beta, -alpha, depth + (depth > _GLANCE and ply < _FREE_PLIES), ply)
        if best >= patterns.open_four and patterns.open_fours(side):
            return _WIN - ply / 1000
        # The horizon, which is deferred while the opponent threatens an open four
        stops, open_four_zone = patterns.stops(1 - side)
        is_threatened = open_four_zone != 0
        if depth <= 0 and (not is_threatened or depth <= -_EXTRA_PLIES):
            return self._estimate(side, best_of_opponent)
        # Alpha-beta
        if is_threatened:  # only fours and cells that stop the open four are worth trying
            pairs = patterns.pairs[side]
            cells = [c for c in patterns.promising(side, len(pairs)) if pairs[c] >= A_FOUR or stops >> c & 1]
            value = (ply + 1) / 1000 - _WIN
        else:
            cells = patterns.promising(side, self._width)
            value = -inf
        for cell in cells:
            value = max(value, self._after(cell, side, -beta, -max(alpha, value), depth - 1, ply))
            if value >= beta:
                break
        return value

    def _estimate(self, side: int, best_of_opponent: int) -> Score:
        """Estimate the score for the side to move from the weights of all cells."""
        patterns = self._patterns
        if best_of_opponent < patterns.open_four and any(map(is_fork, patterns.pairs[side])):
            return _GOOD
        balance = patterns.weight(side, to_move=True) - patterns.weight(1 - side, to_move=False)
        return _GOOD * balance / (_HALF + abs(balance))
