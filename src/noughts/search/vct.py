"""Wins by fours and open threes, found by patterns: a side that only threatens, another that only parries.

Source: threat-space search, as in L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, *Go-Moku Solved by New Search
Techniques*, 1993; here an open three is answered by all that may stop it, and by fours. Threats of both kinds may
follow each other in any order. Those known are seen in a single direction: a move that merely prepares two fours at
once is none.
"""

from dataclasses import dataclass

from noughts.rules.board import Cell, Cells, Move
from noughts.rules.game import Player
from noughts.rules.position import Position, sides
from noughts.search.forcing_wins import is_for
from noughts.search.patterns import A_FOUR, A_THREAT, Patterns, is_fork
from noughts.search.result import SearchLimit

_LONGEST = 12  # moves of the attacker
_WIDTH = 10  # threats to try in each position


@dataclass(frozen=True)
class PatternWin:
    """A win by fours and open threes.

    Attributes:
        move: the attacker's first move.
        zone: the cells of all moves and answers. Where to look for what prevents it, beside threats of one's own.
        visited: how many stones were put down.
    """

    move: Move
    zone: Cells
    visited: int


def pattern_win(position: Position, attacker: Player | None = None, *, nodes: int = 1_000) -> PatternWin | None:
    """Return a win by fours and open threes, or None where none is seen.

    Args:
        position: an unfinished position.
        attacker: who is to threaten, as if to move; the player to move unless told.
        nodes: the most stones to put down.
    """
    if position.is_over or not is_for(position.game):
        return None
    search = _Search(Patterns(position.game, *sides(position, attacker or position.turn)), nodes)
    try:
        for most in range(1, _LONGEST):
            search.cut = False
            if found := search.attack(most):
                return PatternWin(search.best, found, search.visited)
            if not search.cut:
                break
    except SearchLimit:
        pass
    return None


class _Search:
    """One search: side 0 attacks. A win is the cells that it needs; 0 is none."""

    def __init__(self, patterns: Patterns, nodes: int) -> None:
        self._patterns, self._nodes, self.visited = patterns, nodes, 0
        self._stones: list[Cells] = [0, 0]
        self._failed: dict[tuple[Cells, Cells], int] = {}  # how many moves more the attacker had at the most
        self.best: Move = 0
        self.cut = False

    def attack(self, most: int) -> Cells:
        """Return a win by at most so many moves, and remember the first."""
        patterns, (own, other) = self._patterns, self._patterns.worth
        best, against = max(own), max(other)
        if best >= patterns.five:
            self.best = own.index(best)
            return 1 << self.best
        if best >= patterns.open_four and against < patterns.five and (fours := patterns.open_fours(0)):
            self.best = fours[0]
            return patterns.lacking_one(self.best, 0)
        if most <= 1:
            self.cut = True
            return 0
        key = (self._stones[0], self._stones[1])
        if self._failed.get(key, 0) >= most:
            return 0
        if against >= patterns.five:
            cells = [other.index(against)]
        else:
            self.cut |= most == 2  # only a fork wins so soon
            cells = [c for c, pair in enumerate(patterns.pairs[0]) if pair >= A_THREAT and (most > 2 or is_fork(pair))]
            cells.sort(key=lambda cell: 2 * own[cell] + other[cell], reverse=True)
        for cell in cells[:_WIDTH]:
            if found := self._after(cell, 0, most):
                self.best = cell
                return found | 1 << cell
        self._failed[key] = most
        return 0

    def _defend(self, most: int) -> Cells:
        """Return what is needed to win after every answer."""
        patterns, (other, own) = self._patterns, self._patterns.worth
        threat, against = max(other), max(own)
        if against >= patterns.five:
            return 0
        if threat >= patterns.five:
            answer = other.index(threat)
            found = 1 << answer if threat in other[answer + 1 :] else self._after(answer, 1, most - 1)
            return found and found | 1 << answer
        if threat < patterns.open_four or against >= patterns.open_four:
            return 0
        stops, zone = patterns.stops(0)
        if not zone:
            return 0
        cells = [cell for cell, pair in enumerate(patterns.pairs[1]) if pair >= A_FOUR or stops >> cell & 1]
        cells.sort(key=other.__getitem__, reverse=True)
        for cell in cells:
            found = self._after(cell, 1, most - 1)
            if not found:
                return 0
            zone |= found | 1 << cell
        return zone

    def _after(self, cell: Cell, side: int, most: int) -> Cells:
        if self.visited >= self._nodes:
            raise SearchLimit("the search for wins by patterns reached its limit of nodes")
        self.visited += 1
        self._stones[side] |= 1 << cell
        self._patterns.play(cell, side)
        found = self.attack(most) if side else self._defend(most)
        self._patterns.undo(cell, side)
        self._stones[side] ^= 1 << cell
        return found
