"""The geometry of a board on screen: where each cell is, and which cell is at a place."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from noughts.rules.board import Board, Cell, Point

GAP = 4  # columns between two layers


class Size(NamedTuple):
    """The size of a cell.

    Attributes:
        width: the number of columns.
        height: the number of lines.
        has_lines: whether there are lines between the rows and the columns.
    """

    width: int
    height: int
    has_lines: bool


SIZES = (Size(7, 3, True), Size(5, 1, True), Size(3, 1, True), Size(3, 1, False), Size(2, 1, False), Size(1, 1, False))
"""The sizes of cells, the largest first."""


class Place(NamedTuple):
    """A place on screen: a column and a line, counted from the top left corner of the board."""

    x: int
    y: int


@dataclass(frozen=True)
class Grid:
    """The geometry of a board.

    Attributes:
        board: the board.
        size: the size of its cells.
        beside: the number of layers that are beside one another.
    """

    board: Board
    size: Size
    beside: int

    @cached_property
    def layers(self) -> tuple[Point, ...]:
        """The layers, each given by its coordinates. A flat board has a single layer."""
        return tuple(dict.fromkeys(point[2:] for point in self.board.points))

    @property
    def columns(self) -> int:
        """The number of columns of a layer."""
        return self.board.shape[0]

    @property
    def rows(self) -> int:
        """The number of rows of a layer."""
        return self.board.shape[1] if len(self.board.shape) > 1 else 1

    @property
    def margin(self) -> int:
        """The columns to the left of the cells, for the numbers of the rows."""
        return len(str(self.rows)) + 1

    @property
    def head(self) -> int:
        """The lines above the cells, for the names of the columns and, if there are several, of the layer."""
        return 1 + (len(self.layers) > 1)

    @property
    def step(self) -> Place:
        """The distance from a cell to the next one."""
        return Place(self.size.width + 1, self.size.height + self.size.has_lines)

    @property
    def layer_width(self) -> int:
        """The width of a layer. The margin is repeated on the right, so that the cells are in the middle."""
        return self.margin + self.columns * self.step.x - 1

    @property
    def layer_height(self) -> int:
        """The height of a layer."""
        return self.head + self.rows * self.step.y - self.size.has_lines

    @property
    def width(self) -> int:
        """The width of the board."""
        return self.beside * (self.layer_width + GAP) - GAP

    @property
    def height(self) -> int:
        """The height of the board."""
        rows = -(-len(self.layers) // self.beside)
        return rows * (self.layer_height + 1) - 1

    def origin(self, layer: int) -> Place:
        """Return the top left corner of a layer."""
        down, right = divmod(layer, self.beside)
        return Place(right * (self.layer_width + GAP), down * (self.layer_height + 1))

    def place(self, cell: Cell) -> Place:
        """Return the top left corner of a cell."""
        point = self.board.points[cell]
        x, y = self.origin(self.layers.index(point[2:]))
        row = point[1] if len(point) > 1 else 0
        return Place(x + self.margin + point[0] * self.step.x, y + self.head + row * self.step.y)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a place, or None. The names above a column belong to its first cell."""
        for number, layer in enumerate(self.layers):
            left, top = self.origin(number)
            column, rest = divmod(x - left - self.margin, self.step.x)
            row = max(0, y - top - self.head) // self.step.y
            is_inside = 0 <= column < self.columns and row < self.rows and top <= y < top + self.layer_height
            if is_inside and rest < self.size.width:
                return self.board.at.get((column, row, *layer)[: len(self.board.shape)])
        return None


def _grids(board: Board) -> Iterator[Grid]:
    """Yield the grids of a board, the best first. Layers are best side by side if their cells are not too small."""
    layers = len({point[2:] for point in board.points})
    yield from (Grid(board, size, layers) for size in SIZES[:-1])
    yield from (Grid(board, size, beside) for size in SIZES for beside in range(layers, 0, -1))


def fitting(board: Board, columns: int, lines: int) -> Grid:
    """Return the best grid that fits into a space, or the smallest grid if none fits."""
    grids = _grids(board)
    fit = next((grid for grid in grids if grid.width <= columns and grid.height <= lines), None)
    smallest = (Grid(board, SIZES[-1], beside) for beside in range(len(Grid(board, SIZES[-1], 1).layers), 0, -1))
    return fit or min(smallest, key=lambda grid: (grid.width > columns, grid.height))


def is_better(grid: Grid, other: Grid) -> bool:
    """Return whether a board is easier to read in a grid than in another one."""

    def quality(grid: Grid) -> tuple[bool, int]:
        return grid.beside == len(grid.layers), -SIZES.index(grid.size)

    return quality(grid) > quality(other)


def moved(board: Board, cell: Cell, right: int, down: int, layers: int = 0) -> Cell:
    """Return the next cell in a direction, or the cell itself at the edge. Layers are side by side."""
    shape = board.shape
    point = [*board.points[cell], 0, 0][: max(2, len(shape))]
    depth = len(shape) > 2
    x, y = point[0] + right, point[1] + down
    z = (point[2] if depth else 0) + layers
    if depth and right and not 0 <= x < shape[0] and 0 <= z + right < shape[2]:
        x, z = x % shape[0], z + right
    new = (x, y, *((z,) if depth else ()), *point[3:])[: len(shape)]
    return board.at.get(new, cell)


def centre(board: Board) -> Cell:
    """Return the cell in the middle of a board, or the first cell if no cell is there."""
    return board.at.get(tuple(side // 2 for side in board.shape), 0)
