"""Boards: the coordinates and names of the cells, and the straight rows that they form.

A cell is a number. A set of cells is a number, too: bit ``c`` is set if cell ``c`` is in the set.

        a   b   c
    1   0 | 1 | 2          b2 is cell 4;
       ---+---+---         the top row is the set 0b000_000_111,
    2   3 | 4 | 5          the diagonal a1-b2-c3 is 0b100_010_001
       ---+---+---
    3   6 | 7 | 8
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import factorial, prod
from operator import add, index, mul
from typing import TypeAlias

from noughts.rules.errors import NotationError, RulesError, short_repr

Cell: TypeAlias = int
"""The number of a cell, counted from 0, row by row and layer by layer."""
Cells: TypeAlias = int
"""A set of cells: bit ``c`` is set if cell ``c`` is in the set."""
Move: TypeAlias = Cell
"""A move, identified by the cell that it takes."""
Point: TypeAlias = tuple[int, ...]
"""The coordinates of a cell: column, row, layer, …, counted from 0, from left to right and from top to bottom."""
AnyCell: TypeAlias = Cell | str | Sequence[int]
"""A cell in any form that `Board.cell` accepts: its number, or its name or coordinates as text, or its coordinates."""
Symmetry: TypeAlias = tuple[Cell, ...]
"""A symmetry of a board: it maps cell ``c`` to cell ``symmetry[c]``."""

MOST_CELLS = 52 * 52
"""The maximum number of cells on a board. SGF has letters for sides of up to 52 cells."""

_MOST_PLACES = 1 << 16  # the maximum product of a board's sides; it limits the size of a drawing

_MOST_IMAGES = 1 << 24  # the maximum number of symmetries × cells; it limits the memory for the symmetries


@lru_cache(maxsize=4096)
def cells_in(cells: Cells) -> tuple[Cell, ...]:
    """Return the cells of a set in ascending order.

    Raises:
        RulesError: the number is negative, so it is not a set of cells.
    """
    if cells < 0:
        raise RulesError(f"{cells} is not a set of cells: expected a number of 0 or more")
    members = []
    while cells:
        lowest = cells & -cells
        members.append(lowest.bit_length() - 1)
        cells ^= lowest
    return tuple(members)


def cell_set(cells: Iterable[Cell]) -> Cells:
    """Return the set that contains the given cells. The function `cells_in` does the reverse.

    Raises:
        RulesError: a cell is negative.
    """
    members = 0
    try:
        for cell in cells:
            members |= 1 << cell
    except ValueError:  # a cell is negative
        raise RulesError(f"there is no cell {cell}: cells are numbered from 0") from None
    return members


@dataclass(frozen=True)
class Board:
    """A board of any shape and any number of dimensions, given by the coordinates of its cells."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.points) <= MOST_CELLS:
            raise RulesError(f"a board has 1 to {MOST_CELLS} cells, not {len(self.points)}")
        if len({len(point) for point in self.points}) != 1 or not self.points[0]:
            raise RulesError(
                "all points of a board must have the same number of coordinates, which must be at least one"
            )
        if len(set(self.points)) != len(self.points):
            raise RulesError("two cells of a board cannot have the same coordinates")
        if any(min(axis) != 0 for axis in zip(*self.points, strict=True)):
            raise RulesError("the coordinates of a board must start from 0 along every axis")
        if prod(self.shape) > _MOST_PLACES:
            raise RulesError(
                f"the cells of a board lie too far apart: its sides multiply to more than {_MOST_PLACES:,}"
            )

    def __repr__(self) -> str:
        if self.points == _grid_points(self.shape):
            return f"grid{self.shape}" if len(self.shape) > 1 else f"grid({self.shape[0]})"
        return f"Board({self.points!r})"

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def shape(self) -> Point:
        """The numbers of columns, rows, layers, and so on."""
        return tuple(max(axis) + 1 for axis in zip(*self.points, strict=True))

    @cached_property
    def cells(self) -> Cells:
        """The set of all cells."""
        return (1 << len(self.points)) - 1

    @cached_property
    def at(self) -> dict[Point, Cell]:
        """A mapping from each point of the board to the number of the cell at this point."""
        return {point: cell for cell, point in enumerate(self.points)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: a letter for the column, a number for the row, a letter for the layer, and so on."""
        return tuple("".join(coordinate(axis, x) for axis, x in enumerate(point)) for point in self.points)

    @cached_property
    def _cell_named(self) -> dict[str, Cell]:
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def columns(self) -> dict[str, Cells]:
        """The cells of each column, keyed both by the column's letter and by its number, counted from 1."""
        columns: dict[str, Cells] = {}
        for cell, point in enumerate(self.points):
            for name in (coordinate(0, point[0]), str(point[0] + 1)):
                columns[name] = columns.get(name, 0) | 1 << cell
        return columns

    def cell(self, cell: AnyCell) -> Cell:
        """Return the number of a cell, given its number, its name or its coordinates.

        An ``int`` is the number of a cell, counted from 0. Text is one of:

        - the name of the cell: ``b2``
        - only on a 3 × 3 board, its digit on a telephone keypad: ``1`` is the top left cell, ``9`` the bottom right one
        - its coordinates counted from 0, the row before the column (in three dimensions: layer, row, column):
          ``1 1``, ``1,1``, ``(1, 1)``

        A tuple, a list or an array of numbers is read like its text.

        Raises:
            NotationError: the board has no such cell; the message says what is expected.
        """
        if hasattr(cell, "tolist"):
            cell = cell.tolist()  # a NumPy array or a NumPy number
        if isinstance(cell, Sequence) and not isinstance(cell, str):
            cell = str(tuple(int(number) if hasattr(number, "__index__") else number for number in cell))
        if not isinstance(cell, str):
            return self._numbered(cell)
        word = cell.strip().lower()
        if word in self._cell_named:
            return self._cell_named[word]
        if self.has_keypad and re.fullmatch("[1-9]", word):
            return int(word) - 1
        numbers = re.fullmatch(r"[(\[]?\s*([0-9]{1,6}(?:(?:\s*,\s*|\s+)[0-9]{1,6})+)\s*[)\]]?", word)
        if numbers:
            point = tuple(int(n) for n in reversed(re.split(r"[\s,]+", numbers[1])))
            if point in self.at:
                return self.at[point]
        raise NotationError(f"{short_repr(cell.strip(), 20)} is not a cell of this board", self._expected())

    @property
    def has_keypad(self) -> bool:
        """Whether the digits 1 to 9 name the cells, as they do only on a full 3 × 3 board."""
        return self.shape == (3, 3) and len(self) == 9

    def _numbered(self, cell: object) -> Cell:
        try:
            number = index(cell)  # type: ignore[arg-type]  # accepts NumPy integers, too
        except TypeError:
            expected = "a cell's number or name, such as 4 or 'b2'"
            raise NotationError(f"{short_repr(cell)} is not a cell", expected) from None
        if not 0 <= number < len(self):
            raise NotationError(f"cell {number} is not on the board", f"0 to {len(self) - 1}")
        return number

    def _expected(self) -> str:
        first, last = self.names[0], self.names[-1]
        names = f"a name from {first} to {last}" if len(self) > 1 else first
        axes = ("column", "row", "layer")[: len(self.shape)]
        if len(axes) < 2 or len(self.shape) > len(axes):
            return names
        digits = ", a digit from 1 to 9," if self.has_keypad else ""
        return f"{names}{digits} or “{' '.join(reversed(axes))}” counted from 0"

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The rotations and reflections that map the board to itself, starting with the identity.

        Raises:
            RulesError: the board has too many symmetries to list, as a cube in seven or more dimensions does.
        """
        axes = range(len(self.shape))
        long = [axis for axis in axes if self.shape[axis] > 1]
        count = 2 ** len(long) * prod(factorial(n) for n in Counter(self.shape[axis] for axis in long).values())
        if count * len(self) > _MOST_IMAGES:
            raise RulesError(f"this {len(long)}-dimensional board has too many symmetries to list: {count:,}")
        # Number the points as on a full board: each number is a sum of one term per axis. Reflecting an axis changes
        # only its own term.
        strides = [prod(self.shape[:axis]) for axis in axes]
        cell_at = {sum(map(mul, point, strides)): cell for cell, point in enumerate(self.points)}
        symmetries: dict[Symmetry, None] = {}
        for turned in permutations(long):
            if any(self.shape[a] != self.shape[b] for a, b in zip(long, turned, strict=True)):
                continue
            source = dict(zip(long, turned, strict=True))
            images = [[0] * len(self)]  # the numbers of the points' images, for each choice of reflections so far
            for axis in axes:
                kept = [strides[axis] * point[source.get(axis, axis)] for point in self.points]
                reflected = [strides[axis] * (self.shape[axis] - 1) - number for number in kept]
                choices = (kept, reflected) if axis in source else (kept,)
                images = [list(map(add, image, choice)) for image in images for choice in choices]
            for image in images:
                if all(map(cell_at.__contains__, image)):
                    symmetries[tuple(map(cell_at.__getitem__, image))] = None
        return tuple(symmetries)


def grid(*shape: int) -> Board:
    """Return the board with the given numbers of columns, rows, layers, and so on.

    Raises:
        RulesError: a side is shorter than 1 cell, or the board is too large.
    """
    if not all(type(side) is int for side in shape):
        raise RulesError(f"the sides of a board must be whole numbers, not {', '.join(map(repr, shape))}")
    if not shape or any(side < 1 for side in shape):
        raise RulesError(f"a side of a board must have at least 1 cell, not {' × '.join(map(str, shape)) or 'none'}")
    if prod(shape) > MOST_CELLS:
        raise RulesError(f"a board has at most {MOST_CELLS} cells, not {' × '.join(map(str, shape))}")
    return Board(_grid_points(shape))


def straight_rows(board: Board, k: int, *, wrap: bool = False) -> dict[Cells, Cells]:
    """Map every straight row of `k` adjacent cells, in any direction, to the cells next to its two ends.

    With `wrap`, rows continue across the edges.

    Raises:
        RulesError: `k` is less than 1.
    """
    if type(k) is not int:
        raise RulesError(f"the length of a row must be a whole number, not {short_repr(k)}")
    if k < 1:
        raise RulesError(f"a row must have at least 1 cell, not {k}")
    rows: dict[Cells, Cells] = {}
    if k > (len(board) if wrap else max(board.shape)):
        return rows
    for step in _directions(len(board.shape)):
        after = [board.at.get(_walk(point, step, board.shape if wrap else None)) for point in board.points]
        before = {cell: 1 << previous for previous, cell in enumerate(after)}
        for cell, (row, end) in enumerate(_rows(after, k)):
            if row.bit_count() == k:
                rows[row] = (before.get(cell, 0) | (0 if end is None else 1 << end)) & ~row
    return rows


def _walk(point: Point, step: Point, shape: Point | None) -> Point:
    moved = tuple(x + d for x, d in zip(point, step, strict=True))
    return moved if shape is None else tuple(x % side for x, side in zip(moved, shape, strict=True))


def _rows(after: Sequence[Cell | None], k: int) -> Iterator[tuple[Cells, Cell | None]]:
    """Return, for each cell, the row of `k` cells that starts there, and the cell after the row.

    The row is 0 if it would leave the board. `after[cell]` is the next cell in the direction of the row. Long rows are
    built from halves by binary doubling, as in 13 = (1·2 + 1)·2·2 + 1.
    """
    rows = [1 << cell for cell in range(len(after))]
    ends = list(after)  # the cell that follows each row
    for digit in f"{k:b}"[1:]:
        halves = [(rows[end], ends[end]) if end is not None else (0, None) for end in ends]
        ends = [end if half else None for half, end in halves]
        rows = [row | half if half else 0 for row, (half, _) in zip(rows, halves, strict=True)]
        if digit == "1":
            rows = [row | 1 << end if end is not None else 0 for row, end in zip(rows, ends, strict=True)]
            ends = [after[end] if end is not None else None for end in ends]
    return zip(rows, ends, strict=True)


def _directions(dimensions: int) -> list[Point]:
    """Return the directions in which a row can run, starting with the axes. Two opposite directions count as one."""
    steps = [s for s in product((-1, 0, 1), repeat=dimensions) if next((d for d in reversed(s) if d), -1) > 0]
    return sorted(steps, key=lambda step: (sum(map(abs, step)), [-d for d in step]))


def _grid_points(shape: Sequence[int]) -> tuple[Point, ...]:
    return tuple(tuple(reversed(point)) for point in product(*map(range, reversed(shape))))


def coordinate(axis: int, number: int) -> str:
    """Return the letter or number that names a coordinate.

    Coordinates along the first, third, … axis are letters (a, …, z, aa, …). The others are numbers from 1.
    """
    if axis % 2:
        return str(number + 1)
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters
