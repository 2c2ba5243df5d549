"""The move in the answer of a user's function: as it is, beside a score, in an object, or in printed text."""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from noughts.grading.user_code.limits import safe_text
from noughts.players.opponent import Choice

_MOVE_KEYS = ("move", "best_move", "bestmove", "index", "position", "cell", "action")
_PAIR_KEYS = (("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"), ("y", "x"))
_KEYS = {*_MOVE_KEYS, *(key for pair in _PAIR_KEYS for key in pair), "visited"}
_MOST_PARTS = 1_000  # of an answer
_DEEPEST = 8  # lists in lists
_LONGEST = 2_000  # characters of a text
_LARGEST = 1 << 62  # a number that fits into any format


@dataclass(frozen=True)
class Printed:
    """The last text that a function printed before it returned None."""

    text: str


class Described(dict[str, Any]):
    """An object that is not plain data: its text, and those of its attributes that can contain a move."""

    def __init__(self, text: str, parts: Mapping[str, Any] | None = None) -> None:
        super().__init__(parts or {})
        self.text = text

    def __repr__(self) -> str:
        return self.text


def plain(answer: Any) -> Any:
    """Return an answer as plain data: None, numbers, strings, and lists, tuples, sets and dicts of such data.

    A `Choice` stays one, and any other object becomes a list if it has parts, or a `Described`. This function runs
    methods of the answer, which can fail or never return. The methods of plain data are those of Python.
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
        return Described(safe_text(value)) if values is value else parts(values, depth)  # a generator has no end

    return read(answer, 0)


def _key(data: Any) -> Any:
    """Return plain data in a form that a dict or a set can contain."""
    try:
        hash(data)
    except TypeError:
        return repr(data)
    return data


def count(number: object) -> int:
    """Return a number of nodes as a program reports it, or 0 if it is not a number."""
    return max(0, min(number, _LARGEST)) if type(number) is int else 0


def numbers(answer: Any) -> int | tuple[int, ...] | None:
    """Convert an answer to an int or a tuple of ints. Return None if this is impossible."""
    if isinstance(answer, int):
        return None if isinstance(answer, bool) else answer
    if not isinstance(answer, list | tuple | set):
        return None
    found = [numbers(part) for part in answer]
    whole = tuple(number for number in found if isinstance(number, int))
    return whole if len(whole) == len(found) else None


def unwrapped(answer: Any) -> Any:
    """Extract the move from an answer that wraps it, such as a search result or a dict."""
    parts = _named_parts(answer)
    for row, column in _PAIR_KEYS:
        if row in parts and column in parts:
            return parts[row], parts[column]
    return next((parts[key] for key in _MOVE_KEYS if key in parts), answer)


def _named_parts(answer: Any) -> dict[str, Any]:
    """Return the parts of a dict or an object by the names of its keys or attributes."""
    return {str(key).lower(): value for key, value in answer.items()} if isinstance(answer, dict) else {}


def _across(answer: Any) -> Any:
    """Extract the move from an answer in which x is the row and y is the column."""
    parts = _named_parts(answer)
    return (parts["x"], parts["y"]) if {"x", "y"} <= parts.keys() else None


def _part(answer: Any, axes: int, part: slice) -> Any:
    """Extract the move from an answer that also contains a score, such as ``(move, score)``."""
    answer = unwrapped(answer)
    if not isinstance(answer, list | tuple) or len(answer) not in (2, axes + 1):
        return None
    rest = answer[part]
    return rest[0] if len(answer) == 2 else rest


def _printed(answer: Any, axes: int) -> Any:
    """Extract the last move that a function printed: a name such as b2, or numbers."""
    if not isinstance(answer, Printed):
        return None
    found: list[str] = re.findall(r"(?<![\w.-])(?:-?\d+|[A-Za-z]\d)(?![\w]|\.\d)", answer.text)[-axes:]
    numbered = [int(text) for text in found if not text[0].isalpha()]
    if not found or found[-1][0].isalpha():
        return found[-1] if found else None
    return tuple(numbered) if len(numbered) == axes > 1 else numbered[-1]


READINGS: dict[str, Callable[[Any, int], Any]] = {
    "move": lambda answer, axes: None if isinstance(answer, Printed) else unwrapped(answer),
    "x = row, y = column": lambda answer, axes: _across(answer),
    "move, score": lambda answer, axes: _part(answer, axes, slice(0, -1)),
    "score, move": lambda answer, axes: _part(answer, axes, slice(1, None)),
    "printed": _printed,
    "printed index": lambda answer, axes: _printed(answer, 1),
}
"""The places where an answer can contain the move, each with a function that extracts the move."""


def answer_words(answer: object) -> str:
    """Format a plain answer as text. Long answers are shortened."""
    if isinstance(answer, Choice):
        return f"move {answer.move}"
    if isinstance(answer, Printed):
        return "None"
    text = repr(answer)
    return text if len(text) <= 60 else text[:60] + "…"
