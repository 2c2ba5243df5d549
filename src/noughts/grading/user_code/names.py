"""The names that stand for parts of a position in a call of a user's function, such as ``rows`` and ``player``."""

from collections.abc import Callable, Mapping
from importlib import import_module
from math import inf
from random import Random
from typing import Any

from noughts.grading.user_code.answers import MAGIC, dropped, printed_move
from noughts.grading.user_code.marks import NUMBERED, Mark
from noughts.grading.user_code.spy import Notes, Spy
from noughts.grading.user_code.windows import Widget
from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.move_order import moves_to
from noughts.rules.position import Position


class Names:
    """The values that names such as ``rows`` have in one position. Each value is a new object, which a program may
    change.

    Args:
        position: the position.
        marks: the marks for X, O and an empty cell.
        random: random numbers for the program.
        printed: returns what the program has printed.
    """

    def __init__(
        self, position: Position, marks: tuple[Any, Any, Any], random: Random, printed: Callable[[], str] = str
    ) -> None:
        self.position, self.marks, self.random, self.printed = position, marks, random, printed
        self.given: dict[str, Any] = {}
        self.notes = Notes()
        self.ended: BaseException | None = None  # the error that ended the call before its last part

    def __getitem__(self, name: str) -> Any:
        """Return the value of a name. The value stays the same object during the whole call."""
        if name not in self.given:
            self.given[name] = NAMES[name][1](self)
        return self.given[name]

    def fresh(self, name: str) -> Any:
        """Return a new copy of the value that a name had before the call."""
        return NAMES[name][1](Names(self.position, self.marks, self.random))

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of the board: how many columns, rows and (on a three-dimensional board) layers it has."""
        return self.position.game.board.shape

    def stones(self, player: Player) -> list[Cell]:
        """Return the cells of a player's stones."""
        cells = self.position.x if player is Player.X else self.position.o
        return [cell for cell in range(len(self.position.game.board)) if cells >> cell & 1]

    def mark(self, player: Player) -> Any:
        """Return the mark that stands for a player on the program's board."""
        return self.marks[0 if player is Player.X else 1]

    def cells(self) -> list[Any]:
        """Return the mark in each cell of the board."""
        x, o, empty = self.marks
        is_numbered = isinstance(empty, str) and empty in NUMBERED
        number: Callable[[Cell], Mark] = NUMBERED[empty] if is_numbered else lambda cell: empty
        position = self.position
        return [
            x if position.x >> cell & 1 else o if position.o >> cell & 1 else number(cell)
            for cell in range(len(position.game.board))
        ]

    def history(self) -> list[Cell]:
        """Return moves that lead from the empty board to the position."""
        return list(moves_to(self.position) or (*self.stones(Player.X), *self.stones(Player.O)))

    def pairs(self) -> list[tuple[int, ...]]:
        """Return each cell as a pair (row, column)."""
        return [tuple(reversed(point)) for point in self.position.game.board.points]


def rows_of(cells: list[Any], shape: tuple[int, ...]) -> list[Any]:
    """Arrange a list of cells in rows or, on a three-dimensional board, in layers of rows."""
    for side in shape[:-1]:
        cells = [cells[i : i + side] for i in range(0, len(cells), side)]
    return cells


def _words(names: Names) -> list[str]:
    """Name the cells of a 3 × 3 board as *Automate the Boring Stuff with Python* does."""
    return [f"{row}-{column}" for row in ("top", "mid", "low") for column in "LMR"]


def _array(value: Any) -> Any:
    try:
        return import_module("numpy").array(value)
    except ModuleNotFoundError:
        raise NoughtsError("the call needs array, but NumPy is not installed") from None


def _observation(names: Names) -> dict[str, Any]:
    given = Names(names.position, (1, 2, 0), names.random)
    step = (names.position.x | names.position.o).bit_count()
    return Struct(board=given.cells(), mark=given.mark(names.position.turn), step=step)


def _configuration(names: Names) -> dict[str, Any]:
    columns, rows, *_ = (*names.shape, 1)
    return Struct(columns=columns, rows=rows, inarow=min(line.bit_count() for line in names.position.game.lines))


class Struct(dict[str, Any]):
    """A dict whose items can also be read as attributes, as in Kaggle's environments."""

    __getattr__ = dict.__getitem__


NAMES: Mapping[str, tuple[str, Callable[[Names], Any]]] = {
    "rows": ("a list of rows, each a list of marks", lambda n: rows_of(n.cells(), n.shape)),
    "cells": ("a list of the marks of all cells, row by row", Names.cells),
    "text": ("the marks of all cells as one string", lambda n: "".join(map(str, n.cells()))),
    "player": ("the mark of the player to move", lambda n: n.mark(n.position.turn)),
    "opponent": ("the mark of the other player", lambda n: n.mark(n.position.turn.other)),
    "is_x": ("whether X is to move", lambda n: n.position.turn is Player.X),
    "mine": ("the numbers of the cells of the player to move, from 0", lambda n: n.stones(n.position.turn)),
    "theirs": ("the numbers of the cells of the other player", lambda n: n.stones(n.position.turn.other)),
    "xs": ("the numbers of X's cells", lambda n: n.stones(Player.X)),
    "os": ("the numbers of O's cells", lambda n: n.stones(Player.O)),
    "stones": (
        "pairs of the number and the mark of each stone",
        lambda n: sorted([(c, n.mark(p)) for p in Player for c in n.stones(p)], key=lambda pair: pair[0]),
    ),
    "moves": ("the numbers of the legal moves, from 0", lambda n: list(n.position.moves)),
    "history": ("the moves so far, as numbers from 0", Names.history),
    "depth": ("the number of empty cells", lambda n: n.position.empty.bit_count()),
    "size": ("the number of columns", lambda n: n.shape[0]),
    "empty": ("the mark of an empty cell", lambda n: n.marks[2]),
    "pairs": ("the (row, column) of each cell, from 0", Names.pairs),
    "names": ("the names of all cells: a3, b3 …", lambda n: list(n.position.game.board.names)),
    "words": ("the names of all cells: top-L, top-M …", _words),
    "magic": ("the numbers of a magic square", lambda n: list(MAGIC)),
    "inf": ("infinity", lambda n: inf),
    "random": ("random numbers with a seed", lambda n: n.random),
    "position": ("the noughts.Position", lambda n: n.position),
    "printed": ("the last move that the program has printed", lambda n: lambda answer: printed_move(n.printed())),
    "drop": ("the cell in which a stone lands in a column", lambda n: lambda column: dropped(column, n.position)),
    "array": ("numpy.array", lambda n: _array),
    "window": ("a window that is not shown", lambda n: Widget()),
    "spy": ("a board that notes what a function does with it", lambda n: Spy(n.notes)),
    "observation": ("Kaggle's observation: board and mark", _observation),
    "configuration": ("Kaggle's configuration: columns, rows and inarow", _configuration),
}
"""The names with their meanings, and the functions that compute them."""
