"""Looking ahead by patterns, where threats decide: alpha-beta on the few cells that are worth most to either side.

Sources: as `noughts.search.patterns`; for forced answers, which cost no depth, D. F. Beal, *A Generalised Quiescence
Search Algorithm*, Artificial Intelligence 43, 1990. Always an estimate: replies are left out, and what is called a win
is one by its patterns.
"""

from collections.abc import Sequence
from math import inf

from noughts.rules.board import Cell, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position, Score, expect_state, sides
from noughts.search.patterns import A_FOUR, Patterns, is_fork
from noughts.search.result import SearchLimit, SearchResult
from noughts.search.tree import Watch

_DEEPEST = 6  # plies, without forced answers
_FREE = 14  # plies from the start after which forced answers cost depth too
_BEYOND = 3  # plies more while an open three has to be answered
_GLANCE = -_BEYOND  # as deep as each move is always looked at
_WIN, _GOOD = 0.95, 0.8  # the estimates of a win by patterns, a ply after it; and of a fork. Other guesses are less
_SURE = 2_000  # the balance of promises that is half as good as that
_HAIR = 1e-6  # by which a move is put below the best that was only shown to be no better


def pattern_search(
    position: Position, *, width: int = 10, nodes: int = 2_000, only: Sequence[Move] | None = None
) -> SearchResult:
    """Return estimates for the `width` most promising moves, the most promising first.

    For games in which any cell can be taken and a line wins (`noughts.search.forcing_wins.is_for`).

    Args:
        position: an unfinished position.
        width: how many moves to look at in each position.
        nodes: the most nodes to visit; each move is always looked at.
        only: the moves to look at in the position itself, in the order given; at least one.

    Raises:
        NoughtsError: the game is over.
    """
    expect_unfinished(position)
    patterns = patterns_of(position)
    moves = list(only or promising(position, patterns, width))
    found: dict[Move, Score] = {}
    visited = 0
    for depth in (_GLANCE, *range(_DEEPEST)):
        first = sorted(moves, key=lambda move: -found.get(move, 0))
        try:
            with Watch(position, None if depth == _GLANCE else max(nodes - visited, 1)) as watch:
                found = _Looking(patterns, width, watch).scores(first, depth)
        except SearchLimit:  # in the middle of a line, so the patterns are of no more use
            break
        finally:
            visited += watch.visited
    return SearchResult({move: found[move] for move in moves}, visited, False, position=position)


def patterns_of(position: Position) -> Patterns:
    """Return the patterns of a position; the player to move is side 0."""
    return Patterns(position.game, *sides(position, position.turn))


def promising(position: Position, patterns: Patterns, width: int) -> list[Move]:
    """Return the most promising moves, best first."""
    return patterns.promising(0, width) or list(position.moves[:width])


def expect_unfinished(position: Position) -> None:
    """Raise what `pattern_search` raises."""
    expect_state(position)
    if position.is_over:
        raise NoughtsError("the game is over: there is no move to look at")


class _Looking:
    """One search to one depth."""

    def __init__(self, patterns: Patterns, width: int, watch: Watch) -> None:
        self._patterns, self._width, self._watch = patterns, width, watch

    def scores(self, moves: Sequence[Move], depth: int) -> dict[Move, Score]:
        """Return the scores of moves of side 0, so many plies after each."""
        found, best = dict[Move, Score](), -inf
        for move in moves:
            score = self._after(move, 0, -inf, -best, depth, 0)
            found[move] = score if score > best else score - _HAIR
            best = max(best, score)
        return found

    def _after(self, cell: Cell, side: int, alpha: Score, beta: Score, depth: int, ply: int) -> Score:
        """Return the score after a stone, seen by the side that puts it."""
        if self._patterns.worth[side][cell] >= self._patterns.five:
            return _WIN - ply / 1000
        self._patterns.play(cell, side)
        score = -self._value(1 - side, alpha, beta, depth, ply + 1)
        self._patterns.undo(cell, side)
        return score

    def _value(self, side: int, alpha: Score, beta: Score, depth: int, ply: int) -> Score:
        """Return the score of the side to move, under the contract of `alphabeta_value`."""
        self._watch.count()
        patterns, (own, other) = self._patterns, (self._patterns.worth[side], self._patterns.worth[1 - side])
        best, against = max(own), max(other)
        if best >= patterns.five or not (best or against):
            return _WIN - ply / 1000 if best else 0
        if against >= patterns.five:
            answer = other.index(against)
            if against in other[answer + 1 :]:
                return ply / 1000 - _WIN
            return self._after(answer, side, -beta, -alpha, depth + (depth > _GLANCE and ply < _FREE), ply)
        if best >= patterns.open_four and patterns.open_fours(side):
            return _WIN - ply / 1000
        stops, pressing = patterns.stops(1 - side)
        if depth <= 0 and (not pressing or depth <= -_BEYOND):
            return self._guess(side, against)
        if pressing:  # only fours, and what stops an open four, can do
            pairs = patterns.pairs[side]
            cells = [c for c in patterns.promising(side, len(pairs)) if pairs[c] >= A_FOUR or stops >> c & 1]
        else:
            cells = patterns.promising(side, self._width)
        value = (ply + 1) / 1000 - _WIN if pressing else -inf
        for cell in cells:
            value = max(value, self._after(cell, side, -beta, -max(alpha, value), depth - 1, ply))
            if value >= beta:
                break
        return value

    def _guess(self, side: int, against: int) -> Score:
        """Return what the cells promise."""
        patterns = self._patterns
        if against < patterns.open_four and any(map(is_fork, patterns.pairs[side])):
            return _GOOD
        balance = patterns.promised(side, moves=True) - patterns.promised(1 - side, moves=False)
        return _GOOD * balance / (_SURE + abs(balance))
