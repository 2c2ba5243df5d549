"""The calling styles of users' functions: how to call a function and how to interpret its answer.

A style describes the board, its marks, the values of the other parameters, and where the answer contains the move.
`noughts.players.user_code.detection` detects the style of a function.
"""

import operator
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, prod
from random import Random
from typing import Any, TypeAlias

from noughts.players.opponent import Choice
from noughts.players.user_code.parameters import Roles
from noughts.rules.board import Cell, Move, Point, grid
from noughts.rules.errors import NotationError, NoughtsError, short_repr
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

Mark: TypeAlias = str | int | None
"""The content of a cell on a user's board."""
Marks: TypeAlias = tuple[Mark, Mark, Mark]
"""The marks for X, O and an empty cell."""


def _rows(cells: Sequence[Any], shape: Point, make: Callable[[Sequence[Any]], Any] = list) -> Any:
    """Arrange the cells in rows or, on a three-dimensional board, in layers of rows."""
    for side in shape[:-1]:
        cells = [make(cells[i : i + side]) for i in range(0, len(cells), side)]
    return make(cells)


def _array(cells: Any) -> Any:
    return sys.modules["numpy"].array(cells)


BOARDS: dict[str, tuple[str, Callable[[list[Mark], Point], Any]]] = {
    "position": ("a Position of noughts", lambda cells, shape: None),
    "rows": ("a list of rows of {}", _rows),
    "list": ("one flat list of {}", lambda cells, shape: cells),
    "list from 1": ("a list of {} with the cells at index 1 and up", lambda cells, shape: cells),
    "dict from 1": ("a dict of {}, the cells numbered from 1", lambda cells, shape: dict(enumerate(cells, 1))),
    "text": ("a string of {}", lambda cells, shape: "".join(map(str, cells))),
    "tuple": ("a flat tuple of {}", lambda cells, shape: tuple(cells)),
    "tuples": ("a tuple of rows of {}", lambda cells, shape: _rows(cells, shape, tuple)),
    "array": ("an array of rows of {}", lambda cells, shape: _array(_rows(cells, shape))),
    "flat array": ("a flat array of {}", lambda cells, shape: _array(cells)),
}
"""The kinds of boards, each with a description and a function that builds it from the marks and the shape."""

_NUMBERED: dict[Mark, Callable[[Cell], Mark]] = {
    "0, 1, 2 …": lambda cell: cell,
    "1, 2, 3 …": lambda cell: cell + 1,
    "'0', '1' …": lambda cell: str(cell),
    "'1', '2' …": lambda cell: str(cell + 1),
}
"""Marks that show the number of the cell in each empty cell."""

