"""Quiet threats: a move that threatens to win by threats, on which every answer loses all the same.

In five in a row such moves make an open three, and those that win make two of them at once. They are threats of the
second order: a threat of the first order wins if the opponent passes once, one of the second order if the opponent's
next stone could be anywhere but where it stops a win by threats of the first (Thomsen, *Lambda-search in game trees*,
ICGA Journal 2000).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from noughts.rules.board import Cells, Move, members
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides
from noughts.search.result import SearchLimit
from noughts.search.threats import ThreatSequence, completing, is_for, sequence, stopping

_NODES = 300  # to find one sequence of threats


@dataclass(frozen=True)
class QuietThreat:
    """A win by a quiet threat.

    Attributes:
        move: the attacker's move.
        zone: the cells that it and what follows each answer need, and those answers. Where to look for what prevents
            it: a stone elsewhere does so only if it makes one of the opponent's later answers a threat.
    """

    move: Move
    zone: Cells


def quiet_threat(
    position: Position, attacker: Player | None = None, *, order: int = 1, width: int = 16, sequences: int = 1_000
) -> QuietThreat | None:
    """Return a win by a quiet threat, or None where none is seen.

    Args:
        position: an unfinished position.
        attacker: who is to threaten, as if to move; the player to move unless told.
        order: how many quiet threats may follow each other.
        width: how many moves to try, those on most of the attacker's lines first.
        sequences: how many times to look for a sequence of threats, at the most.
    """
    if position.is_over or not is_for(position.game):
        return None
    game, (mine, theirs) = position.game, sides(position, attacker or position.turn)
    try:
        for most in range(1, order + 1):  # few first: those are found at once
            if found := _Quiet(game, mine, theirs, most, width, sequences).win(mine, theirs, most):
                return found
    except SearchLimit:
        pass
    return None


class _Quiet:
    """One search: knows the lines that can come into it."""

    def __init__(self, game: Game, mine: Cells, theirs: Cells, order: int, width: int, sequences: int) -> None:
        self._game, self._width, self._left = game, width, sequences
        self._own = _within(game.lines, mine, theirs, 2 + order)
        self._others = _within(game.lines, theirs, mine, 2 + order)

    def win(self, mine: Cells, theirs: Cells, order: int) -> QuietThreat | None:
        """Return a win of the attacker, who is to move."""
        for move in self._promising(mine, theirs):
            zone = self._after(mine | 1 << move, theirs, order)
            if zone is not None:
                return QuietThreat(move, zone | 1 << move)
        return None

    def _promising(self, mine: Cells, theirs: Cells) -> list[Move]:
        """Return where the attacker makes lines that lack two stones, most of them first; or what is to be blocked."""
        must = completing(self._others, theirs, mine)
        lines: Counter[Move] = Counter()
        for line in self._own:
            if not line & theirs and (missing := line & ~mine).bit_count() == 3:
                lines.update(members(missing & must if must else missing))
        return [move for move, _ in lines.most_common(self._width)]

    def _after(self, mine: Cells, theirs: Cells, order: int) -> Cells | None:
        """Return what cells a win needs, whatever the opponent answers, who is to move; None if there is no win."""
        if completing(self._others, theirs, mine):
            return None
        threat = self._sequence(mine, theirs)
        if threat is None:
            return None
        answers = stopping(self._game, theirs, mine, threat)
        zone = threat.zone | answers
        for answer in members(answers):
            after = theirs | 1 << answer
            if rest := self._sequence(mine, after):
                zone |= rest.zone
            elif order > 1 and (more := self.win(mine, after, order - 1)):
                zone |= more.zone
            else:
                return None
        return zone

    def _sequence(self, mine: Cells, theirs: Cells) -> ThreatSequence | None:
        if self._left <= 0:
            raise SearchLimit("the search for quiet threats reached its limit")
        self._left -= 1
        return sequence(self._game, mine, theirs, self._own, self._others, nodes=_NODES)


def _within(lines: Sequence[Cells], mine: Cells, theirs: Cells, most: int) -> list[Cells]:
    """Return the lines of one side that lack at most so many stones."""
    return [line for line in lines if not line & theirs and (line & ~mine).bit_count() <= most]
