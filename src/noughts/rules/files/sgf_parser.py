"""Parses SGF into games, nodes and properties, without interpreting their meaning.

A parser that is lenient reads on after an error, and notes what it skipped.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from noughts.rules.errors import NotationError, short_repr
from noughts.rules.files.faults import Faults
from noughts.rules.files.sgf_text import KEY, PROPERTY, key_of, values_of

_LONGEST = 2_000_000
_MOST_NODES = 10_000
_BEGIN = re.compile(r"\(\s*;(?=\s*(?:[;()]|[A-Za-z]+\s*\[))")  # excludes the face (;-)
_ROOT = re.compile(r"\(\s*;\s*(?:FF|GM|CA|AP)\s*\[")
# No two alternatives begin with the same character, so nothing is read twice.
_TOKEN = re.compile(rf"\s*(?:(?P<mark>[();])|(?P<property>{PROPERTY}))", re.DOTALL)
_OPEN_VALUE = re.compile(rf"{KEY}\s*\[")
_GOES_ON = re.compile(rf"\s*(?:[();]|{KEY}\s*\[|\Z)")
_MARK = re.compile("[();]")
_CHARACTER = re.compile(r"\S")
_ESCAPE = re.compile(r"\\.|[\]\\]", re.DOTALL)


class Property(NamedTuple):
    """An SGF property: its name in capitals, its text, and the position at which it begins."""

    key: str
    raw: str
    place: int

    @property
    def values(self) -> list[str]:
        """The values of the property as they are written, with their escapes."""
        return values_of(self.raw)


class SgfNode(NamedTuple):
    """An SGF node: the number of the node before it (-1 for the root), and its properties."""

    parent: int
    properties: list[Property]


@dataclass(frozen=True)
class SourceText:
    """A text that can report the line and column of any position in it."""

    text: str

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", self.text.rstrip()))]

    def where(self, place: int) -> str:
        """Describe a position in the text, such as ``line 3, column 5``, or ``character 5`` in a text of one line."""
        line = bisect_right(self._lines, place)
        column = place - self._lines[line - 1] + 1
        return f"line {line}, column {column}" if len(self._lines) > 1 else f"character {column}"


@dataclass(frozen=True)
class SgfGame:
    """A parsed game in SGF.

    Attributes:
        source: the whole text.
        begin, end: the part of the text with the game. A damaged game extends to the end of the text.
        nodes: the nodes, each before the nodes that follow it.
        faults: what the parser skipped.
        error: what is wrong with the game, if the parser is not lenient.
    """

    source: SourceText
    begin: int
    end: int
    nodes: list[SgfNode]
    faults: Faults
    error: NotationError | None = None


def sgf_games(text: str, faults: Faults | None = None) -> Iterator[SgfGame]:
    """Yield the games of an SGF collection. Text outside the games is ignored.

    Args:
        text: the SGF.
        faults: whether to read on after an error, and what was skipped before the text could be parsed.

    Raises:
        NotationError: the text is too long.
    """
    if len(text) > _LONGEST:
        raise NotationError(f"the SGF is {len(text)} characters long: expected at most {_LONGEST}")
    faults, source, begin = faults or Faults(), SourceText(text), _BEGIN.search(text)
    while begin:
        parser = _Parser(source, begin.start(), faults.copy())
        game = parser.game()
        yield game
        begin = _BEGIN.search(text, game.end)


class _Parser:
    """Parses one SGF game."""

    def __init__(self, source: SourceText, begin: int, faults: Faults) -> None:
        self._source, self._text, self._begin, self._faults = source, source.text, begin, faults
        self._nodes = list[SgfNode]()
        self._opened = list[int]()  # for each open bracket, the node before it
        self._last = -1  # the node that the next property or node follows
        self._before = ""  # the token before, or "property"

    def game(self) -> SgfGame:
        """Return the game and, if the game is damaged, an error."""
        try:
            end, error = self._parse(), None
        except NotationError as wrong:
            end, error = len(self._text), wrong
        return SgfGame(self._source, self._begin, end, self._nodes, self._faults, error)

    def _parse(self) -> int:
        """Parse the game, and return the position at which its text ends."""
        place = self._begin
        while True:
            token = _TOKEN.match(self._text, place)
            if not token:
                start = _next_character(self._text, place)
                if start == len(self._text):
                    self._fault(self._begin, "the game that begins here does not end: expected )", "its end is assumed")
                    return start
                place = self._recover(start)
                continue
            start = token.start("mark") if token["mark"] else token.start("property")
            if token["mark"] == "(":
                if self._opened and _ROOT.match(self._text, start):
                    where = self._source.where(start)
                    message = f"the game that begins here does not end before the next one at {where}: expected )"
                    self._fault(self._begin, message, "its end is assumed")
                    return start
                self._opened.append(self._last)
            elif token["mark"] == ")":
                self._last = self._opened.pop()
                if not self._opened:
                    return token.end()
            elif token["mark"]:
                self._add_node(start)
            else:
                self._add(start, token["property"])
            self._before, place = token["mark"] or "property", token.end()

    def _add_node(self, place: int) -> None:
        if len(self._nodes) == _MOST_NODES:
            raise self._error(place, f"the SGF has more than {_MOST_NODES:,} nodes: expected one node for each move")
        self._nodes.append(SgfNode(self._last, []))
        self._last = len(self._nodes) - 1

    def _add(self, place: int, raw: str) -> None:
        if self._before == "(":
            self._fault(place, "expected ; before the first property", "the ; is assumed")
            self._add_node(place)
        self._nodes[self._last].properties.append(Property(key_of(raw), raw, place))

    def _recover(self, place: int) -> int:
        """Skip text that is not SGF. Return the position at which to continue."""
        text, in_value = self._text, self._before == "property"
        if key := _OPEN_VALUE.match(text, place):
            self._fault(place, f"{key[0]} has no end: expected ]", "skipped, with everything after it")
            return len(text)
        advice = r"; a ] in a text is written \]" if in_value else ""
        shown = short_repr(text[place : place + 21].splitlines()[0], 20)
        message = f"{shown} is not SGF: expected ;, ) or a property such as B[bb]{advice}"
        end = self._end_of_value(place) if in_value and self._faults.lenient else 0
        self._fault(place, message, "read as part of the text before it" if end else "skipped")
        if end:
            value = self._nodes[self._last].properties.pop()
            inner = _ESCAPE.sub(_escape, text[value.place + len(value.raw) - 1 : end - 1])
            self._nodes[self._last].properties.append(value._replace(raw=f"{value.raw[:-1]}{inner}]"))
            return end
        mark = _MARK.search(text, place)
        return mark.start() if mark else len(text)

    def _end_of_value(self, place: int) -> int:
        """Return the end of a value that continues after an unescaped bracket, or 0 if the value ends there."""
        while (end := self._text.find("]", place)) >= 0 and self._text.find("[", place, end) < 0:
            if _GOES_ON.match(self._text, end + 1):
                return end + 1
            place = end + 1
        return 0

    def _error(self, place: int, message: str) -> NotationError:
        return NotationError(f"{self._source.where(place)}: {message}")

    def _fault(self, place: int, message: str, skipped: str) -> None:
        self._faults.meet(self._error(place, message), skipped=skipped)


def _next_character(text: str, place: int) -> int:
    found = _CHARACTER.search(text, place)
    return found.start() if found else len(text)


def _escape(found: re.Match[str]) -> str:
    """Put a backslash before a bracket or a backslash. Return an escape unchanged."""
    return found[0] if len(found[0]) == 2 else f"\\{found[0]}"
