"""The calling styles of users' functions: how to call a function and how to interpret its answer.

A style describes the board, its marks, where the function finds it, the values of the other parameters, and where the
answer contains the move. `noughts.grading.user_code.detection` detects the style of a function.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from random import Random
from typing import Any

from noughts.grading.user_code.answers import READINGS, numbers, unwrapped
from noughts.grading.user_code.boards import (
    BOARDS,
    MARKS,
    NUMBERED,
    BoardKind,
    Mark,
    Marks,
    changed,
    is_member,
    kinds,
    marks_of,
)
from noughts.grading.user_code.parameters import GUESSES, Roles
from noughts.players.opponent import Choice
from noughts.rules.board import Cell, Move
from noughts.rules.errors import NotationError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

PRINTS = "it prints its move instead of returning it"
SWAPS = "it returns the column before the row"
COUNTS_ROWS_FROM_1 = "it counts rows and columns from 1, not from 0"
COUNTS_CELLS_FROM_1 = "it counts cells from 1, not from 0"
"""These are the mistakes in the form of an answer that noughts can correct."""

_STONES = {
    "x stones": "X's cells",
    "o stones": "O's cells",
    "my stones": "the cells of the player to move",
    "opponent's stones": "the cells of the opponent",
}
"""The roles of parameters that take the cells of one player, with their meanings."""


@dataclass(frozen=True)
class Style:
    """A calling style: how to call a function and how to interpret its answer.

    Attributes:
        board: the kind of board, a key of `BOARDS`.
        marks: the marks for X, O and an empty cell.
        own: None if X's stones always have X's mark. Otherwise the function plays one side only, and its own stones
            always have the mark with this index in `marks`, 0 or 1.
        depth: the value of a parameter such as depth: ``"0"``, or ``"empty"`` for the number of empty cells.
        maximizing: the value of a parameter such as is_max: ``"X"`` or ``"O"`` if it is true when that side is to move,
            ``"True"`` if it is always true, or ``"mark"`` for the mark of the side to move.
        reading: where the answer contains the move, as a key of `READINGS`.
        first: the number of the first cell, row and column in the answer, 0 or 1.
        place: where the function finds the board, as in `noughts.grading.user_code.target.Target.places`. If it is
            empty, the board is an argument.
        swapped: whether the answer is a column and a row.
        unknown: the role of the parameter whose name says nothing, one of `GUESSES`.
    """

    board: str = "position"
    marks: Marks = ("X", "O", " ")
    own: int | None = None
    depth: str = "0"
    maximizing: str = "X"
    reading: str = "move"
    first: int = 0
    place: str = ""
    swapped: bool = False
    unknown: str = "player"

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The mistakes in the form of the answer. noughts grades the function as if they were corrected."""
        found = []
        if self.reading.startswith("printed"):
            found.append(PRINTS)
        if self.swapped:
            found.append(SWAPS)
        if self.first and "1" not in str(self.marks[2])[:2]:
            found.append(COUNTS_ROWS_FROM_1 if self.kind.has_rows else COUNTS_CELLS_FROM_1)
        return tuple(found)

    @property
    def kind(self) -> BoardKind:
        """The kind of board."""
        return BOARDS[self.board]

    @property
    def shown(self) -> Sequence[Mark]:
        """The marks that occur on the boards: no mark for empty cells if the boards contain only the stones."""
        return self.marks[:2] if self.kind.sparse else self.marks

    def sides(self, position: Position) -> tuple[Mark, Mark]:
        """Return the marks of the player to move and of the opponent."""
        x, o = self._marks(position)
        return (x, o) if position.turn is Player.X else (o, x)

    def arguments(self, roles: Roles, position: Position, random: Random) -> tuple[dict[str, Any], Any]:
        """Return the keyword arguments for calling the function, and the new board that they contain."""
        mine, theirs = self.sides(position)
        board: Any = position if self.board == "position" else self._board(position)
        values: dict[str, Any] = {
            "board": board,
            "depth": 0 if self.depth == "0" else position.empty.bit_count(),
            "alpha": -inf,
            "beta": inf,
            "random": random,
            "maximizing": {"True": True, "mark": mine}.get(self.maximizing, position.turn.name == self.maximizing),
            "x turn": mine == self.marks[0],
            "moves": [self._named(cell, position) for cell in position.moves],
            "opponent": position.turn.other if self.board == "position" else theirs,
            "player": position.turn if self.board == "position" else mine,
            "size": position.game.board.shape[0],
            **(board if self.kind.apart else {}),
        }
        return {name: values[role] for name, role in self.known(roles).items()}, board

    def known(self, roles: Roles) -> Roles:
        """Return the roles with this style's guess for the parameter whose name says nothing."""
        meant = {"unknown": self.unknown}
        if self.kind.apart and "my stones" not in roles.values():
            meant |= {"player": "my stones", "opponent": "opponent's stones"}
        return {name: meant.get(role, role) for name, role in roles.items()}

    def move(self, answer: Any, position: Position) -> Move | None:
        """Return the move in an answer, or None if the answer is not a move. The move may be illegal."""
        board, cells = position.game.board, len(position.game.board)
        part = unwrapped(READINGS[self.reading](answer, len(board.shape)))
        if isinstance(part, Choice):
            return part.move if isinstance(part.move, int) and 0 <= part.move < cells else None
        keys = self.kind.keys(board.shape) if self.kind.keys else []
        if isinstance(part, str):
            try:
                return keys.index(part) if part in keys else position.cell(part)
            except NotationError:
                return None
        numbered = numbers(part)
        if numbered is None or (self.board == "position" and self.first):
            return None
        if keys and numbered in keys:
            return keys.index(numbered)
        if isinstance(numbered, int):
            return None if keys else self._counted(numbered, position)
        point = [number - self.first for number in numbered]
        return board.at.get(tuple(point if self.swapped else reversed(point)))

    def changed(self, before: Any, after: Any, position: Position) -> Choice | None:
        """Return the move that a function made by placing a stone on its board, or None if it placed none."""
        place = None if self.board == "position" or self.kind.apart else changed(before, after)
        if place is None:
            return None
        if isinstance(before, Mapping) and self.kind.keys:
            keys = self.kind.keys(position.game.board.shape)
            return Choice(keys.index(place)) if place in keys else None
        return Choice(place - (self.board == "list from 1"))

    def words(self, name: str, roles: Roles) -> str:
        """Describe the style, as in ``minimax(board) with a list of rows of 'X', 'O' and ' '``."""
        x, o, empty = (str(mark) if mark in NUMBERED or is_member(mark) else repr(mark) for mark in self.marks)
        marks = f"{x} and {o}" if self.kind.sparse else f"{x}, {o} and {empty}"
        board = self.kind.words.format(marks)
        where, _, attribute = self.place.partition(":")
        phrase = {
            "": board,
            "apart": board,
            "turn": f"a tuple of {board}, and the mark of the player to move",
            "global": f"{board} in the global variable {attribute}",
            "both": f"{board}, also in the global variable {attribute}",
            "self": f"{board} in its attribute {attribute}",
            "object": f"an object with {board} in {attribute}",
        }[where]
        text = f"{name}({', '.join(roles)}) with {phrase}"
        for parameter, role in self.known(roles).items():
            if role in _STONES:
                text += f", {parameter} = {_STONES[role]}"
            if roles[parameter] == "unknown" and role in ("player", "opponent"):
                text += f", {parameter} = the mark of the {'player to move' if role == 'player' else 'opponent'}"
            if role == "depth":
                text += f", {parameter} = {'0' if self.depth == '0' else 'the number of empty cells'}"
            if role == "maximizing":
                meaning = {"True": "True", "mark": "the mark of the side to move"}
                text += f", {parameter} = {meaning.get(self.maximizing, f'whether {self.maximizing} is to move')}"
        if self.reading.startswith("printed"):
            text += ", printing its move"
        elif self.reading != "move":
            text += f", returning ({self.reading})"
        if self.swapped:
            text += ", the column before the row"
        if self.first:
            text += ", counted from 1"
        if self.own is not None:
            text += f"; it plays one side only: its own stones are always {self.marks[self.own]!r}"
        return text

    def _counted(self, number: int, position: Position) -> Move | None:
        """Return the cell with a number or, if stones fall, the lowest empty cell of the column."""
        board, number = position.game.board, number - self.first
        if self.kind.has_rows and position.game.needs:
            return _lowest(number, position) if 0 <= number < board.shape[0] else None
        if self.kind.has_rows and self.reading not in ("move", "printed index"):
            return None  # a pair of numbers is a row and a column
        return number if 0 <= number < len(board) else None

    def _marks(self, position: Position) -> tuple[Mark, Mark]:
        """Return the marks for X's and O's stones."""
        if self.own is None:
            return self.marks[0], self.marks[1]
        mine, theirs = self.marks[self.own], self.marks[1 - self.own]
        return (mine, theirs) if position.turn is Player.X else (theirs, mine)

    def _board(self, position: Position) -> Any:
        if self.kind.apart:
            return self._cells_apart(position)
        x, o = self._marks(position)
        empty = None if self.kind.sparse else self.marks[2]
        number: Callable[[Cell], Mark] = NUMBERED.get(empty, lambda cell: empty)
        cells = [
            x if position.x >> cell & 1 else o if position.o >> cell & 1 else number(cell)
            for cell in range(len(position.game.board))
        ]
        if self.board == "list from 1":
            cells.insert(0, number(-1))
        return self.kind.build(cells, position.game.board.shape)

    def _cells_apart(self, position: Position) -> dict[str, Any]:
        """Return the cells of each player, by the roles of the parameters that take them."""
        shape = position.game.board.shape
        names = list(enumerate(self.kind.keys(shape) if self.kind.keys else []))
        x, o = (
            self.kind.build([name for cell, name in names if cells >> cell & 1], shape)
            for cells in (position.x, position.o)
        )
        return dict(zip(_STONES, (x, o, x, o) if position.turn is Player.X else (x, o, o, x), strict=True))

    def _named(self, cell: Cell, position: Position) -> Any:
        """Convert a cell to the form that the function expects in a list of moves."""
        if self.kind.keys:
            return self.kind.keys(position.game.board.shape)[cell]
        return tuple(reversed(position.game.board.points[cell])) if self.kind.has_rows else cell


