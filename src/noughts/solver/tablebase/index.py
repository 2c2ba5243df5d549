"""The index of a table gives every position an address. Symmetric positions usually share an address.

A position is a set of taken cells, some of which are X's. Sets of taken cells that are images of each other under the
symmetries of the game form a class. Each class has a representative, and one address for each choice of X's cells:

    . X O        taken: . # #   turned to    # # .   X's among the taken, in     0 1 .     place 0 → rank 0
    . . .     →         . . .   the repre-   . . .   order of the cells      →   . . .     address = first address
    . . .               . . .   sentative    . . .                               . . .     of the class + rank

The index is not stored in the file, because it can be computed from the game. If a symmetry maps the taken cells to
themselves, a position and its image may have two addresses. This costs a few per cent of the space but avoids a search
for the smallest image. In games with gravity, only reachable sets form classes, so the same index serves all games.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from noughts.rules.board import cell_set
from noughts.rules.errors import RulesError
from noughts.rules.game import Game
from noughts.solver.tablebase.subsets import Ints, Ranks, popcounts, squeezed, subsets

MOST_CELLS = 31
"""The maximum number of cells on the board of a game with a table."""
MOST_AXES = 5
"""The maximum number of dimensions of the board of a game with a table."""
MOST_ENTRIES = 1 << 32
"""The maximum number of entries in a table. Each entry takes one byte."""


@dataclass(frozen=True, eq=False)
class Tier:
    """All positions with the same number of stones.

    Attributes:
        stones: the number of stones.
        crosses: the number of X's stones.
        sets: the representatives of the classes of taken cells, in ascending order.
        first: the first address of the tier.
        width: the number of addresses of each class.
    """

    stones: int
    crosses: int
    sets: Ints
    first: int
    width: int

    @property
    def entries(self) -> int:
        """The number of addresses in the tier."""
        return len(self.sets) * self.width

    @property
    def masks(self) -> NDArray[np.uint32]:
        """For each address in a class, a bit mask that marks X's stones among the taken cells."""
        return subsets(self.stones, self.crosses)

    @cached_property
    def places(self) -> Ints:
        """For each class and cell, the number of taken cells with lower numbers than that cell."""
        taken = self.sets[:, None] >> np.arange(MOST_CELLS) & 1
        result: Ints = np.cumsum(taken, axis=1) - taken
        return result


