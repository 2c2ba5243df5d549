"""Checks a proof that a position is won, or is not: by the rules alone, and without trust in whoever wrote it.

`kernel/src/proof.hpp` says what its bytes mean. What a node proves depends on some empty cells only, its *zone*, and
stands even if the loser is given all others: so a move outside the zone of the answer to another is answered as well.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from noughts.rules.board import Cells
from noughts.rules.errors import NotationError
from noughts.rules.game import moved
from noughts.rules.position import Position

END, PASS, USE, KEEP = 255, 254, 253, 252
Lines = list[Cells]
Answer = Callable[[Cells, Cells], Cells]  # what cells the answer to a move depends on: of the empty cells, the move


class Fault(NotationError):
    """A file that does not prove what it claims: the first fault found."""


class Claim(NamedTuple):
    """Whether x or o, the `attacker`, completes a line first; if `alone`, the lines of the defender do not count."""

    position: Position
    attacker: str
    wins: bool
    alone: bool


def _without(lines: Lines, cells: Cells) -> Lines:
    return [line for line in lines if not line & cells]


def _completing(lines: Lines, empty: Cells) -> Cells:
    return sum({cells for line in lines if (cells := line & empty).bit_count() == 1})


def check(claim: Claim, images: Sequence[tuple[int, ...]], proof: Iterator[int]) -> None:
    """Read a proof, which may use these symmetries of the board, to its end. Raises `Fault` if it proves nothing."""
    _Checker(claim, images, proof).root()


class _Checker:
    def __init__(self, claim: Claim, images: Sequence[tuple[int, ...]], proof: Iterator[int]):
        self.claim, self.images, self.proof, self.read = claim, images, proof, 0
        self.kept: dict[tuple[int, int], tuple[Cells, set[Cells], set[Cells]]] = {}  # 65,536 slots at most

    def root(self) -> None:
        where, game = self.claim.position, self.claim.position.game
        self.expect(not (game.misere or any(game.needs) or game.full or where.is_over), "no open game of lines alone")
        lines, cells = [*game.lines], [*range(len(game.board))]
        same = (sorted(image) == cells and {*lines} == {moved(line, image) for line in lines} for image in self.images)
        self.expect(all(same), "what is called a symmetry is none")
        mine, other = (where.x, where.o) if self.claim.attacker == "x" else (where.o, where.x)
        attack, defend = _without(lines, other), [] if self.claim.alone else _without(lines, mine)
        first = where.turn.value == self.claim.attacker
        if not self.claim.wins:
            self.hold(attack, defend, where.empty) if first else self.hold_after(attack, defend, where.empty, 0)
        elif first:
            self.win(attack, defend, where.empty)
        else:
            self.expect(self.replies(attack, defend, where.empty)[1] == END, "an end is expected")

    def expect(self, holds: object, otherwise: str) -> None:
        if not holds:
            raise Fault(f"the proof fails at byte {self.read:,}: {otherwise}")

    def byte(self) -> int:
        self.read += 1
        byte = next(self.proof, -1)
        self.expect(byte >= 0, "it is cut short")
        return byte

    def cell(self, empty: Cells, number: int) -> Cells:
        self.expect(empty >> number & 1, f"cell {number} is not empty")
        return 1 << number

    def guarded(self, loser: Lines, empty: Cells, zone: Cells, least: int) -> Cells:
        """The zone and what keeps the loser from completing a line by the gift of all cells outside."""
        for cells in [line & empty for line in loser if (line & zone).bit_count() < least]:
            self.expect(cells.bit_count() >= least, "the loser completes a line first")
            zone |= cells
        return zone

    def moves(
        self, mark: int, empty: Cells, answer: Callable[[Cells, Cells], Cells]
    ) -> tuple[Cells, Cells, Cells, int]:
        """The zone of moves and their answers, the moves made, those not answered, and the mark after them."""
        zone, made, left = 0, 0, empty
        while mark < KEEP:
            move = self.cell(empty & ~made, mark)
            depends = answer(empty, move)
            zone, made, left, mark = zone | depends, made | move, left & depends & ~move, self.byte()
        return zone, made, left, mark

    def end(self, mark: int, zone: Cells, loser: Lines, winner: Lines, empty: Cells) -> Cells:
        self.expect(mark in (END, KEEP), "a move or an end is expected")
        if mark == KEEP:
            lacks = {cells for line in winner if not (cells := line & empty) & ~zone}
            self.kept[self.byte(), self.byte()] = zone, {line & zone for line in loser}, lacks
        return zone

    def use(self, loser: Lines, winner: Lines, empty: Cells) -> Cells:
        slot, number = (self.byte(), self.byte()), self.byte()
        self.expect(slot in self.kept and number < len(self.images), "it uses what was not proved before")
        (zone, of_loser, of_winner), image = self.kept[slot], self.images[number]
        lacks = [moved(line & empty, image) for line in winner]
        proved = not zone & ~moved(empty, image)
        proved &= all(any(not cells & ~line for cells in of_loser) for line in [moved(line, image) for line in loser])
        proved &= all(any(not lack & ~cells for lack in lacks) for cells in of_winner)
        self.expect(proved, "what it uses does not prove this position")
        return sum(1 << here for here, there in enumerate(image) if zone >> there & 1)

    def hold(self, attack: Lines, defend: Lines, empty: Cells) -> Cells:
        """The attacker, to move, completes no line before the defender does."""
        paired = 0
        for _ in range(self.byte()):
            pair = self.cell(empty, self.byte())
            pair |= self.cell(empty & ~pair, self.byte())
            empty, paired, defend = empty & ~pair, paired | pair, _without(defend, pair)
            attack = [line for line in attack if pair & ~line]
        if (mark := self.byte()) == USE:
            return paired | self.use(attack, defend, empty)
        threats = _completing(defend, empty)
        zone, made, left, mark = self.moves(mark, empty, partial(self.hold_after, attack, defend))
        if threats:  # the attacker takes that cell, or completes a line, or has lost
            self.expect(threats.bit_count() > 1 or made == threats, "the move that is forced is missing")
            zone = self.guarded(attack, empty, zone | threats, 2)
        else:
            self.expect(not attack or (made and not left), "a move is not answered, or a line is left open")
        return paired | self.end(mark, zone, attack, defend, empty)

    def hold_after(self, attack: Lines, defend: Lines, empty: Cells, move: Cells) -> Cells:
        defend, empty = _without(defend, move), empty & ~move
        self.expect(all(line & empty for line in attack), "the attacker completes a line")
        if (mark := self.byte()) == PASS:
            return self.hold(attack, defend, empty)
        reply = self.cell(empty, mark)
        if any(line & empty == reply for line in defend):
            return self.guarded(_without(attack, reply), empty, reply, 1)
        return reply | self.hold(_without(attack, reply), defend, empty & ~reply)

    def win(self, attack: Lines, defend: Lines, empty: Cells, reply: Cells = 0) -> Cells:
        """The attacker, to move after a reply, completes a line first."""
        attack, empty = _without(attack, reply), empty & ~reply
        if (mark := self.byte()) == USE:
            return self.use(defend, attack, empty)
        move = self.cell(empty, mark)
        rest, left = _without(defend, move), empty & ~move
        if any(line & empty == move for line in attack):
            return self.guarded(rest, left, move, 1)
        if forced := _completing(attack, left):
            zone = forced
            if forced.bit_count() == 1:
                zone |= self.win(attack, rest, left, forced)
            return move | self.guarded(rest, left, zone, 2)
        zone, mark = self.replies(attack, rest, left)
        return self.end(mark, zone | move, defend, attack, empty)

    def replies(self, attack: Lines, defend: Lines, empty: Cells) -> tuple[Cells, int]:
        self.expect(not _completing(defend, empty), "the defender completes a line")
        zone, made, left, mark = self.moves(self.byte(), empty, partial(self.win, attack, defend))
        self.expect(made and not left, "a reply is not answered")
        return zone, mark