_EMPTY: tuple[Mark, ...] = (" ", "", None, "_", ".", "-", 0, "#", "*", "?", *_NUMBERED)
_NUMBERS: tuple[Marks, ...] = ((1, -1, 0), (1, 2, 0), (-1, 1, 0), (2, 1, 0), (1, 0, -1), (0, 1, -1), (1, 0, None))
MARKS: tuple[Marks, ...] = (*(("X", "O", e) for e in _EMPTY), *_NUMBERS, *(("x", "o", e) for e in _EMPTY))
"""The marks that detection tries, most common first."""


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
    """

    board: str = "position"
    marks: Marks = ("X", "O", " ")
    own: int | None = None
    depth: str = "0"
    maximizing: str = "X"
    reading: str = "move"
    first: int = 0

    def arguments(self, roles: Roles, position: Position, random: Random) -> tuple[dict[str, Any], Any]:
        """Return the keyword arguments for calling the function, and the new board that they contain."""
        x, o = self._sides(position)
        mine, theirs = (x, o) if position.turn is Player.X else (o, x)
        board = position if self.board == "position" else self._board(position, x, o)
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
        }
        return {name: values[role] for name, role in roles.items()}, board

    def move(self, answer: Any, position: Position) -> Move | None:
        """Return the move in an answer, or None if the answer is not a move. The move may be illegal."""
        part = _unwrapped(READINGS[self.reading](_unwrapped(answer), len(position.game.board.shape)))
        board, cells = position.game.board, len(position.game.board)
        if isinstance(part, Choice):
            part = part.move
            return part if isinstance(part, int) and 0 <= part < cells else None
        if isinstance(part, str):
            try:
                return position.cell(part)
            except NotationError:
                return None
        numbers = _numbers(part)
        if isinstance(numbers, int):
            if self._has_rows and self.reading != "move" and not position.game.needs:
                return None  # a pair of numbers is a row and a column
            if self._has_rows and position.game.needs:
                column = numbers - self.first
                return _lowest(column, position) if 0 <= column < board.shape[0] else None
            first = 1 if self.board in ("list from 1", "dict from 1") else self.first
            return numbers - first if 0 <= numbers - first < cells else None
        if numbers is None or (self.board == "position" and self.first):
            return None
        return board.at.get(tuple(number - self.first for number in reversed(numbers)))

    def changed(self, before: Any, after: Any) -> Choice | None:
        """Return the move that a function made by placing a stone on its board, or None if it placed none."""
        old, new = _flat(before), _flat(after)
        if self.board == "position" or len(old) != len(new):
            return None
        different = [cell for cell, (a, b) in enumerate(zip(old, new, strict=True)) if type(a) is not type(b) or a != b]
        return Choice(different[0] - (self.board == "list from 1")) if len(different) == 1 else None

    def words(self, name: str, roles: Roles) -> str:
        """Describe the style, as in ``minimax(board) with a list of rows of 'X', 'O' and ' '``."""
        x, o, empty = (mark if mark in _NUMBERED else repr(mark) for mark in self.marks)
        text = f"{name}({', '.join(roles)}) with " + BOARDS[self.board][0].format(f"{x}, {o} and {empty}")
        for parameter, role in roles.items():
            if role == "depth":
                text += f", {parameter} = {'0' if self.depth == '0' else 'the number of empty cells'}"
            if role == "maximizing":
                meaning = {"True": "True", "mark": "the mark of the side to move"}
                text += f", {parameter} = {meaning.get(self.maximizing, f'whether {self.maximizing} is to move')}"
        if self.reading != "move":
            text += f", returning ({self.reading})"
        if self.first:
            text += ", counted from 1"
        if self.own is not None:
            text += f"; it plays one side only: its own stones are always {self.marks[self.own]!r}"
        return text

    @property
    def _has_rows(self) -> bool:
        return self.board in ("rows", "tuples", "array")

    def _sides(self, position: Position) -> tuple[Mark, Mark]:
        """Return the marks for X's and O's stones."""
        if self.own is None:
            return self.marks[0], self.marks[1]
        mine, theirs = self.marks[self.own], self.marks[1 - self.own]
        return (mine, theirs) if position.turn is Player.X else (theirs, mine)

    def _board(self, position: Position, x: Mark, o: Mark) -> Any:
        empty = self.marks[2]
        number: Callable[[Cell], Mark] = _NUMBERED.get(empty, lambda cell: empty)
        cells = [
            x if position.x >> cell & 1 else o if position.o >> cell & 1 else number(cell)
            for cell in range(len(position.game.board))
        ]
        if self.board == "list from 1":
            cells.insert(0, number(-1))
        return BOARDS[self.board][1](cells, position.game.board.shape)

    def _named(self, cell: Cell, position: Position) -> Any:
        """Convert a cell to the form that the function expects in a list of moves."""
        if self._has_rows:
            return tuple(reversed(position.game.board.points[cell]))
        return cell + (self.board in ("list from 1", "dict from 1"))


_MOVE_KEYS = ("move", "best_move", "bestmove", "index", "position", "cell", "action")

READINGS: dict[str, Callable[[Any, int], Any]] = {
    "move": lambda answer, axes: answer,
    "move, score": lambda answer, axes: _part(answer, axes, slice(0, -1)),
    "score, move": lambda answer, axes: _part(answer, axes, slice(1, None)),
}
"""The places where an answer can contain the move, each with a function that extracts the move."""


def styles(game: Game, roles: Roles, marks: Marks | None = None) -> Iterator[Style]:
    """Yield the styles in which a function can be called, the most common ones first.

    All styles have the default `reading` and `first`.

    Args:
        game: the game.
        roles: the roles of the function's parameters.
        marks: yield only styles with these marks.
    """
    depths = ("0", "empty") if "depth" in roles.values() else ("0",)
    maximizing = ("X", "O", "True", "mark") if "maximizing" in roles.values() else ("X",)
    shape = game.board.shape
    is_full = len(game.board) == prod(shape) and game.board == grid(*shape)
    for board in BOARDS:
        if "array" in board and "numpy" not in sys.modules:
            continue
        if board == "position":
            choices: tuple[Marks, ...] = (("X", "O", " "),)
        elif not is_full:
            break
        elif board == "text":
            choices = tuple(c for c in ([marks] if marks else MARKS) if all(len(str(m)) == 1 for m in c))
        else:
            choices = (marks,) if marks else MARKS
        for chosen in choices:
            for depth in depths:
                for is_max in maximizing:
                    yield Style(board, chosen, None, depth, is_max)


def read_marks(text: str) -> Marks:
    """Parse marks such as ``XO_``, or marks separated by commas, such as ``1,-1,0`` or ``X,O,None``.

    Raises:
        NoughtsError: the text does not contain three different marks.
    """
    parts = text.split(",") if "," in text else list(text)
    marks = [None if p == "None" else int(p) if re.fullmatch(r"-?[0-9]{1,9}", p.strip()) else p for p in parts]
    if len(marks) != 3 or len({repr(mark) for mark in marks}) != 3:
        raise NoughtsError(
            f"invalid marks {short_repr(text, 20)}: expected three marks (for X, O and an empty cell), "
            "such as XO_ or 1,-1,0"
        )
    return marks[0], marks[1], marks[2]


def answer_words(answer: object) -> str:
    """Format an answer as text. Long answers are shortened."""
    if isinstance(answer, Choice):
        return f"move {answer.move}"
    text = repr(answer)
    return text if len(text) <= 60 else text[:60] + "…"


def _lowest(column: int, position: Position) -> Move:
    """Return the cell where a stone lands in a column. If the column is full, return its top cell."""
    inside = [cell for cell, point in enumerate(position.game.board.points) if point[0] == column]
    return next((cell for cell in reversed(inside) if cell in position.moves), inside[0])


def _unwrapped(answer: Any) -> Any:
    """Extract the move from an answer that wraps it, such as a search result or a dict."""
    if answer is None or isinstance(answer, Choice | int | str | Sequence):
        return answer
    if isinstance(answer, Mapping):
        parts = {str(key).lower(): value for key, value in answer.items()}
    else:
        parts = {key: part for key in (*_MOVE_KEYS, "row", "col") if not callable(part := getattr(answer, key, len))}
    if {"row", "col"} <= parts.keys():
        return parts["row"], parts["col"]
    return next((parts[key] for key in _MOVE_KEYS if key in parts), answer)


def _numbers(answer: Any) -> int | tuple[int, ...] | None:
    """Convert an answer to an int or a tuple of ints. Return None if this is impossible."""
    if isinstance(answer, bool | str | Mapping):
        return None
    try:
        return operator.index(answer)
    except TypeError:
        pass
    try:
        numbers = [_numbers(part) for part in answer]
    except TypeError:
        return None
    whole = tuple(number for number in numbers if isinstance(number, int))
    return whole if len(whole) == len(numbers) else None


def _part(answer: Any, axes: int, part: slice) -> Any:
    """Extract the move from an answer that also contains a score, such as ``(move, score)``."""
    if isinstance(answer, str | Mapping) or not hasattr(answer, "__len__") or len(answer) not in (2, axes + 1):
        return None
    rest = answer[part]
    return rest[0] if len(answer) == 2 else rest


def _flat(board: Any) -> list[Any]:
    """Return all marks on a board as one flat list."""
    if isinstance(board, Mapping):
        board = list(board.values())
    if hasattr(board, "tolist"):
        board = board.tolist()
    if isinstance(board, str) and len(board) > 2:
        return list(board)
    if not isinstance(board, list | tuple):
        return [board]
    return [mark for part in board for mark in (_flat(part) if isinstance(part, list | tuple) else [part])]