def read_style(data: Mapping[str, Any]) -> Style:
    """Return the style with these attributes, which another process may have made up.

    Raises:
        KeyError, TypeError, ValueError: the data describes no style.
    """
    style = Style(**{**data, "marks": tuple(data["marks"])})
    is_known = style.board in BOARDS and style.reading in READINGS and style.own in (None, 0, 1)
    is_plain = all(mark is None or isinstance(mark, str | int) for mark in style.marks)
    if not (
        is_known and is_plain and len(style.marks) == 3 and style.first in (0, 1) and style.swapped in (False, True)
    ):
        raise ValueError("this is not a calling style")
    return style


def styles(
    game: Game,
    roles: Roles,
    marks: Sequence[Marks] = MARKS,
    places: Sequence[str] = ("",),
    written: Callable[[Style], int] = lambda style: 0,
) -> Iterator[Style]:
    """Yield the styles in which a function can be called, the most common ones first.

    All styles have the default `reading` and `first`.

    Args:
        game: the game.
        roles: the roles of the function's parameters.
        marks: the marks to try.
        places: the places where the function may find the board.
        written: returns how many of the marks of a style the user's file contains: 2 for all, 1 for the mark of empty
            cells, and 0 for fewer. Styles with more come first.
    """
    known = set(roles.values())
    guesses = [role for role in GUESSES if role not in known] if "unknown" in known else ["player"]
    for place, known_marks, board in product(places, (2, 1, 0), kinds(game)):
        if (place and board == "position") or BOARDS[board].apart != (place == "apart:"):
            continue
        chosen = [these for these in marks_of(board, marks) if written(Style(board, these)) == known_marks]
        for these, guess in product(chosen, guesses):
            depths = ("0", "empty") if "depth" in {*known, guess} else ("0",)
            maximizing = ("X", "O", "True", "mark") if "maximizing" in {*known, guess} else ("X",)
            for depth, is_max in product(depths, maximizing):
                yield Style(board, these, None, depth, is_max, place=place, unknown=guess)


def _lowest(column: int, position: Position) -> Move:
    """Return the cell where a stone lands in a column. If the column is full, return its top cell."""
    inside = [cell for cell, point in enumerate(position.game.board.points) if point[0] == column]
    return next((cell for cell in reversed(inside) if cell in position.moves), inside[0])
