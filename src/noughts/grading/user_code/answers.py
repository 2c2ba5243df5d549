"""Find the move in a user function's answer. The answer can also contain a score, or be an object or printed text."""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from noughts.grading.user_code.limits import safe_text
from noughts.players.opponent import Choice
from noughts.rules.board import cell_set
from noughts.rules.errors import NotationError
from noughts.rules.game import Player
from noughts.rules.position import Position

_MOVE_KEYS = ("move", "best_move", "bestmove", "index", "cell_index", "position", "cell", "square", "spot", "action")
_PAIR_KEYS = (
    *(("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"), ("y", "x"), ("zeile", "spalte"), ("fila", "columna")),
    *(("fila", "col"), ("ligne", "colonne"), ("linha", "coluna"), ("riga", "colonna"), ("wiersz", "kolumna")),
    *(("satir", "sutun"), ("rij", "kolom")),
)
_KEYS = {*_MOVE_KEYS, *(key for pair in _PAIR_KEYS for key in pair), "visited"}
_MOST_PARTS = 1_000  # parts of an answer
_MOST_SIGNS = 4  # entries of a state besides its cells
_MOST_ROWS = 9  # rows of a board whose rows are texts; a longer list of texts is a list of marks
_DEEPEST = 8  # levels of nested lists
_LONGEST = 2_000  # characters of a text
_LARGEST = 1 << 62  # a number that fits into any format


@dataclass(frozen=True)
class Printed:
    """The last text that a function printed before it returned None."""

    text: str


class Described(dict[str, Any]):
    """An object that is not plain data: its text, and the attributes that can contain a move."""

    def __init__(self, text: str, parts: Mapping[str, Any] | None = None) -> None:
        super().__init__(parts or {})
        self.text = text

    def __repr__(self) -> str:
        return self.text


