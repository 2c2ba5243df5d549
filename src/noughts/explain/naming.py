"""Names of moves and rows in sentences: by cells or, in games in which discs fall, by columns."""

from collections.abc import Iterable, Sequence

from noughts.rules.board import Board, Cell, coordinate


class Naming:
    """Names moves by their cells, as in ``b2``, and rows by all their cells, as in ``a1-b2-c3``."""

    def move(self, board: Board, cell: Cell) -> str:
        """Return the name of a move."""
        return board.names[cell]

    def moves(self, board: Board, cells: Iterable[Cell]) -> list[str]:
        """Return the names of moves."""
        return [self.move(board, cell) for cell in cells]

    def subject(self, board: Board, cell: Cell, *, first: bool = False) -> str:
        """Return the name of a move as the subject of a verb.

        Args:
            board: the board.
            cell: the move.
            first: whether the sentence begins with it.
        """
        return self.move(board, cell)

    def row(self, board: Board, cells: Sequence[Cell], between: str = "-") -> str:
        """Return the name of a row. If the name lists the row's cells, `between` separates them."""
        return between.join(board.names[cell] for cell in cells)


class _Columns(Naming):
    """Names moves by their columns, as in ``b``, and rows as in ``the row from a to d``.

    A subject is ``column d``, because ``a wins`` would be hard to read.
    """

    def move(self, board: Board, cell: Cell) -> str:
        return coordinate(0, board.points[cell][0])

    def subject(self, board: Board, cell: Cell, *, first: bool = False) -> str:
        return f"{'Column' if first else 'column'} {self.move(board, cell)}"

    def row(self, board: Board, cells: Sequence[Cell], between: str = "-") -> str:
        columns = sorted(board.points[cell][0] for cell in cells)
        first, last = coordinate(0, columns[0]), coordinate(0, columns[-1])
        return f"the row in column {first}" if first == last else f"the row from {first} to {last}"


CELLS = Naming()
"""Names moves by their cells, in every game."""

COLUMNS: Naming = _Columns()
"""Names moves by their columns, for games whose boards are drawn as columns that discs fall into."""
