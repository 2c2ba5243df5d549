"""Boards: where the cells lie, what they are called, and which of them stand in a straight row.

A cell is a number, and a set of cells is a number too: bit ``c`` is set when cell ``c`` is in it.

        a   b   c
    1   0 | 1 | 2          b2 is cell 4;
       ---+---+---         the top row is the set 0b000_000_111,
    2   3 | 4 | 5          the diagonal a1-b2-c3 is 0b100_010_001
       ---+---+---
    3   6 | 7 | 8
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import factorial, prod
from operator import add, mul
from typing import TypeAlias

from noughts.rules.errors import NotationError, RulesError

Cell: TypeAlias = int
"""A cell's number: 0 is the first, row by row, layer by layer."""
Cells: TypeAlias = int
"""A set of cells: bit ``c`` is set when cell ``c`` is in it."""
Move: TypeAlias = Cell
"""A move is the cell it takes."""
Point: TypeAlias = tuple[int, ...]
"""Where a cell is drawn: column, row, layer, … counted from 0, left to right and top to bottom."""
Symmetry: TypeAlias = tuple[Cell, ...]
"""A symmetry of a board: cell ``c`` goes to cell ``symmetry[c]``."""

MOST_CELLS = 52 * 52
"""The largest board: 52 is the longest side that SGF can write."""

_MOST_IMAGES = 1 << 24  # cells of all images of a board under its symmetries: bounds their memory


@lru_cache(maxsize=4096)
def members(cells: Cells) -> tuple[Cell, ...]:
    """Return the cells of a set, in order."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return tuple(found)


def union(cells: Iterable[Cell]) -> Cells:
    """Return the set of the given cells: the inverse of `members`."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


