"""Lay out a board's cells in a picture.

Layers along the third axis are drawn side by side, and layers along any further axis one below another.
"""

from math import ceil, hypot, sqrt

from noughts.rules.board import Board, Cell, Cells, cells_in

_IN_A_ROW = 5  # the maximum number of layers in a row


class Sheet:
    """The layout of a board's cells.

    Attributes:
        cell: the side of a cell.
        columns: the number of columns in a layer.
        rows: the number of rows in a layer.
        layers: the coordinates of each layer on the axes beyond the second.
        corners: the upper left corner of each layer.
        places: the upper left corner of each cell.
        right: the right edge of the last column.
        bottom: the lower edge of the last row.
    """

    def __init__(
        self, board: Board, cell: float, *, left: float = 0, top: float = 0, across: float = 0, down: float = 0
    ) -> None:
        """Place the cells.

        Args:
            board: the board.
            cell: the side of a cell.
            left: the left edge of the first layer.
            top: the upper edge of the first layer.
            across: the space between layers that are side by side.
            down: the space between layers that are one below the other.
        """
        self.cell = cell
        self.columns, self.rows = board.shape[0], board.shape[1] if len(board.shape) > 1 else 1
        self.layers = list(dict.fromkeys(point[2:] for point in board.points))
        row = len(self.layers)
        if len(board.shape) > 3:
            row = min(row, board.shape[2])
        elif row > _IN_A_ROW:
            row = ceil(sqrt(row))
        number = {layer: n for n, layer in enumerate(self.layers)}
        wide, high = self.columns * cell, self.rows * cell
        self.corners = [
            (left + n % row * (wide + across), top + n // row * (high + down)) for n in range(len(self.layers))
        ]
        self.right = max(x for x, _ in self.corners) + wide
        self.bottom = max(y for _, y in self.corners) + high
        self._layer = [number[point[2:]] for point in board.points]
        self.places: list[tuple[float, float]] = []
        for point, layer in zip(board.points, self._layer, strict=True):
            x, y = self.corners[layer]
            self.places.append((x + point[0] * cell, y + (point[1] if len(point) > 1 else 0) * cell))

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the centre of a cell."""
        x, y = self.places[cell]
        return x + self.cell / 2, y + self.cell / 2

    def line(self, cells: Cells) -> str:
        """Return a path that strikes through the cells, or that frames them if they do not form a straight line."""
        row = cells_in(cells)
        (a, b), (c, d) = self.middle(row[0]), self.middle(row[-1])
        steps = len(row) - 1
        x, y = ((c - a) / steps, (d - b) / steps) if steps else (0, 0)
        even = all(
            hypot(a + n * x - self.middle(cell)[0], b + n * y - self.middle(cell)[1]) < 0.01
            for n, cell in enumerate(row)
        )
        one_layer = len({self._layer[cell] for cell in row}) == 1
        if steps and even and one_layer and max(abs(x), abs(y)) < 1.5 * self.cell:
            beyond = 0.3 * self.cell / hypot(x, y)
            x, y = beyond * x, beyond * y
            return f"M{a - x:.6g} {b - y:.6g}L{c + x:.6g} {d + y:.6g}"
        side = 0.89 * self.cell
        corners = [
            (x + (self.cell - side) / 2, y + (self.cell - side) / 2) for x, y in map(self.places.__getitem__, row)
        ]
        return "".join(f"M{x:.6g} {y:.6g}h{side:.6g}v{side:.6g}h{-side:.6g}z" for x, y in corners)