def plain(answer: Any) -> Any:
    """Convert an answer to plain data: None, numbers, strings, and lists, tuples, sets and dicts of plain data.

    A `Choice` stays a `Choice`, and any other object becomes a list if it has parts, or a `Described`. The conversion
    runs methods of the answer, which can fail or never return. For plain data, it runs only Python's own methods.
    """
    left = _MOST_PARTS

    def parts(values: Iterable[Any], depth: int) -> list[Any]:
        return [read(value, depth + 1) for value in islice(values, max(0, left))]

    def mapping(pairs: Iterable[tuple[Any, Any]], depth: int) -> dict[Any, Any]:
        found = [(read(key, depth + 1), read(value, depth + 1)) for key, value in islice(pairs, max(0, left))]
        return {_key(key): value for key, value in found}

    def read(value: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        kind = type(value)
        if left < 0 or depth > _DEEPEST:
            return Described("…")
        if value is None or kind is bool:
            return value
        if issubclass(kind, int):
            number = int.__index__(value)
            return number if abs(number) <= _LARGEST else Described("a huge number")
        if issubclass(kind, float):
            return float.__float__(value)
        if issubclass(kind, str):
            return str.__str__(value)[:_LONGEST]
        if kind is Choice and depth == 0 and type(value.move) is int:
            return Choice(value.move, count(value.visited))
        if issubclass(kind, list):
            return parts(list.__iter__(value), depth)
        if issubclass(kind, tuple):
            return tuple(parts(tuple.__iter__(value), depth))
        if issubclass(kind, set | frozenset):
            return set(map(_key, parts(value, depth)))
        if issubclass(kind, Mapping):
            return mapping(dict.items(value) if issubclass(kind, dict) else value.items(), depth)
        named = {key: part for key in sorted(_KEYS) if not callable(part := getattr(value, key, len))}
        if named:
            return Described(safe_text(value), {key: read(part, depth + 1) for key, part in named.items()})
        try:
            return read(operator.index(value), depth)
        except TypeError:
            pass
        try:
            values = iter(value)
        except TypeError:
            return Described(safe_text(value))
        return Described(safe_text(value)) if values is value else parts(values, depth)  # a generator may have no end

    return read(answer, 0)


def _key(data: Any) -> Any:
    """Convert plain data to a form that can be a key of a dict or an item of a set."""
    try:
        hash(data)
    except TypeError:
        return repr(data)
    return data


def count(number: object) -> int:
    """Convert the number of nodes that a program reports to an int. Return 0 if the report is not a number."""
    return max(0, min(number, _LARGEST)) if type(number) is int else 0


def numbers(answer: Any) -> int | tuple[int, ...] | None:
    """Convert an answer to an int or a tuple of ints, or return None if it cannot be converted."""
    if isinstance(answer, int):
        return None if isinstance(answer, bool) else answer
    if not isinstance(answer, list | tuple | set):
        return None
    found = [numbers(part) for part in answer]
    whole = tuple(number for number in found if isinstance(number, int))
    return whole if len(whole) == len(found) else None


def unwrapped(answer: Any) -> Any:
    """Return the move in a wrapper, such as a dict or a search result. Return any other answer unchanged."""
    parts = _named_parts(answer)
    for row, column in _PAIR_KEYS:
        if row in parts and column in parts:
            return parts[row], parts[column]
    return next((parts[key] for key in _MOVE_KEYS if key in parts), answer)


def _named_parts(answer: Any) -> dict[str, Any]:
    """Return the items of a dict, keyed by their names in lower case. For an answer that is not a dict, return an empty
    dict.
    """
    return {str(key).lower(): value for key, value in answer.items()} if isinstance(answer, dict) else {}


# A reading (a way to find the move in an answer) first picks a part of the answer, and then converts it to a cell.

Move = int | tuple[int, ...] | str | None


def _part(answer: Any, part: int | slice) -> Any:
    answer = unwrapped(answer)
    is_long = isinstance(answer, list | tuple) and len(answer) > 1
    return answer[part] if is_long else None


def _printed(answer: Any, most: int) -> Any:
    return printed_move(answer.text, most) if isinstance(answer, Printed) else None


def printed_move(text: str, most: int = 2) -> Any:
    """Return the last move in a printed text: a name such as b2, one number, or a tuple of `most` numbers."""
    found: list[str] = re.findall(r"(?<![\w.-])(?:-?\d+|[A-Za-z]\d)(?![\w]|\.\d)", text)[-most:]
    if not found or found[-1][0].isalpha():
        return found[-1] if found else None
    numbered = [int(text) for text in found if not text[0].isalpha()]
    return tuple(numbered) if len(numbered) == most > 1 else numbered[-1]


_PICKS: dict[str, Callable[[Any], Any]] = {
    "{}": lambda answer: None if isinstance(answer, Printed) else unwrapped(answer),
    "{}[0]": lambda answer: _part(answer, 0),
    "{}[1]": lambda answer: _part(answer, 1),
    "{}[:2]": lambda answer: _part(answer, slice(0, 2)),
    "{}[1:]": lambda answer: _part(answer, slice(1, None)),
    "{}[-1]": lambda answer: _part(answer, -1),
    "printed({})": lambda answer: _printed(answer, 2),
    "printed({})[-1]": lambda answer: _printed(answer, 1),
}


def _less_one(part: Any) -> Move:
    return part - 1 if isinstance(part, int) and not isinstance(part, bool) else None


def _pair(part: Any) -> tuple[int, ...] | None:
    found = numbers(part)
    return found if isinstance(found, tuple) else None


def _as_int(part: Any) -> Move:
    return int(part) if isinstance(part, str) and part.isascii() and part.isdigit() else None


def dropped(part: Any, position: Position) -> Move:
    """Return the cell where a stone lands when it is dropped into a column. If the column is full, return its top
    cell.
    """
    board = position.game.board
    if not position.game.needs or isinstance(part, bool) or not isinstance(part, int) or not 0 <= part < board.shape[0]:
        return None
    inside = [cell for cell, point in enumerate(board.points) if point[0] == part]
    return next((cell for cell in reversed(inside) if cell in position.moves), inside[0])


_WORDS = [f"{row}-{column}" for row in ("top", "mid", "low") for column in "LMR"]


def _bit(part: Any) -> Move:
    return part.bit_length() - 1 if isinstance(part, int) and part > 0 and part.bit_count() == 1 else None


MAGIC = [2, 7, 6, 9, 5, 1, 4, 3, 8]
"""The numbers of a magic square, in which three in a row have the sum 15."""
MAGIC_SUM = "15"
"""A string that occurs in the code of programs that use the magic square."""
_SHIFTS: dict[str, Callable[[Any, Position], Move]] = {
    "{}": lambda part, at: part,
    "{} - 1": lambda part, at: _less_one(part),
    "[n - 1 for n in {}]": lambda part, at: (pair := _pair(part)) and tuple(n - 1 for n in pair),
    "{}[::-1]": lambda part, at: (pair := _pair(part)) and pair[::-1],
    "[n - 1 for n in {}][::-1]": lambda part, at: (pair := _pair(part)) and tuple(n - 1 for n in pair)[::-1],
    "int({})": lambda part, at: _as_int(part),
    "int({}) - 1": lambda part, at: _less_one(_as_int(part)),
    "words.index({})": lambda part, at: _WORDS.index(part) if part in _WORDS else None,
    "({}).bit_length() - 1": lambda part, at: _bit(part),
    "drop({})": dropped,
    "magic.index({})": lambda part, at: MAGIC.index(part) if part in MAGIC else None,
}


def _x_is_row(answer: Any) -> Any:
    parts = _named_parts(answer)
    return (parts["x"], parts["y"]) if {"x", "y"} <= parts.keys() else None


def _new_digit(answer: Any, position: Position) -> Move:
    """Return the cell of the new stone if an answer is the new board as a number in base 3, otherwise None."""
    cells = len(position.game.board)
    if type(answer) is not int or not 0 < answer < 3**cells:
        return None
    taken = cell_set(cell for cell in range(cells) if answer // 3**cell % 3)
    new = taken & position.empty
    return new.bit_length() - 1 if new.bit_count() == 1 and taken ^ new == position.x | position.o else None


def _new_number(answer: Any, position: Position, first: int) -> Move:
    """If a set contains the numbers of the player's stones and one other number, return the cell of that number."""
    numbers = answer if isinstance(answer, set | list) else ()
    if not all(type(number) is int and 0 <= number - first < len(position.game.board) for number in numbers):
        return None
    own = position.x if position.turn is Player.X else position.o
    new = cell_set(number - first for number in numbers) & ~own
    return new.bit_length() - 1 if new.bit_count() == 1 and len(numbers) == own.bit_count() + 1 else None


def _reading(pick: Callable[[Any], Any], shift: Callable[[Any, Position], Move]) -> Callable[[Any, Position], Any]:
    return lambda answer, position: shift(pick(answer), position)


READINGS: dict[str, Callable[[Any, Position], Any]] = {
    "{}": _reading(_PICKS["{}"], _SHIFTS["{}"]),
    "({0}['x'], {0}['y'])": lambda answer, at: _x_is_row(answer),
    "[c for c in moves if {} // 3**c % 3][0]": lambda answer, at: _new_digit(answer, at),
    "[c for c in moves if c in {}][0]": lambda answer, at: _new_number(answer, at, 0),
    "[c for c in moves if c + 1 in {}][0]": lambda answer, at: _new_number(answer, at, 1),
    **{
        shift.format(pick): _reading(picked, shifted)
        for pick, picked in _PICKS.items()
        for shift, shifted in _SHIFTS.items()
    },
}
"""Python expressions that read a move from an answer, most common first. In each, ``{}`` stands for the call."""

PRINTS = "it prints its move instead of returning it"
SWAPS = "it returns the column before the row"
COUNTS_ROWS_FROM_1 = "it counts rows and columns from 1, not from 0"
COUNTS_CELLS_FROM_1 = "it counts cells from 1, not from 0"


def reading_mistakes(reading: str, *, natural: bool) -> tuple[str, ...]:
    """Return the mistakes in an answer's format that noughts corrects, such as counting cells from 1.

    Args:
        reading: a key of `READINGS`.
        natural: whether the board itself counts from 1.
    """
    found = {
        PRINTS: "printed" in reading,
        SWAPS: "[::-1]" in reading,
        COUNTS_ROWS_FROM_1: "n - 1" in reading and not natural,
        COUNTS_CELLS_FROM_1: reading.endswith(" - 1") and "bit" not in reading and not natural,
    }
    return tuple(mistake for mistake, is_made in found.items() if is_made)


def move_in(answer: Any, reading: str, position: Position) -> int | None:
    """Return the cell that an answer names, or None if it names no cell. The cell may be taken.

    Args:
        answer: the answer as plain data.
        reading: a key of `READINGS`.
        position: the position.
    """
    if isinstance(answer, Choice):
        return answer.move if reading == "{}" and 0 <= answer.move < len(position.game.board) else None
    part = unwrapped(READINGS[reading](answer, position))
    board = position.game.board
    if isinstance(part, str):
        try:
            return position.cell(part)
        except NotationError:
            return None
    found = numbers(part)
    if isinstance(found, int):
        return found if 0 <= found < len(board) else None
    return None if found is None else board.at.get(tuple(reversed(found)))


def placed_stone(before: list[Any], after: Any, mark: Any) -> int | None:
    """If exactly one cell of a board has changed and now holds the mark of a new stone, return this cell, otherwise
    None.

    The board can be nested, flat, a dict or a string, and have a few entries more before the first cell or after the
    last.
    """
    found, length = flat(after), len(before)
    if length < len(found) <= length + _MOST_SIGNS:
        ends = [placed_stone(before, part, mark) for part in (found[-length:], found[:length])]
        return next((cell for cell in ends if cell is not None), None)
    if len(found) != length:
        return None
    cells = [cell for cell, (old, new) in enumerate(zip(before, found, strict=True)) if str(old) != str(new)]
    return cells[0] if len(cells) == 1 and str(found[cells[0]]) == str(mark) else None


def flat(board: Any) -> list[Any]:
    """Return the contents of all cells of a program's board as one flat list."""
    if isinstance(board, Mapping):
        named = board and all(isinstance(key, str) and re.fullmatch(r"[A-Ca-c][1-3]", key) for key in board)
        keys = sorted(board, key=lambda key: key[::-1]) if named else board  # sort the cells row by row
        board = [board[key] for key in keys]
    if hasattr(board, "tolist"):
        board = board.tolist()
    if isinstance(board, str) and len(board) > 2:
        return list(board)
    if isinstance(board, list | tuple) and len(board) < _MOST_ROWS and len({*map(_length, board)} - {0}) == 1:
        board = [list(row) if _length(row) else row for row in board]
    return _leaves(board)


def _length(row: Any) -> int:
    """Return the length of a row that is a string of at least three characters, or 0 for any other row."""
    return len(row) if isinstance(row, str) and len(row) > 2 else 0


def _leaves(part: Any) -> list[Any]:
    return [leaf for inner in part for leaf in _leaves(inner)] if isinstance(part, list | tuple) else [part]


def answer_words(answer: object) -> str:
    """Format a function's answer as text, shortened if it is long."""
    if isinstance(answer, Choice):
        return f"move {answer.move}"
    if isinstance(answer, Printed):
        return "None"
    text = repr(answer)
    return text if len(text) <= 60 else text[:60] + "…"
