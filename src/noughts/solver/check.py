"""Checks a proof that a position is won, or is not: by the rules alone, and without trust in whoever wrote it.

`kernel/src/proof.hpp` says what its bytes mean, and the *zone* of empty cells on which what a node proves depends.
Empty cells are a number: a bit for each, and above these a byte for each line, how many of them it has.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import compress, islice

from noughts.rules.board import Cells, Symmetry, cells_in
from noughts.rules.errors import BadFile
from noughts.rules.game import moved
from noughts.rules.position import Position

END, PASS, USE, KEEP = 255, 254, 253, 252
Counted = int  # cells, with how many of them each line has
Lines = int  # the highest bits of the bytes of some lines


def check(at: Position, says: tuple[str, bool, bool], images: Sequence[Symmetry], proof: Iterator[int]) -> None:
    """Read the proof that x or o wins or not, maybe as the other just hinders; raise BadFile if it is none."""
    _Checker(at, says, images, proof)


class _Checker:
    def __init__(self, at: Position, says: tuple[str, bool, bool], images: Sequence[Symmetry], proof: Iterator[int]):
        attacker, wins, alone = says
        self.images, self.proof, self.read = images, proof, 0
        self.kept: dict[tuple[int, int], tuple[Cells, set[Cells], set[Cells]]] = {}  # 65,536 slots at most
        game, self.lines, self.size = at.game, at.game.lines, len(at.game.board)
        self.expect(not (game.misere or any(game.needs) or game.full or at.is_over), "no open game of lines alone")
        self.expect(self.size <= 128 and len(self.lines) <= 1024 and len(images) <= 256, "the board is too large")
        same = all(sorted(image) == [*range(self.size)] for image in images)
        self.moved = [[moved(line, image) for line in self.lines] for image in images if same]
        self.expect(same and all({*to} == {*self.lines} for to in self.moved), "what is called a symmetry is none")
        each = {line: 1 << self.size + 8 * number for number, line in enumerate(self.lines)}
        self.one, self.two, self.all = (most * sum(each.values()) for most in (127, 126, 128))
        numbers = [1 << cell | sum(each[line] for line in {*on}) for cell, on in enumerate(game.lines_at)]
        self.cells, self.board, self.width = numbers + [0] * 255, (1 << self.size) - 1, self.size + 8 * len(self.lines)
        self.pair = cache(lambda a, b: self.cells[a] + self.cells[b] + ((self.cells[a] & self.cells[b]) << self.width))
        mine, other = (at.x, at.o) if attacker == "x" else (at.o, at.x)
        other, mine, empty = (sum(self.cells[cell] for cell in cells_in(cells)) for cells in (other, mine, at.empty))
        state = self.free(self.all, other), 0 if alone else self.free(self.all, mine), empty
        first = at.turn.value == attacker
        if wins:
            self.win(*state) if first else self.expect(self.replies(*state)[1] == END, "an end is expected")
        else:
            self.hold(*state) if first else self.hold_after(*state, 0)

    def expect(self, holds: object, otherwise: str) -> None:
        if not holds:
            raise BadFile(f"the proof fails at byte {self.read:,}: {otherwise}")

    def byte(self) -> int:
        self.read += 1
        self.expect((byte := next(self.proof, -1)) >= 0, "it is cut short")
        return byte

    def cell(self, empty: Counted, number: int) -> Counted:
        self.expect(empty & self.board & 1 << number, f"cell {number} is not empty")
        return self.cells[number]

    def free(self, lines: Lines, cells: Counted) -> Lines:  # those that have none of these cells
        return lines & ~(cells + self.one)

    def listed(self, lines: Lines, image: Sequence[Cells] = ()) -> Iterator[Cells]:
        return compress(image or self.lines, (lines >> self.size).to_bytes(len(self.lines), "little"))

    def completing(self, lines: Lines, empty: Counted) -> Cells:
        last = lines & ~(empty + self.two)
        return sum({line & empty for line in self.listed(last)}) if last else 0

    def guarded(self, loser: Lines, empty: Counted, zone: Cells, least: int) -> Cells:  # also if given all outside it
        for cells in [line & empty for line in self.listed(loser) if (line & zone).bit_count() < least]:
            self.expect(cells.bit_count() >= least, "the loser completes a line first")
            zone |= cells
        return zone

    def moves(self, mark: int, empty: Counted, answer: Callable[[int, int], Cells]) -> tuple[Cells, Cells, Cells, int]:
        zone, made, left = 0, 0, empty & self.board
        while mark < KEEP:
            depends = answer(empty, self.cell(empty & ~made, mark))
            made |= 1 << mark
            zone, left, mark = zone | depends, left & depends & ~made, self.byte()
        return zone, made, left, mark  # left: where a move would need an answer of its own, and there is none

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
        proved = all(any(not cells & ~line for cells in of_loser) for line in self.listed(loser, lines))
        proved &= all(any(not lack & ~cells for lack in lacks) for cells in of_winner)
        self.expect(proved and not zone & ~there, "what it uses does not prove this position")
        return sum(1 << cell for cell, to in enumerate(image) if zone >> to & 1)

    def hold(self, attack: Lines, defend: Lines, empty: Counted) -> Cells:  # the attacker, to move, does not win
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
        zone = self.guarded(attack, empty, zone | threats, 2) if threats else zone  # else who is threatened just wins
        answered = threats.bit_count() > 1 or made == threats if threats else not attack or (made and not left)
        self.expect(answered, "a move is not answered, or a line is left open")
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

    def win(self, attack: Lines, defend: Lines, empty: Counted, reply: Counted = 0) -> Cells:  # the attacker wins
        attack, empty = self.free(attack, reply), empty - reply
        if (mark := self.byte()) == USE:
            return self.use(defend, attack, empty)
        move, zone = self.cell(empty, mark), 1 << mark
        rest, left = self.free(defend, move), empty - move
        if self.completing(attack, empty) & move:
            return self.guarded(rest, left, zone, 1)
        if forced := self.completing(attack, left):
            after = self.win(attack, rest, left, self.cells[forced.bit_length() - 1]) if forced.bit_count() == 1 else 0
            return zone | self.guarded(rest, left, forced | after, 2)
        depends, mark = self.replies(attack, rest, left)
        return self.end(mark, zone | depends, defend, attack, empty)

    def replies(self, attack: Lines, defend: Lines, empty: Counted) -> tuple[Cells, int]:
        self.expect(not self.completing(defend, empty), "the defender completes a line")
        zone, made, left, mark = self.moves(self.byte(), empty, partial(self.win, attack, defend))
        self.expect(made and not left, "a reply is not answered")
        return zone, mark
