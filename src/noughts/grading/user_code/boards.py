"""The boards that users' functions expect: nested lists, flat lists, dicts, strings and arrays, with any marks."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from math import prod
from typing import Any, NamedTuple, TypeAlias

from noughts.rules.board import Cell, Point, grid
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Game

Mark: TypeAlias = str | int | None
"""The content of a cell on a user's board. A name such as ``Mark.X`` stands for a member of an Enum."""
Marks: TypeAlias = tuple[Mark, Mark, Mark]
"""The marks for X, O and an empty cell."""


class BoardKind(NamedTuple):
    """A kind of board.

    Attributes:
        words: a description, with ``{}`` for the marks.
        build: builds a board from the marks of all cells and the shape.
        keys: returns the name of each cell on boards of this shape, if they differ from 0, 1, 2 …
        has_rows: whether a function answers with a row and a column.
        sparse: whether the board contains only the stones.
        apart: whether the cells of X and of O are two arguments. `build` makes each from the names of its cells.
    """

    words: str
    build: Callable[[list[Mark], Point], Any]
    keys: Callable[[Point], list[Any]] | None = None
    has_rows: bool = False
    sparse: bool = False
    apart: bool = False


def _rows(cells: Sequence[Any], shape: Point, make: Callable[[Sequence[Any]], Any] = list) -> Any:
    """Arrange the cells in rows or, on a three-dimensional board, in layers of rows."""
    for side in shape[:-1]:
        cells = [make(cells[i : i + side]) for i in range(0, len(cells), side)]
    return make(cells)


def _text(cells: Sequence[Any]) -> str:
    return "".join(map(str, cells))


def _array(cells: Any) -> Any:
    return sys.modules["numpy"].array(cells)


def _count_from(first: int) -> Callable[[Point], list[Any]]:
    return cache(lambda shape: list(range(first, first + prod(shape))))


def _pairs_from(first: int) -> Callable[[Point], list[Any]]:
    """Return a function that names cells by row and column."""
    return cache(lambda shape: [tuple(x + first for x in reversed(point)) for point in grid(*shape).points])


@cache
def _names(shape: Point) -> list[Any]:
    return list(grid(*shape).names)


@cache
def _words(shape: Point) -> list[Any]:
    """Name the cells of a 3 × 3 board as *Automate the Boring Stuff with Python* does."""
    return [f"{row}-{column}" for row in ("top", "mid", "low") for column in "LMR"] if shape == (3, 3) else []


def _dict(words: str, keys: Callable[[Point], list[Any]]) -> BoardKind:
    return BoardKind(words, lambda cells, shape: dict(zip(keys(shape), cells, strict=False)), keys)


def _sparse(words: str, keys: Callable[[Point], list[Any]]) -> BoardKind:
    """Return a kind of dict that contains only the stones. Its builder gets None for each empty cell."""
    return BoardKind(
        words,
        lambda cells, shape: {key: mark for key, mark in zip(keys(shape), cells, strict=False) if mark is not None},
        keys,
        sparse=True,
    )


def _apart(words: str, build: Callable[[list[Mark]], Any], keys: Callable[[Point], list[Any]]) -> BoardKind:
    return BoardKind(words, lambda cells, shape: build(cells), keys, sparse=True, apart=True)


