"""Victory by continuous threats (VCT): a win in which every move makes a four or an open three.

A four must be answered at once. An open three must be answered too, or the next stone makes an open four. It has
several answers, though: the cells that stop the open four, and fours. The search tries them all. It finds threats by
their patterns (see `noughts.search.patterns`), each in a single direction. It does not try moves that only prepare a
double four. A win that it finds is an estimate, not a proof.

Source: threat-space search, after L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, *Go-Moku Solved by New Search
Techniques*, 1993. Here fours and open threes may follow each other in any order.
"""

from dataclasses import dataclass

from noughts.rules.board import Cell, Cells, Move
from noughts.rules.game import Player
from noughts.rules.position import Position, sides
from noughts.search.patterns import A_FOUR, A_THREAT, Patterns, has_patterns, is_fork
from noughts.search.result import Deadline, SearchLimit

_LONGEST = 12  # the maximum number of the attacker's moves
_WIDTH = 10  # threats to try in each position


@dataclass(frozen=True)
class PatternWin:
    """A win by continuous threats.

    Attributes:
        move: the attacker's first move.
        zone: the cells of all moves and answers. Only a move on one of these cells, or a threat, can prevent the win.
        visited: the number of stones placed during the search.
    """

    move: Move
    zone: Cells
    visited: int


def pattern_win(
    position: Position, attacker: Player | None = None, *, nodes: int = 1_000, deadline: Deadline | None = None
) -> PatternWin | None:
    """Return a win by fours and open threes, or None if none is found.

    Args:
        position: an unfinished position.
        attacker: the side that attacks and moves first. By default, it is the player to move.
        nodes: the maximum number of stones to place during the search.
        deadline: returns whether the time is up.
    """
    if position.is_over or not has_patterns(position.game):
        return None
    search = _Search(Patterns(position.game, *sides(position, attacker or position.turn)), nodes, deadline)
    try:
        for most in range(1, _LONGEST):
            search.reached_limit = False
            if zone := search.attack(most):
                return PatternWin(search.first_move, zone, search.visited)
            if not search.reached_limit:
                break
    except SearchLimit:
        pass
    return None


class _Search:
    """A single search in which side 0 attacks. Each search method returns the zone of a win, or 0 if it finds none.

    Attributes:
        visited: the number of stones placed.
        first_move: the first move of the most recent win.
        reached_limit: whether the search stopped at the move limit in some branch, so that a longer win might exist.
    """

    def __init__(self, patterns: Patterns, nodes: int, deadline: Deadline | None) -> None:
        self._patterns, self._nodes, self._deadline, self.visited = patterns, nodes, deadline, 0
        self._stones: list[Cells] = [0, 0]  # placed during the search
        self._failed: dict[tuple[Cells, Cells], int] = {}  # the greatest number of moves tried without success
        self.first_move: Move = 0
        self.reached_limit = False

    def attack(self, most: int) -> Cells:
        """Return the zone of a win in at most `most` moves for the attacker, who is to move, or 0 if none is found."""
        patterns, (own, other) = self._patterns, self._patterns.worth
        best, best_of_defender = max(own), max(other)
        if best >= patterns.five:
            self.first_move = own.index(best)
            return 1 << self.first_move
        if best >= patterns.open_four and best_of_defender < patterns.five and (fours := patterns.open_fours(0)):
            self.first_move = fours[0]
            return patterns.four_cells(self.first_move, 0)
        if most <= 1:
            self.reached_limit = True
            return 0
        key = (self._stones[0], self._stones[1])
        if self._failed.get(key, 0) >= most:
            return 0
        if best_of_defender >= patterns.five:
            cells = [other.index(best_of_defender)]
        else:
            cells = self._threats(most)
        for cell in cells[:_WIDTH]:
            if zone := self._after(cell, 0, most):
                self.first_move = cell
                return zone | 1 << cell
        self._failed[key] = most
        return 0

    def _threats(self, most: int) -> list[Cell]:
        """Return the attacker's threats, best first, or only the forks among them if `most` is 2."""
        only_forks = most == 2
        self.reached_limit |= only_forks
        own, other = self._patterns.worth
        pairs = enumerate(self._patterns.pairs[0])
        cells = [cell for cell, pair in pairs if pair >= A_THREAT and (is_fork(pair) or not only_forks)]
        return sorted(cells, key=lambda cell: 2 * own[cell] + other[cell], reverse=True)

    def _defend(self, most: int) -> Cells:
        """Return the combined zone of the wins after each of the defender's replies, or 0 if a reply prevents a win."""
        patterns, (attacker, own) = self._patterns, self._patterns.worth
        threat, best = max(attacker), max(own)
        if best >= patterns.five:
            return 0
        if threat >= patterns.five:  # a four: one answer
            answer = attacker.index(threat)
            is_double = threat in attacker[answer + 1 :]
            zone = 1 << answer if is_double else self._after(answer, 1, most - 1)
            return zone and zone | 1 << answer
        if threat < patterns.open_four or best >= patterns.open_four:
            return 0
        stops, zone = patterns.stops(0)
        if not zone:
            return 0
        cells = [cell for cell, pair in enumerate(patterns.pairs[1]) if pair >= A_FOUR or stops >> cell & 1]
        cells.sort(key=attacker.__getitem__, reverse=True)
        for cell in cells:
            win = self._after(cell, 1, most - 1)
            if not win:
                return 0
            zone |= win | 1 << cell
        return zone

    def _after(self, cell: Cell, side: int, most: int) -> Cells:
        """Place a stone and return the zone of the win that follows, or 0 if no win follows."""
        if self.visited >= self._nodes or (self._deadline and self._deadline()):
            raise SearchLimit("the search for wins by patterns reached its limit")
        self.visited += 1
        self._stones[side] |= 1 << cell
        self._patterns.play(cell, side)
        zone = self.attack(most) if side else self._defend(most)
        self._patterns.undo(cell)
        self._stones[side] ^= 1 << cell
        return zone
