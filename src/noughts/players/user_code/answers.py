"""The move in the answer of a user's function: as it is, beside a score, in an object, or in printed text."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from noughts.players.opponent import Choice

_MOVE_KEYS = ("move", "best_move", "bestmove", "index", "position", "cell", "action")


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
    if answer is None or isinstance(answer, Choice | int | str | Sequence):
        return answer
    if isinstance(answer, Mapping):
        parts = {str(key).lower(): value for key, value in answer.items()}
    else:
        parts = {key: part for key in (*_MOVE_KEYS, "row", "col") if not callable(part := getattr(answer, key, len))}
    if {"row", "col"} <= parts.keys():
        return parts["row"], parts["col"]
    return next((parts[key] for key in _MOVE_KEYS if key in parts), answer)


def _part(answer: Any, axes: int, part: slice) -> Any:
    """Extract the move from an answer that also contains a score, such as ``(move, score)``."""
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
    "move": lambda answer, axes: None if isinstance(answer, Printed) else answer,
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
