"""Interpret the values that stand for X, O and empty cells in the boards of other programs.

Programs write boards in many ways. These are understood, also as strings and as NumPy's numbers:

- ``x`` and ``o`` with ``_``, ``.``, ``-``, a space, ``""``, None or 0 for an empty cell;
- ``x`` and ``o`` in which an empty cell has its number, counted from 0 or from 1;
- 1 and -1, or 1 and 2, with 0 for an empty cell: X is 1;
- True and False, with None for an empty cell: X is True.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from noughts.rules.errors import NotationError, short_repr

MARKS = {**dict.fromkeys("xX", "x"), **dict.fromkeys("oO", "o"), **dict.fromkeys("._- ", "_")}
"""The marks of a cell as characters, with the mark that noughts writes."""

EMOJI = {"flat": ("❌", "⭕", "⬜"), "columns": ("🔴", "🟡", "⚪")}
"""X, O and an empty cell as emoji: on a flat board, and where discs fall into columns."""

_OF_EMOJI = {"x": "❌✖❎✕✗🔴❤", "o": "⭕🅾🟡🔵🟠💛", "_": "⬜⬛⚪◻◼▫▪🔲🔳🟦"}
_AS_LETTERS = str.maketrans({emoji: mark for mark, all in _OF_EMOJI.items() for emoji in all} | {"\ufe0f": ""})

_LETTERS: dict[Any, str] = {**MARKS, "": "_", None: "_", 0: "_"}
_NUMBERS: tuple[dict[Any, str], ...] = ({1: "x", -1: "o", 0: "_", None: "_"}, {1: "x", 2: "o", 0: "_", None: "_"})
_TRUTHS: dict[Any, str] = {True: "x", False: "o", None: "_"}
_EXPECTED = "expected x, o, or a space, dot, dash or underscore for an empty cell"
_NUMBERS_EXPECTED = "expected 1 for X, -1 or 2 for O, and 0 for an empty cell"


def without_emoji(text: str) -> str:
    """Replace the emoji that stand for X, O and empty cells with ``x``, ``o`` and ``_``."""
    if "⚫" in text:  # the stones of gomoku, where Black begins
        text = text.replace("⚫", "x").replace("⚪", "o")
    return text if text.isascii() else text.translate(_AS_LETTERS)


def marks_of(values: Sequence[object], where: Callable[[int], str]) -> str:
    """Return the marks of a board as one character for each cell: ``x``, ``o`` or ``_``.

    Args:
        values: what the cells contain, in the order of the cells.
        where: names a cell in an error message, given its place in the values.

    Raises:
        NotationError: a value is not a mark. The message names the cell.
    """
    plain = [_plain(value) for value in values]
    kinds = {type(value) for value in plain} - {type(None)}
    if kinds == {bool}:
        return "".join(_TRUTHS[value] for value in plain)
    numbers = [(place, value) for place, value in enumerate(plain) if type(value) is int]
    first = next((value - place for place, value in numbers if value), 0)
    if kinds == {int}:
        for meaning in _NUMBERS:
            if meaning.keys() >= {*plain}:
                return "".join(meaning[value] for value in plain)
        if any(value - place != first for place, value in numbers):
            place = max(next(i for i, value in enumerate(plain) if value not in meaning) for meaning in _NUMBERS)
            raise NotationError(f"{where(place)} is {short_repr(values[place], 20)}: {_NUMBERS_EXPECTED}")
    is_numbered = first in (0, 1) and all(value or place + first == 0 for place, value in numbers)
    marks = ""
    for place, value in enumerate(plain):
        if is_numbered and type(value) is int and value - place == first:
            value = 0
        if not isinstance(value, str | int | None) or value not in _LETTERS:
            raise NotationError(f"{where(place)} is {short_repr(values[place], 20)}: {_EXPECTED}")
        marks += _LETTERS[value]
    return marks


def _plain(value: object) -> Any:
    """Convert whole numbers, even in strings, to int, and Enum members to their values. Keep other values unchanged."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, str) and value.isascii() and value.isdecimal():
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value