BOARDS: dict[str, BoardKind] = {
    "position": BoardKind("a Position of noughts", lambda cells, shape: None),
    "rows": BoardKind("a list of rows of {}", _rows, has_rows=True),
    "list": BoardKind("one flat list of {}", lambda cells, shape: cells),
    "list from 1": BoardKind(
        "a list of {} with the cells at index 1 and up", lambda cells, shape: cells, _count_from(1)
    ),
    "dict from 1": _dict("a dict of {}, the cells numbered from 1", _count_from(1)),
    "text": BoardKind("a string of {}", lambda cells, shape: _text(cells)),
    "strings": BoardKind(
        "a list of rows, each a string of {}",
        lambda cells, shape: _rows([_text(row) for row in _rows(cells, (shape[0], len(cells)))], shape[1:]),
        has_rows=True,
    ),
    "tuple": BoardKind("a flat tuple of {}", lambda cells, shape: tuple(cells)),
    "tuples": BoardKind("a tuple of rows of {}", lambda cells, shape: _rows(cells, shape, tuple), has_rows=True),
    "dict of pairs": _dict("a dict of {} with keys (row, column)", _pairs_from(0)),
    "dict of pairs from 1": _dict("a dict of {} with keys (row, column), counted from 1", _pairs_from(1)),
    "dict from 0": _dict("a dict of {}, the cells numbered from 0", _count_from(0)),
    "dict of words": _dict("a dict of {} with keys such as 'top-L'", _words),
    "dict of digits": _dict(
        "a dict of {} with the keys '1', '2' …", cache(lambda s: list(map(str, _count_from(1)(s))))
    ),
    "dict of names": _dict("a dict of {} with keys such as 'a1'", _names),
    "dict of capital names": _dict(
        "a dict of {} with keys such as 'A1'", cache(lambda s: list(map(str.upper, _names(s))))
    ),
    "sparse dict of pairs": _sparse("a dict of the stones {} with keys (row, column)", _pairs_from(0)),
    "sparse dict from 0": _sparse("a dict of the stones {}, the cells numbered from 0", _count_from(0)),
    "sparse dict from 1": _sparse("a dict of the stones {}, the cells numbered from 1", _count_from(1)),
    "sparse dict of pairs from 1": _sparse(
        "a dict of the stones {} with keys (row, column), counted from 1", _pairs_from(1)
    ),
    "array": BoardKind("an array of rows of {}", lambda cells, shape: _array(_rows(cells, shape)), has_rows=True),
    "flat array": BoardKind("a flat array of {}", lambda cells, shape: _array(cells)),
    "sets from 0": _apart("two sets of cells, numbered from 0", set, _count_from(0)),
    "sets from 1": _apart("two sets of cells, numbered from 1", set, _count_from(1)),
    "sets of pairs": _apart("two sets of (row, column)", set, _pairs_from(0)),
    "lists from 0": _apart("two lists of cells, numbered from 0", list, _count_from(0)),
    "lists from 1": _apart("two lists of cells, numbered from 1", list, _count_from(1)),
    "lists of pairs": _apart("two lists of (row, column)", list, _pairs_from(0)),
}
"""The kinds of boards."""

NUMBERED: dict[Mark, Callable[[Cell], Mark]] = {
    "0, 1, 2 …": lambda cell: cell,
    "1, 2, 3 …": lambda cell: cell + 1,
    "'0', '1' …": lambda cell: str(cell),
    "'1', '2' …": lambda cell: str(cell + 1),
}
"""Marks that show the number of the cell in each empty cell."""

_EMPTY: tuple[Mark, ...] = (" ", "", None, "_", ".", "-", 0, "#", "*", "?", *NUMBERED)
_NUMBERS: tuple[Marks, ...] = (
    (1, -1, 0),
    (1, 2, 0),
    (-1, 1, 0),
    (2, 1, 0),
    (1, 0, -1),
    (0, 1, -1),
    (1, 0, None),
    (True, False, None),
)
MARKS: tuple[Marks, ...] = (*(("X", "O", e) for e in _EMPTY), *_NUMBERS, *(("x", "o", e) for e in _EMPTY))
"""The marks that detection tries, most common first."""


_MEMBER = re.compile(r"[^\W\d]\w*\.\w+")
_EMPTY_MEMBER = re.compile(r"_*|empty.*|none|blank|free|nothing|e|n")
_OF_MARKS = re.compile(r".*(mark|player|cell|symbol|piece|stone|token|square|field|side|tile).*")


def is_member(mark: object) -> bool:
    """Return whether a mark is the name of a member of an Enum, such as ``Mark.X``."""
    return isinstance(mark, str) and _MEMBER.fullmatch(mark) is not None


def member(mark: Mark, space: Mapping[str, Any]) -> Any:
    """Return the Enum member with the name that is given as a mark. Return any other mark as it is."""
    owner, _, name = str(mark).partition(".")
    return getattr(space.get(owner), name, mark) if is_member(mark) else mark


