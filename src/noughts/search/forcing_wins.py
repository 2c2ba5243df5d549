"""Threat sequences: a win by moves that each make a line lacking one stone, so that every answer is forced.

Source: L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, 1994, chapter 5, of which this is
the part with threats to win at once (in five in a row: fours). As the opponent never has a choice, whole sequences are
seen on boards on which nothing else can be searched to the end.

        a   b   c   d   e   f      Four in a row: X takes d1 and threatens a1 and e1, of which O can take only one.
    1   .   X   X   .   .   O      Were a1 taken, O would have to answer e1, and X could go on with another threat.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides
from noughts.search.result import SearchLimit

_LONGEST = 200
"""The most moves of the attacker in a sequence: keeps within Python's stack."""


@dataclass(frozen=True)
class ThreatSequence:
    """A win by threats.

    Attributes:
        moves: the attacker's moves and the opponent's forced answers in turn, the attacker's first and last; the last
            completes a line. Where the opponent could choose between two answers, both too late, one is given.
        zone: the cells that it needs: an answer outside them, that threatens nothing itself, does not stop it.
    """

    moves: tuple[Move, ...]
    zone: Cells


def is_for(game: Game) -> bool:
    """Return whether a game has threats as this search knows them: any cell can be taken, and a line wins."""
    return not game.misere and not any(game.needs)


def threat_sequence(position: Position, attacker: Player | None = None, *, nodes: int = 2_000) -> ThreatSequence | None:
    """Return a win by threats, or None where there is none or it takes more than so many nodes to find.

    The shortest first: a line completed at once, then two threats at once, then longer ones.

    Args:
        position: an unfinished position.
        attacker: who is to threaten, as if to move; the player to move unless told.
        nodes: the most nodes to visit.
    """
    if position.is_over or not is_for(position.game):
        return None
    lines = position.game.lines
    return sequence(position.game, *sides(position, attacker or position.turn), lines, lines, nodes=nodes)


def sequence(
    game: Game, mine: Cells, theirs: Cells, own: Sequence[Cells], others: Sequence[Cells], *, nodes: int
) -> ThreatSequence | None:
    """Return what `threat_sequence` does, for the stones of the attacker, who is to move, and of the opponent.

    Args:
        game: the game.
        mine: the attacker's stones.
        theirs: the opponent's stones.
        own: lines, at least those on which the attacker lacks at most two stones and the opponent has none.
        others: lines, at least those on which the opponent lacks one stone and the attacker has none.
        nodes: the most nodes to visit.
    """
    try:
        return _Threats(game, nodes).longer_and_longer(mine, theirs, own, others)
    except SearchLimit:
        return None


def stopping(game: Game, mine: Cells, theirs: Cells, against: ThreatSequence) -> Cells:
    """Return the empty cells where a stone of one side may stop a sequence of threats by the other.

    It stops it in the zone that it needs, or on a line of one's own on which the forced answers become threats, or by
    a threat of one's own.
    """
    cells = against.zone | threatening(game.lines, mine, theirs)
    for answer in against.moves[1::2]:
        for line in game.lines_at[answer]:
            if not line & theirs:
                cells |= line
    return cells & ~(mine | theirs)


def completing(lines: Iterable[Cells], mine: Cells, theirs: Cells) -> Cells:
    """Return the empty cells that complete a line of one side."""
    found = 0
    for line in lines:
        missing = line & ~mine
        if missing & (missing - 1) == 0 and not missing & theirs:
            found |= missing
    return found


def threatening(lines: Iterable[Cells], mine: Cells, theirs: Cells) -> Cells:
    """Return the empty cells where a stone of one side makes a line that then lacks one stone."""
    found = 0
    for line in lines:
        if not line & theirs and (missing := line & ~mine).bit_count() == 2:
            found |= missing
    return found


class _Threats:
    """One search: knows the lines, counts the nodes, remembers what did not work."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._game, self._left = game, nodes
        self._failed: dict[tuple[Cells, Cells], int] = {}  # how many moves more it had at the most
        self._cut = False

    def longer_and_longer(
        self, mine: Cells, theirs: Cells, own: Sequence[Cells], others: Sequence[Cells]
    ) -> ThreatSequence | None:
        """Look for sequences of one threat, then two, and so on, as long as a longer one could be there."""
        if at_once := completing(own, mine, theirs):
            return ThreatSequence((cells_in(at_once)[0],), at_once & -at_once)
        last = completing(others, theirs, mine)
        if last & (last - 1):
            return None  # the opponent completes a line first
        twos = [m for line in own if not line & theirs and (m := line & ~mine).bit_count() == 2]
        for most in range(1, _LONGEST):
            self._cut = False
            found = self._attack(mine, theirs, twos, last, most)
            if found or not self._cut:
                return found
        return None

    def _attack(self, mine: Cells, theirs: Cells, twos: list[Cells], must: Cells, most: int) -> ThreatSequence | None:
        """Return a win by at most so many threats.

        `twos` holds what each line of the attacker's lacks that lacks two stones; `must` is where the opponent would
        complete a line, or 0. The attacker has no line that lacks one stone.
        """
        if self._left <= 0:
            raise SearchLimit("the search for threats reached its limit of nodes")
        self._left -= 1
        if self._failed.get((mine, theirs), 0) >= most:
            return None
        for threat, answers in self._threats(twos, must):
            if answers & (answers - 1):
                first, second, *_ = cells_in(answers)
                return ThreatSequence((cells_in(threat)[0], first, second), threat | answers)
            found = self._after(mine | threat, theirs | answers, threat, answers, twos, most)
            if found:
                moves = (cells_in(threat)[0], cells_in(answers)[0], *found.moves)
                return ThreatSequence(moves, found.zone | threat | answers)
        self._failed[mine, theirs] = most
        return None

    @staticmethod
    def _threats(twos: list[Cells], must: Cells) -> Iterator[tuple[Cells, Cells]]:
        """Yield the moves that threaten and the cells that complete a line after each, those with two first."""
        answers: dict[Cells, Cells] = {}
        for two in twos:
            low = two & -two
            high = two ^ low
            answers[low] = answers.get(low, 0) | high
            answers[high] = answers.get(high, 0) | low
        if must:
            answers = {must: answers[must]} if must in answers else {}
        double = {cell: rest for cell, rest in answers.items() if rest & (rest - 1)}
        yield from double.items()
        yield from ((cell, rest) for cell, rest in answers.items() if cell not in double)

    def _after(
        self, mine: Cells, theirs: Cells, threat: Cells, answer: Cells, twos: list[Cells], most: int
    ) -> ThreatSequence | None:
        """Return how a win goes on after a threat and its forced answer."""
        if most == 1:
            self._cut = True
            return None
        must, lines_at = 0, self._game.lines_at
        for line in lines_at[answer.bit_length() - 1]:
            if not line & mine:
                missing = line & ~theirs
                if missing & (missing - 1) == 0:
                    must |= missing
        if must & (must - 1):
            return None
        taken = threat | answer
        left = [two for two in twos if not two & taken]
        for line in lines_at[threat.bit_length() - 1]:
            if not line & theirs and (missing := line & ~mine).bit_count() == 2:
                left.append(missing)
        return self._attack(mine, theirs, left, must, most - 1)
