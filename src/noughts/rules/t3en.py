"""Write a board as T3EN: its rows from top to bottom, separated by ``/``. `noughts.rules.notation` reads it.

Each row consists of ``x``, ``o`` and ``_`` (empty); a number repeats the mark after it. The player to move follows. In
three dimensions, layers are separated by ``//``. For example, ``o_x/x2_/x2o x`` is this board, with X to move::

    O . X
    X . .
    X O O
"""

from itertools import groupby

from noughts.rules.board import Board, Cells, Point
from noughts.rules.game import Player


def mark(x: Cells, o: Cells, cell: int) -> str:
    """Return the mark of a cell: ``x``, ``o``, or ``_`` if it is empty."""
    return "x" if x >> cell & 1 else "o" if o >> cell & 1 else "_"


def separator(before: Point | None, after: Point) -> str:
    """Return the slashes that T3EN writes between two cells, given the coordinates of their rows.

    Two slashes begin a new layer. Cells of the same row are not separated.
    """
    if before is None or before == after:
        return ""
    return "/" * (1 + max(axis for axis, (a, b) in enumerate(zip(before, after, strict=True)) if a != b))


def write_t3en(board: Board, x: Cells, o: Cells, turn: Player) -> str:
    """Return the T3EN of a board, given the stones of X and O and the player to move."""
    text, before = "", None
    cells = ((point[1:], mark(x, o, cell)) for cell, point in enumerate(board.points))
    for row, marks in groupby(cells, key=lambda each: each[0]):
        text += separator(before, row)
        before = row
        for each, run in groupby(which for _, which in marks):
            count = len(list(run))
            text += (str(count) if count > 1 else "") + each
    return f"{text} {turn.value}"