def members(space: Mapping[str, Any]) -> list[Marks]:
    """Return the marks that the Enums of a module may define, by their names.

    An Enum defines marks if it has two members apart from those for an empty cell, and its name says so or the members
    are X and O.
    """
    found: list[Marks] = []
    for owner, value in list(space.items()):
        if not (isinstance(value, type) and issubclass(value, Enum)) or value.__module__.startswith("noughts."):
            continue
        empty = [part.name for part in value if _EMPTY_MEMBER.fullmatch(part.name.lower())]
        stones = sorted((part for part in value if part.name not in empty), key=_is_o)
        if len(stones) == 2 and (_OF_MARKS.fullmatch(owner.lower()) or [*map(_is_o, stones)] == [False, True]):
            x, o = (f"{owner}.{stone.name}" for stone in stones)
            found += [(x, o, mark) for mark in ([f"{owner}.{name}" for name in empty] or _EMPTY)]
    return found


def _is_o(stone: Enum) -> bool:
    return stone.name.lower().endswith(("_o", "nought")) or "o" in (stone.name.lower(), str(stone.value).lower())


def marks_of(board: str, marks: Sequence[Marks]) -> list[Marks]:
    """Return those of the given marks that fit a kind of board."""
    if board == "position":
        return [("X", "O", " ")]
    if board in ("text", "strings"):
        return [chosen for chosen in marks if all(len(str(mark)) == 1 for mark in chosen)]
    if BOARDS[board].sparse:  # the mark of an empty cell does not occur
        return list({repr(chosen[:2]): chosen for chosen in reversed(marks)}.values())[::-1]
    return list(marks)


def kinds(game: Game) -> list[str]:
    """Return the kinds of boards that can hold a position of a game."""
    shape = game.board.shape
    if len(game.board) != prod(shape) or game.board != grid(*shape):
        return ["position"]
    numpy = "numpy" in sys.modules
    return [
        name
        for name, kind in BOARDS.items()
        if (numpy or "array" not in name) and (kind.keys is None or kind.keys(shape))
    ]


def read_marks(text: str) -> Marks:
    """Parse marks such as ``XO_``, or marks separated by commas, such as ``1,-1,0`` or ``X,O,None``.

    Raises:
        NoughtsError: the text does not contain three different marks.
    """
    parts = text.split(",") if "," in text else list(text)
    marks = [None if p == "None" else int(p) if _is_number(p) else p for p in parts]
    if len(marks) != 3 or len({repr(mark) for mark in marks}) != 3:
        raise NoughtsError(
            f"invalid marks {short_repr(text, 20)}: expected three marks (for X, O and an empty cell), "
            "such as XO_ or 1,-1,0"
        )
    return marks[0], marks[1], marks[2]


def _is_number(text: str) -> bool:
    digits = text.strip().removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def flat(board: Any) -> list[Any]:
    """Return all marks on a board as one flat list."""
    if isinstance(board, Mapping):
        board = list(board.values())
    if hasattr(board, "tolist"):
        board = board.tolist()
    if isinstance(board, str) and len(board) > 2:
        return list(board)
    if not isinstance(board, list | tuple):
        return [board]
    return [mark for part in board for mark in (flat(part) if isinstance(part, list | tuple) else [part])]


def changed(before: Any, after: Any) -> Any:
    """Return the only place in which two boards differ: an index, or the key of a dict. Otherwise, return None."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        different = [key for key in after if key not in before or not _same(before[key], after[key])]
        return different[0] if len(different) == 1 and len(before) <= len(after) <= len(before) + 1 else None
    old, new = (flat(_text(b)) if isinstance(b, list) and _are_texts(b) else flat(b) for b in (before, after))
    if len(old) != len(new):
        return None
    places = [place for place, (a, b) in enumerate(zip(old, new, strict=True)) if not _same(a, b)]
    return places[0] if len(places) == 1 else None


def _are_texts(rows: Sequence[Any]) -> bool:
    return all(isinstance(row, str) and len(row) > 1 for row in rows)


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)