class Index:
    """The addresses of all positions in which X has as many stones as O, or one stone more.

    Attributes:
        game: the game.
        size: the number of cells.
        symmetries: the symmetries, one per row. A row holds the image of each cell.
        tiers: the positions, grouped by the number of stones.
        entries: the number of addresses.
    """

    def __init__(self, game: Game, most: int = MOST_ENTRIES) -> None:
        self.game, self.size = game, len(game.board)
        _check_size(game, most)
        self.symmetries: Ints = np.array(game.symmetries, np.int64)
        self.moving = _byte_tables(self.symmetries)
        self.tiers = self._tiers(most)
        self.entries = sum(tier.entries for tier in self.tiers)
        self.ranks = Ranks(self.size)
        self._squeezed, self._members = np.array(squeezed(), np.uint8), popcounts(8).astype(np.int64)
        self._fill()

    def moved(self, sets: Ints, symmetry: int | Ints) -> Ints:
        """Return the images of sets of cells under one symmetry, or under a separate symmetry for each set."""
        result: Ints = self.moving[0][symmetry, sets & 255]
        for number, table in enumerate(self.moving[1:], start=1):
            result = result | table[symmetry, sets >> 8 * number & 255]
        return result

    def playable(self, sets: Ints, cell: int) -> NDArray[np.bool_]:
        """Return, for each set of taken cells, whether `cell` is empty and could be taken next."""
        need = self.game.needs[cell] if self.game.needs else 0
        result: NDArray[np.bool_] = sets & (1 << cell | need) == need
        return result

    @cached_property
    def needed_by(self) -> Ints:
        """For each cell, the set of cells that can be taken only after that cell."""
        needs = self.game.needs or (0,) * self.size
        return np.array([cell_set(c for c in range(self.size) if needs[c] >> cell & 1) for cell in range(self.size)])

    def find(self, sets: Ints) -> tuple[Ints, Ints]:
        """Return the first address of each set's class (-1 if the set has no class), and the symmetry to apply.

        The symmetry maps the set of taken cells to the representative of its class.
        """
        place = self._low_part[sets & self._mask] + self._high_part[sets >> self.low]
        return self._first[place], self._symmetry[place]

    def lookup(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """Return the tables that `find` uses, in the form that the pure-Python code uses.

        The lower half of the taken cells is looked up in the first table and the upper half in the second. The sum of
        the two numbers is then looked up in the third table (the first address) and the fourth (the symmetry).
        """
        return self._low_part.data, self._high_part.data, self._first.data, self._symmetry.data

    def addresses(self, x: Ints, o: Ints) -> Ints:
        """Return the address of each position, given X's and O's stones, or -1 for a position that has no address."""
        taken = x | o
        wrong = (taken >> self.size != 0) | (x & o != 0)
        if wrong.any():
            x, o, taken = np.where(wrong, 0, x), np.where(wrong, 0, o), np.where(wrong, 0, taken)
        first, symmetry = self.find(taken)
        own, taken = self.moved(x, symmetry), self.moved(taken, symmetry)
        bits = self._squeezed[(taken & 255) << 8 | own & 255].astype(np.int64)
        below = self._members[taken & 255]
        for shift in range(8, self.size, 8):
            some = taken >> shift & 255
            bits |= self._squeezed[some << 8 | own >> shift & 255].astype(np.int64) << below
            below = below + self._members[some]
        wrong |= (first < 0) | (self.ranks.count(bits) != below + 1 >> 1)
        return np.where(wrong, -1, first + self.ranks.of(np.where(wrong, 0, bits)))

    def _tiers(self, most: int) -> tuple[Tier, ...]:
        sets, first, result = np.zeros(1, np.int64), 0, []
        for stones in range(self.size + 1):
            crosses = (stones + 1) // 2
            tier = Tier(stones, crosses, sets, first, comb(stones, crosses))
            result.append(tier)
            first += tier.entries
            if first > most or len(sets) > 1 << 20:
                raise _too_large(self.game, most)
            after = [sets[self.playable(sets, cell)] | 1 << cell for cell in range(self.size)]
            sets = np.unique(np.concatenate(after))
            least = sets
            for symmetry in range(1, len(self.symmetries)):
                least = np.minimum(least, self.moved(sets, symmetry))
            sets = np.unique(least)
        return tuple(result)

    def _fill(self) -> None:
        """Fill the tables that `find` uses.

        The lower half of the taken cells selects a row, the upper half a column.
        """
        self.low = (self.size + 1) // 2
        self._mask = (1 << self.low) - 1
        back = np.argsort(self.symmetries, axis=1)
        order = {tuple(s): number for number, s in enumerate(self.symmetries.tolist())}
        inverse = [order[tuple(row)] for row in back.tolist()]
        sets = np.concatenate([tier.sets for tier in self.tiers])
        firsts = np.concatenate([tier.first + tier.width * np.arange(len(tier.sets)) for tier in self.tiers])
        images = [self.moved(sets, number) for number in range(len(self.symmetries))]
        low, high = np.zeros(1 << self.low, bool), np.zeros(1 << (self.size - self.low), bool)
        for image in images:
            low[image & self._mask] = high[image >> self.low] = True
        rows, columns = int(low.sum()), int(high.sum())
        if (rows + 1) * (columns + 1) > 1 << 26:
            raise _too_large(self.game, MOST_ENTRIES)
        # Unreachable halves get the last row or the last column, which are empty.
        self._low_part: Ints = np.where(low, np.cumsum(low) - 1, rows) * (columns + 1)
        self._high_part: Ints = np.where(high, np.cumsum(high) - 1, columns)
        self._first: Ints = np.full((rows + 1) * (columns + 1), -1)
        self._symmetry: Ints = np.zeros(len(self._first), np.int64)
        for number, image in enumerate(images):
            place = self._low_part[image & self._mask] + self._high_part[image >> self.low]
            self._first[place] = firsts
            self._symmetry[place] = inverse[number]


def taken_cells(sets: Ints, stones: int) -> Ints:
    """Return the members of each set of taken cells in ascending order, as an array with one set per row."""
    return np.nonzero(sets[:, None] >> np.arange(MOST_CELLS) & 1)[1].reshape(len(sets), stones)


def _check_size(game: Game, most: int) -> None:
    """Raise an error, before any work is done, if the game is clearly too large."""
    size = len(game.board)
    if game.beyond:
        raise RulesError(f"a table supports only games in which longer rows count, not {game}")
    if size > MOST_CELLS:
        raise RulesError(f"{game} has {size} cells: a table supports at most {MOST_CELLS}")
    if sum(side > 1 for side in game.board.shape) > MOST_AXES:
        raise RulesError(
            f"a table supports boards of at most {MOST_AXES} dimensions"
        )  # a board with more dimensions has too many symmetries
    everywhere = sum(comb(size, s) * comb(s, s // 2) for s in range(size + 1))
    if not game.needs and everywhere // len(game.symmetries) > most:
        raise _too_large(game, most)


def _too_large(game: Game, most: int) -> RulesError:
    return RulesError(f"{game} has too many positions: a table can have at most {most:,} entries")


def _byte_tables(symmetries: Ints) -> list[Ints]:
    """Return, for each group of eight cells, the image of every subset under each symmetry."""
    tables = []
    for first in range(0, symmetries.shape[1], 8):
        count = min(8, symmetries.shape[1] - first)
        table = np.zeros((len(symmetries), 256), np.int64)
        for place in range(count):
            half = 1 << place
            table[:, half : 2 * half] = table[:, :half] | (1 << symmetries[:, first + place, None])
        tables.append(table)
    return tables
