"""A board that notes how a function uses it, so that noughts can try the most suitable calls first."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_METHODS = {*dir(list), *dir(dict), *dir(str), *dir(set)}
_ARRAY = {
    "tobytes",
    "reshape",
    "flatten",
    "ravel",
    "shape",
    "ndim",
    "sum",
    "any",
    "all",
    "T",
    "size",
    "astype",
    "tolist",
}
_SIZE = 9  # the most parts of a board that a function goes through
_MOST = 20_000  # the maximum number of notes


class Enough(Exception):
    """Raised inside the function once a spy has made enough notes."""


@dataclass
class Notes:
    """The notes on a function's use of its board.

    Attributes:
        keys: the keys that the function looked up, with the depth: ``(0, 4)`` for ``board[4]``.
        compared: the values with which the function compared the cells, as text.
        attributes: the attributes that the function used, apart from the methods of lists, dicts, texts and sets.
        signs: operators and loops.
    """

    keys: dict[tuple[int, Any], None] = field(default_factory=dict)
    compared: dict[str, None] = field(default_factory=dict)
    attributes: dict[str, None] = field(default_factory=dict)
    signs: set[str] = field(default_factory=set)
    count: int = 0

    def note(self) -> None:
        """Count a note.

        Raises:
            Enough: there are too many.
        """
        self.count += 1
        if self.count > _MOST:
            raise Enough

    @property
    def kind(self) -> str:
        """The kind of board that the notes suggest (a key of `_KINDS`), or an empty string."""
        first = [key for depth, key in self.keys if depth == 0]
        if "array" in self.signs:
            return "array"
        if self.attributes:
            return "object"
        if "equal" in self.signs:
            return "array"
        if any(isinstance(key, tuple) for key in first):
            return "pairs"
        if any(isinstance(key, str) for key in first):
            return "names"
        if "dict" in self.signs:
            return "dict"
        if "digits" in self.signs:
            return "number"
        if any(depth == 1 for depth, _ in self.keys):
            return "rows"
        if first and not set(first) - {0, 1}:
            return "pair"
        if {"iter 1", "add 1"} & self.signs and "times 1" not in self.signs:  # programs multiply cells, but not rows
            return "rows"
        if first or "times 1" in self.signs:
            return "cells"
        return "stones" if "set" in self.signs else ""

    @property
    def reads(self) -> bool:
        """Whether the function read anything from its board."""
        return bool(self.kind or self.signs & {"iter 0", "len"})

    def fits(self, call: str) -> bool:
        """Return whether a call passes the kind of board that the notes suggest."""
        return not self.kind or re.search(_KINDS[self.kind], call) is not None


_KINDS = {
    "rows": r"\brows\b",
    "cells": r"\b(cells|text|stones|history)\b",
    "pairs": r"\bpairs\b",
    "names": r"names|words|str\(n\)",
    "dict": r"\bdict\(|\{",
    "number": r"\bsum\(|\(\w+\((rows|cells|text)\)",
    "stones": r"\b(xs|os|mine|theirs|history|stones)\b",
    "pair": r"\b(xs|mine|rows)\b|, player\)",
    "array": r"\barray\(",
    "object": r"\bit\b|\bposition\b|[A-Z]\w*\(",
}
"""For each kind of board, a pattern that matches the calls with such a board."""


class Spy:
    """A board, or a part of a board, that notes how it is used."""

    __slots__ = ("_depth", "_notes")

    def __init__(self, notes: Notes, depth: int = 0) -> None:
        self._notes, self._depth = notes, depth

    def _part(self) -> "Spy":
        return Spy(self._notes, self._depth + 1)

    def __getitem__(self, key: Any) -> "Spy":
        self._notes.note()
        if isinstance(key, int | str | tuple):
            self._notes.keys[self._depth, key] = None
        return Spy(self._notes, 2) if isinstance(key, tuple) else self._part()

    def __setitem__(self, key: Any, value: Any) -> None:
        self[key]

    def __iter__(self) -> Iterator["Spy"]:
        self._notes.note()
        self._notes.signs.add(f"iter {self._depth}")
        return iter([self._part() for _ in range(_SIZE if self._depth else 3)])

    def __len__(self) -> int:
        self._notes.signs.add("len")
        return _SIZE

    def __eq__(self, other: object) -> bool:
        self._notes.note()
        if other is None or isinstance(other, str | int | float):
            self._notes.compared[repr(other)] = None
        if isinstance(other, int) and not self._depth:  # the code compares all cells at once
            self._notes.signs.add("equal")
        return False

    def __ne__(self, other: object) -> bool:
        self == other  # noqa: B015  which notes the comparison
        return True

    def __hash__(self) -> int:
        return id(self)

    def __contains__(self, value: object) -> bool:
        if isinstance(value, int | tuple) and self._depth == 0:
            self._notes.signs.add("set")
        if self._depth == 1:
            self._notes.signs.add("iter 1")
        self == value  # noqa: B015
        return False

    def __bool__(self) -> bool:
        self._notes.note()
        return True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._notes.note()
        if name in _ARRAY and name not in _METHODS:
            self._notes.signs.add("array")
        elif name not in _METHODS:
            self._notes.attributes[name] = None
            return self._part()
        if name in ("items", "keys", "values") and not self._depth:
            self._notes.signs.add("dict")
        return self._called

    def _called(self, *values: object) -> "Spy":
        for value in values:
            self == value  # noqa: B015
        return Spy(self._notes, self._depth)

    def _combined(self, other: object) -> "Spy":
        self._notes.signs.add("set")
        return Spy(self._notes, self._depth)

    __or__ = __and__ = __sub__ = __xor__ = __ror__ = __rand__ = __rsub__ = __rshift__ = _combined

    def _added(self, other: object) -> "Spy":
        self._notes.signs.add(f"add {self._depth}")
        return Spy(self._notes, self._depth)

    def _scaled(self, other: object) -> "Spy":
        self._notes.signs.add(f"times {self._depth}")
        return Spy(self._notes, self._depth)

    def _divided(self, other: object) -> "Spy":
        if not self._depth:  # the board is a number whose digits are the cells
            self._notes.signs.add("digits")
        return Spy(self._notes, self._depth)

    def _divided_both(self, other: object) -> tuple["Spy", "Spy"]:
        return self._divided(other), self._divided(other)

    __add__ = __radd__ = _added
    __mul__ = __rmul__ = _scaled
    __floordiv__ = __mod__ = _divided
    __divmod__ = _divided_both
