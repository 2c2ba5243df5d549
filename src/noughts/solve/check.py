"""Checks a proof that a position is won, or is not: by the rules alone, and without trust in whoever wrote it.

`kernel/src/proof.hpp` says what its bytes mean. What a node proves depends on some empty cells only, its *zone*, and
stands even if the loser is given all others: so a move outside the zone of the answer to another is answered as well.

Empty cells are a number: a bit for each, and above these a byte for each line, how many of them it has. So it is the
sum of the numbers of the cells. A set of lines has the highest bits of their bytes.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import compress, islice
from typing import NamedTuple

from noughts.rules.board import Cells, members
from noughts.rules.errors import BadFile
from noughts.rules.game import moved
from noughts.rules.position import Position

END, PASS, USE, KEEP = 255, 254, 253, 252
Counted = int  # cells, with how many of them each line has
Lines = int  # the highest bits of the bytes of some lines


class Fault(BadFile):
    """A file that does not prove what it claims: the first fault found."""


class Claim(NamedTuple):
    """Whether x or o, the `attacker`, completes a line first; if `alone`, the lines of the defender do not count."""

    position: Position
    attacker: str
    wins: bool
    alone: bool


def check(claim: Claim, images: Sequence[tuple[int, ...]], proof: Iterator[int]) -> None:
    """Read a proof, which may use these symmetries of the board, to its end. Raises `Fault` if it proves nothing."""
    _Checker(claim.position, images, proof).root(*claim)


class _Checker:
    def __init__(self, where: Position, images: Sequence[tuple[int, ...]], proof: Iterator[int]):
        self.images, self.proof, self.read = images, proof, 0
        self.kept: dict[tuple[int, int], tuple[Cells, set[Cells], set[Cells]]] = {}  # 65,536 slots at most
        game, self.lines, self.size = where.game, where.game.lines, len(where.game.board)
        self.expect(not (game.misere or any(game.needs) or game.full or where.is_over), "no open game of lines alone")
        self.expect(self.size <= 128 and len(self.lines) <= 1024 and len(images) <= 256, "the board is too large")
        same = all(sorted(image) == [*range(self.size)] for image in images)
        self.moved = [[moved(line, image) for line in self.lines] for image in images if same]
        self.expect(same and all({*to} == {*self.lines} for to in self.moved), "what is called a symmetry is none")
        each = {line: 1 << self.size + 8 * number for number, line in enumerate(self.lines)}
        self.one, self.two, self.all = (most * sum(each.values()) for most in (127, 126, 128))
        numbers = [1 << cell | sum(each[line] for line in {*at}) for cell, at in enumerate(game.lines_at)]
        self.cells, self.board = numbers + [0] * 255, (1 << self.size) - 1
        self.width = self.size + 8 * len(self.lines)
        self.pair = cache(lambda a, b: self.cells[a] + self.cells[b] + ((self.cells[a] & self.cells[b]) << self.width))

    def root(self, where: Position, attacker: str, wins: bool, alone: bool) -> None:
        mine, other = (where.x, where.o) if attacker == "x" else (where.o, where.x)
        attack, defend = (self.free(self.all, self.counted(stones)) for stones in (other, mine))
        first, state = where.turn.value == attacker, (attack, 0 if alone else defend, self.counted(where.empty))
        if wins:
            self.win(*state) if first else self.expect(self.replies(*state)[1] == END, "an end is expected")
        else:
            self.hold(*state) if first else self.hold_after(*state, 0)

    def expect(self, holds: object, otherwise: str) -> None:
        if not holds:
            raise Fault(f"the proof fails at byte {self.read:,}: {otherwise}")

    def byte(self) -> int:
        self.read += 1
        self.expect((byte := next(self.proof, -1)) >= 0, "it is cut short")
        return byte

    def counted(self, cells: Cells) -> Counted:
        return sum(self.cells[cell] for cell in members(cells))

    def cell(self, empty: Counted, number: int) -> Counted:
        self.expect(empty & self.board & 1 << number, f"cell {number} is not empty")
        return self.cells[number]

    def free(self, lines: Lines, cells: Counted) -> Lines:
        """The lines that have none of these cells."""
        return lines & ~(cells + self.one)

    def listed(self, lines: Lines, image: Sequence[Cells] = ()) -> Iterator[Cells]:
        return compress(image or self.lines, (lines >> self.size).to_bytes(len(self.lines), "little"))

    def completing(self, lines: Lines, empty: Counted) -> Cells:
        last = lines & ~(empty + self.two)
        return sum({line & empty for line in self.listed(last)}) if last else 0

    def guarded(self, loser: Lines, empty: Counted, zone: Cells, least: int) -> Cells:
        """The zone and what keeps the loser from completing a line by the gift of all cells outside."""
        for cells in [line & empty for line in self.listed(loser) if (line & zone).bit_count() < least]:
            self.expect(cells.bit_count() >= least, "the loser completes a line first")
            zone |= cells
        return zone

    def moves(self, mark: int, empty: Counted, answer: Callable[[int, int], Cells]) -> tuple[Cells, Cells, Cells, int]:
        """The zone of moves and their answers, the moves made, those not answered, and the mark after them."""
        zone, made, left = 0, 0, empty & self.board
        while mark < KEEP:
            depends = answer(empty, self.cell(empty & ~made, mark))
            made |= 1 << mark
            zone, left, mark = zone | depends, left & depends & ~made, self.byte()
        return zone, made, left, mark

    def end(self, mark: int, zone: Cells, loser: Lines, winner: Lines, empty: Counted) -> Cells:
        self.expect(mark in (END, KEEP), "a move or an end is expected")
        if mark == KEEP:
            lacks = {cells for line in self.listed(winner) if not (cells := line & empty) & ~zone}
            self.kept[self.byte(), self.byte()] = zone, {line & zone for line in self.listed(loser)}, lacks
        return zone

    def use(self, loser: Lines, winner: Lines, empty: Counted) -> Cells:
        slot, number = (self.byte(), self.byte()), self.byte()
        self.expect(slot in self.kept and number < len(self.images), "it uses what was not proved before")
        (zone, of_loser, of_winner), image = self.kept[slot], self.images[number]
        there, lines = moved(empty & self.board, image), self.moved[number]
        lacks = [line & there for line in self.listed(winner, lines)]
        proved = not zone & ~there
        proved &= all(any(not cells & ~line for cells in of_loser) for line in self.listed(loser, lines))
        proved &= all(any(not lack & ~cells for lack in lacks) for cells in of_winner)
        self.expect(proved, "what it uses does not prove this position")
        return sum(1 << cell for cell, to in enumerate(image) if zone >> to & 1)

    def hold(self, attack: Lines, defend: Lines, empty: Counted) -> Cells:
        """The attacker, to move, completes no line before the defender does."""
        many = 2 * self.byte()
        self.read, piece = self.read + many, islice(self.proof, many)
        pairs = sum(map(self.pair, piece, piece))  # and above them, again a byte for each line: how many pairs it has
        paired, both = pairs & self.board, pairs >> self.width
        self.expect((paired & empty).bit_count() == many, "these are not so many pairs of empty cells")
        attack, defend, empty = self.free(attack, both), self.free(defend, pairs), empty - (pairs ^ both << self.width)
        if (mark := self.byte()) == USE:
            return paired | self.use(attack, defend, empty)
        threats = self.completing(defend, empty)
        zone, made, left, mark = self.moves(mark, empty, partial(self.hold_after, attack, defend))
        if threats:  # the attacker takes that cell, or completes a line, or has lost
            self.expect(threats.bit_count() > 1 or made == threats, "the move that is forced is missing")
            zone = self.guarded(attack, empty, zone | threats, 2)
        else:
            self.expect(not attack or (made and not left), "a move is not answered, or a line is left open")
        return paired | self.end(mark, zone, attack, defend, empty)

    def hold_after(self, attack: Lines, defend: Lines, empty: Counted, move: Counted) -> Cells:
        defend, empty = self.free(defend, move), empty - move
        self.expect(not self.free(attack, empty), "the attacker completes a line")
        if (mark := self.byte()) == PASS:
            return self.hold(attack, defend, empty)
        attack = self.free(attack, reply := self.cell(empty, mark))
        if self.completing(defend, empty) & reply:
            return self.guarded(attack, empty, 1 << mark, 1)
        return 1 << mark | self.hold(attack, defend, empty - reply)

    def win(self, attack: Lines, defend: Lines, empty: Counted, reply: Counted = 0) -> Cells:
        """The attacker, to move after a reply, completes a line first."""
        attack, empty = self.free(attack, reply), empty - reply
        if (mark := self.byte()) == USE:
            return self.use(defend, attack, empty)
        move, zone = self.cell(empty, mark), 1 << mark
        rest, left = self.free(defend, move), empty - move
        if self.completing(attack, empty) & move:
            return self.guarded(rest, left, zone, 1)
        if forced := self.completing(attack, left):
            after = self.win(attack, rest, left, self.counted(forced)) if forced.bit_count() == 1 else 0
            return zone | self.guarded(rest, left, forced | after, 2)
        depends, mark = self.replies(attack, rest, left)
        return self.end(mark, zone | depends, defend, attack, empty)

    def replies(self, attack: Lines, defend: Lines, empty: Counted) -> tuple[Cells, int]:
        self.expect(not self.completing(defend, empty), "the defender completes a line")
        zone, made, left, mark = self.moves(self.byte(), empty, partial(self.win, attack, defend))
        self.expect(made and not left, "a reply is not answered")
        return zone, mark
