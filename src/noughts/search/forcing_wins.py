"""Victory by continuous fours (VCF): a win in which every move but the last makes a four, so every answer is forced.

A *four* is a line that lacks one stone, so the opponent must take the missing cell. The term comes from Gomoku and
Renju, where lines have five cells, but here lines can have any length. As the opponent never has a choice, the search
finds long sequences on boards that are too large for any other search. A win that it finds is certain.

        a   b   c   d   e   f      Four in a row: X takes d1 and threatens a1 and e1. O can stop only one of the two
        threats.
    1   .   X   X   .   .   O      If a1 were taken, O would answer at e1, and X could go on with another four.

Source: L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, 1994, chapter 5, restricted to
fours.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides
from noughts.rules.tactics import completing_cells
from noughts.search.result import SearchLimit

_LONGEST = 200
"""The maximum number of the attacker's moves in a sequence. This limit keeps the recursion within Python's stack."""


@dataclass(frozen=True)
class ThreatSequence:
    """A win by continuous fours.

    Attributes:
        moves: the attacker's moves, alternating with the forced answers. The first and the last move are the
            attacker's, and the last one completes a line. If two answers are possible, which both lose, only one is
            listed.
        zone: the cells that the win depends on. A move elsewhere does not stop it unless the move is itself a threat.
    """

    moves: tuple[Move, ...]
    zone: Cells


def is_for(game: Game) -> bool:
    """Return whether this search supports a game: any empty cell must be playable, and every line must win."""
    return not (game.misere or any(game.needs) or game.beyond)


def threat_sequence(position: Position, attacker: Player | None = None, *, nodes: int = 2_000) -> ThreatSequence | None:
    """Return a win by continuous fours, or None if none exists or the search reaches its node limit.

    The shortest win is found first: a completed line, then a double four, then longer sequences.

    Args:
        position: an unfinished position.
        attacker: the side that attacks and moves first. By default, it is the player to move.
        nodes: the maximum number of nodes to visit.
    """
    try:
        return proven_sequence(position, attacker, nodes=nodes)
    except SearchLimit:
        return None


def proven_sequence(position: Position, attacker: Player | None = None, *, nodes: int) -> ThreatSequence | None:
    """Return a win by continuous fours, or None only if no such win exists.

    Raises:
        SearchLimit: the search has reached its node limit.
    """
    if position.is_over or not is_for(position.game):
        return None
    lines = position.game.lines
    return _FourSearch(position.game, nodes).deepen(*sides(position, attacker or position.turn), lines, lines)


def fours(position: Position) -> dict[Move, tuple[Move, ...]]:
    """Return the moves that make a four, each with the cells that then complete a line.

    If the opponent has a four, only a move that stops it counts. The result is empty if the player to move can complete
    a line, because no four is needed. It is also empty if the opponent can complete a line at two cells, because the
    player to move then has no time for a four.
    """
    game, (mine, theirs) = position.game, sides(position, position.turn)
    empty = position.empty
    must_block = completing_cells(game, theirs) & empty
    if position.is_over or completing_cells(game, mine) & empty or must_block & (must_block - 1):
        return {}
    found = _FourSearch.fours(_twos(game.lines, mine, theirs), must_block)
    return {cells_in(four)[0]: cells_in(answers) for four, answers in found}


def sequence(
    game: Game, mine: Cells, theirs: Cells, own: Sequence[Cells], others: Sequence[Cells], *, nodes: int
) -> ThreatSequence | None:
    """Return a win by continuous fours for the attacker, who is to move, using only the given lines.

    If the caller knows which lines matter, this is faster than `threat_sequence`. It returns None in the same cases.

    Args:
        game: the game.
        mine: the attacker's stones.
        theirs: the opponent's stones.
        own: at least all lines without opposing stones on which the attacker lacks at most two stones.
        others: at least all lines without the attacker's stones on which the opponent lacks one stone.
        nodes: the maximum number of nodes to visit.
    """
    try:
        return _FourSearch(game, nodes).deepen(mine, theirs, own, others)
    except SearchLimit:
        return None


def stopping(game: Game, mine: Cells, theirs: Cells, against: ThreatSequence) -> Cells:
    """Return the empty cells on which a stone might stop the other side's win by continuous fours.

    A stone can stop the win in three ways: it lies in the zone of the win, it makes a four of its own, or it lies on a
    line on which one of the forced answers then makes a four.
    """
    cells = against.zone | threatening(game.lines, mine, theirs)
    for answer in against.moves[1::2]:
        for line in game.lines_at[answer]:
            if not line & theirs:
                cells |= line
    return cells & ~(mine | theirs)


def threatening(lines: Iterable[Cells], mine: Cells, theirs: Cells) -> Cells:
    """Return the empty cells on which a stone of one side makes a four."""
    cells = 0
    for missing in _twos(lines, mine, theirs):
        cells |= missing
    return cells


def _twos(lines: Iterable[Cells], mine: Cells, theirs: Cells) -> list[Cells]:
    """Return the two empty cells of each line that one side could complete with two more stones."""
    return [missing for line in lines if not line & theirs and (missing := line & ~mine).bit_count() == 2]


class _FourSearch:
    """A single search for a win by fours. The search counts nodes and remembers positions in which it found no win."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._game, self._nodes_left = game, nodes
        self._failed: dict[tuple[Cells, Cells], int] = {}  # the greatest number of fours tried without success
        self._reached_limit = False

    def deepen(
        self, mine: Cells, theirs: Cells, own: Sequence[Cells], others: Sequence[Cells]
    ) -> ThreatSequence | None:
        """Search for a win with one four, then with two fours, and so on, until no longer sequence is possible."""
        if at_once := completing_cells(self._game, mine, own) & ~theirs:
            return ThreatSequence((cells_in(at_once)[0],), at_once & -at_once)
        must_block = completing_cells(self._game, theirs, others) & ~mine
        if must_block & (must_block - 1):
            return None  # the opponent completes a line first
        twos = _twos(own, mine, theirs)
        for most in range(1, _LONGEST):
            self._reached_limit = False
            win = self._attack(mine, theirs, twos, must_block, most)
            if win or not self._reached_limit:
                return win
        return None

    def _attack(
        self, mine: Cells, theirs: Cells, twos: list[Cells], must_block: Cells, most: int
    ) -> ThreatSequence | None:
        """Return a win with at most `most` fours, from a position in which the attacker has no four yet.

        Args:
            mine: the attacker's stones.
            theirs: the opponent's stones.
            twos: for each of the attacker's lines that lack two stones, the missing cells.
            must_block: the cell on which the opponent would complete a line, or 0 if none exists.
            most: the maximum number of fours.
        """
        if self._nodes_left <= 0:
            raise SearchLimit("the search for wins by fours reached its node limit")
        self._nodes_left -= 1
        if self._failed.get((mine, theirs), 0) >= most:
            return None
        for four, answers in self.fours(twos, must_block):
            if answers & (answers - 1):  # a double four
                first, second, *_ = cells_in(answers)
                return ThreatSequence((cells_in(four)[0], first, second), four | answers)
            rest = self._after(mine | four, theirs | answers, four, answers, twos, most)
            if rest:
                moves = (cells_in(four)[0], cells_in(answers)[0], *rest.moves)
                return ThreatSequence(moves, rest.zone | four | answers)
        self._failed[mine, theirs] = most
        return None

    @staticmethod
    def fours(twos: list[Cells], must_block: Cells) -> Iterator[tuple[Cells, Cells]]:
        """Yield each move that makes a four, with the cells that then complete the line. Double fours come first."""
        answers: dict[Cells, Cells] = {}
        for two in twos:
            low = two & -two
            high = two ^ low
            answers[low] = answers.get(low, 0) | high
            answers[high] = answers.get(high, 0) | low
        if must_block:
            answers = {must_block: answers[must_block]} if must_block in answers else {}
        double = {cell: rest for cell, rest in answers.items() if rest & (rest - 1)}
        yield from double.items()
        yield from ((cell, rest) for cell, rest in answers.items() if cell not in double)

    def _after(
        self, mine: Cells, theirs: Cells, four: Cells, answer: Cells, twos: list[Cells], most: int
    ) -> ThreatSequence | None:
        """Return the rest of the winning sequence, after one four and its forced answer."""
        if most == 1:
            self._reached_limit = True
            return None
        lines_at = self._game.lines_at
        must_block = completing_cells(self._game, theirs, lines_at[answer.bit_length() - 1]) & ~mine
        if must_block & (must_block - 1):  # the answer made a double four
            return None
        taken = four | answer
        new_twos = [two for two in twos if not two & taken]
        for line in lines_at[four.bit_length() - 1]:
            if not line & theirs and (missing := line & ~mine).bit_count() == 2:
                new_twos.append(missing)
        return self._attack(mine, theirs, new_twos, must_block, most - 1)