@dataclass(frozen=True)
class Board:
    """A board: the point where each cell is drawn. Any number of dimensions, any shape."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.points) <= MOST_CELLS:
            raise RulesError(f"a board has 1 to {MOST_CELLS} cells, not {len(self.points)}")
        if len({len(point) for point in self.points}) != 1 or not self.points[0]:
            raise RulesError("all points of a board have the same number of coordinates, at least one")
        if len(set(self.points)) != len(self.points):
            raise RulesError("two cells of a board cannot lie on one point")
        if any(min(axis) != 0 for axis in zip(*self.points, strict=True)):
            raise RulesError("the points of a board are counted from 0 along every axis")

    def __repr__(self) -> str:
        if self.points == _grid_points(self.shape):
            return f"grid{self.shape}" if len(self.shape) > 1 else f"grid({self.shape[0]})"
        return f"Board({self.points!r})"

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def shape(self) -> Point:
        """The board's extent along each axis: columns, rows, layers, …"""
        return tuple(max(axis) + 1 for axis in zip(*self.points, strict=True))

    @cached_property
    def cells(self) -> Cells:
        """The set of all cells."""
        return (1 << len(self.points)) - 1

    @cached_property
    def at(self) -> dict[Point, Cell]:
        """The cell at each point."""
        return {point: cell for cell, point in enumerate(self.points)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: letter = column, number = row, letter = layer, and so on in turn."""
        return tuple("".join(coordinate(axis, x) for axis, x in enumerate(point)) for point in self.points)

    @cached_property
    def _cell_named(self) -> dict[str, Cell]:
        return {name: cell for cell, name in enumerate(self.names)}

    def cell(self, text: str) -> Cell:
        """Return the cell that a person names.

        Read are the name (``b2``), its number counted from 1 (``5``), and one number an axis counted
        from 0, the last axis first as in ``row column`` (``1 1``, ``1,1``, ``(1, 1)``).

        Raises:
            NotationError: the text names no cell of this board; the message says what would.
        """
        word = text.strip().lower()
        if word in self._cell_named:
            return self._cell_named[word]
        if re.fullmatch(r"[0-9]{1,6}", word) and 1 <= int(word) <= len(self):
            return int(word) - 1
        numbers = re.fullmatch(r"[(\[]?\s*([0-9]{1,6}(?:(?:\s*,\s*|\s+)[0-9]{1,6})+)\s*[)\]]?", word)
        if numbers:
            point = tuple(int(n) for n in reversed(re.split(r"[\s,]+", numbers[1])))
            if point in self.at:
                return self.at[point]
        shown = text.strip() if len(text) <= 20 else text.strip()[:20] + "…"
        raise NotationError(f"{shown!r} is no cell of this board: expected {self._expected()}")

    def _expected(self) -> str:
        first, last = self.names[0], self.names[-1]
        names = f"a name from {first} to {last}" if len(self) > 1 else first
        axes = ("column", "row", "layer")[: len(self.shape)]
        if len(axes) < 2 or len(self.shape) > len(axes):
            return f"{names} or a number from 1 to {len(self)}"
        return f"{names}, a number from 1 to {len(self)}, or “{' '.join(reversed(axes))}” counted from 0"

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and reflections of the drawn board that keep its shape, the identity first.

        Raises:
            RulesError: there are too many to list, as on a cube in seven dimensions or more.
        """
        axes = range(len(self.shape))
        long = [axis for axis in axes if self.shape[axis] > 1]
        count = 2 ** len(long) * prod(factorial(n) for n in Counter(self.shape[axis] for axis in long).values())
        if count * len(self) > _MOST_IMAGES:
            raise RulesError(f"a board with {len(long)} sides such as these has too many symmetries to list: {count:,}")
        # A point is numbered as in a full board: a sum of one number an axis, which a reflection changes alone.
        strides = [prod(self.shape[:axis]) for axis in axes]
        cell_at = {sum(map(mul, point, strides)): cell for cell, point in enumerate(self.points)}
        found: dict[Symmetry, None] = {}
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
                    found[tuple(map(cell_at.__getitem__, image))] = None
        return tuple(found)


def grid(*shape: int) -> Board:
    """Return the full board of the given shape: columns, rows, layers, …

    Raises:
        RulesError: a side is less than 1, or the board is too large.
    """
    if not shape or any(side < 1 for side in shape):
        raise RulesError(f"the sides of a board are at least 1, not {' × '.join(map(str, shape)) or 'none'}")
    if prod(shape) > MOST_CELLS:
        raise RulesError(f"a board has at most {MOST_CELLS} cells, not {' × '.join(map(str, shape))}")
    return Board(_grid_points(shape))


def straight_rows(board: Board, k: int, *, wrap: bool = False) -> tuple[Cells, ...]:
    """Return every straight row of `k` neighbouring cells, in any direction; with `wrap` around the edges too.

    Raises:
        RulesError: `k` is less than 1.
    """
    if k < 1:
        raise RulesError(f"a row has at least 1 cell, not {k}")
    found: dict[Cells, None] = {}
    if k > (len(board) if wrap else max(board.shape)):
        return ()
    for step in _directions(len(board.shape)):
        after = [board.at.get(_walk(point, step, board.shape if wrap else None)) for point in board.points]
        found |= dict.fromkeys(row for row in _rows(after, k) if row.bit_count() == k)
    return tuple(found)


def _walk(point: Point, step: Point, shape: Point | None) -> Point:
    moved = tuple(x + d for x, d in zip(point, step, strict=True))
    return moved if shape is None else tuple(x % side for x, side in zip(moved, shape, strict=True))


def _rows(after: Sequence[Cell | None], k: int) -> list[Cells]:
    """Return the row of `k` cells that begins with each cell, or 0 where it would leave the board.

    `after` gives the cell that follows each. A long row is made of two halves, as 13 = (1·2 + 1)·2·2 + 1.
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
    return rows


def _directions(dimensions: int) -> list[Point]:
    """Return one of each pair of opposite directions to a neighbour, the axes first."""
    steps = [s for s in product((-1, 0, 1), repeat=dimensions) if next((d for d in reversed(s) if d), -1) > 0]
    return sorted(steps, key=lambda step: (sum(map(abs, step)), [-d for d in step]))


def _grid_points(shape: Sequence[int]) -> tuple[Point, ...]:
    return tuple(tuple(reversed(point)) for point in product(*map(range, reversed(shape))))


def coordinate(axis: int, number: int) -> str:
    """Return the name of a column, row, layer, …: a, b, …, z, aa, … on even axes, 1, 2, … on odd ones."""
    if axis % 2:
        return str(number + 1)
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters
