"""The move in the answer of a user's function: as it is, beside a score, in an object, or in printed text."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from noughts.players.opponent import Choice

_MOVE_KEYS = ("move", "best_move", "bestmove", "index", "position", "cell", "action")
_PAIR_KEYS = (("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"), ("y", "x"))
_KEYS = {*_MOVE_KEYS, *(key for pair in _PAIR_KEYS for key in pair)}


class Printed(NamedTuple):
    """The last text that a function printed before it returned None."""

    text: str


def numbers(answer: Any) -> int | tuple[int, ...] | None:
    """Convert an answer to an int or a tuple of ints. Return None if this is impossible."""
    if isinstance(answer, bool | str | Mapping):
        return None
    try:
        return operator.index(answer)
    except TypeError:
        pass
    try:
        found = [numbers(part) for part in answer]
    except TypeError:
        return None
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
    """Return the parts of an answer by the names of its keys or attributes."""
    if answer is None or isinstance(answer, Choice | int | str | Sequence):
        return {}
    if isinstance(answer, Mapping):
        return {str(key).lower(): value for key, value in answer.items()}
    return {key: part for key in _KEYS if not callable(part := getattr(answer, key, len))}


def _across(answer: Any) -> Any:
    """Extract the move from an answer in which x is the row and y is the column."""
    parts = _named_parts(answer)
    return (parts["x"], parts["y"]) if {"x", "y"} <= parts.keys() else None


def _part(answer: Any, axes: int, part: slice) -> Any:
    """Extract the move from an answer that also contains a score, such as ``(move, score)``."""
    answer = unwrapped(answer)
    if isinstance(answer, str | set | Mapping | Printed) or not hasattr(answer, "__len__"):
        return None
    if len(answer) not in (2, axes + 1):
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
    """Format an answer as text. Long answers are shortened."""
    if isinstance(answer, Choice):
        return f"move {answer.move}"
    if isinstance(answer, Printed):
        return "None"
    text = repr(answer)
    return text if len(text) <= 60 else text[:60] + "…"
