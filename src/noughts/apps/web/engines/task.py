"""A task for an engine as it comes from outside: its fields, each read with care."""

import time
from collections.abc import Collection, Mapping
from typing import Any, overload

from noughts.apps.web.model.page_games import page_game
from noughts.explain.scores import UNITS, Unit
from noughts.explain.story import DEFAULT_ORDER, ORDERS
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.search.result import Deadline

MOST_SEED = 2**64
"""The greatest seed of what is drawn."""

_LONGEST = 20_000  # characters of a text
_SHARE = 0.6  # of the time given, after which no search goes on: what comes after it takes time too


class Task:
    """The fields of a task. One that is null is taken as missing; each method raises `NoughtsError` for what is wrong.

    Args:
        fields: the fields.
        stopped: says whether nobody needs the answer any more.

    Attributes:
        deadline: says whether the time for searching is up; None where there is no limit.
    """

    def __init__(self, fields: Mapping[str, object], stopped: Deadline | None = None) -> None:
        self._fields = {name: value for name, value in fields.items() if value is not None}
        self.deadline = stopped
        seconds = self._fields.get("seconds")
        if isinstance(seconds, int | float) and 0 < seconds < 1e6:
            end = time.monotonic() + _SHARE * seconds
            self.deadline = lambda: time.monotonic() > end or (stopped is not None and stopped())

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a field that is text."""
        value = self._fields.get(name, usual)
        if not isinstance(value, str) or len(value) > _LONGEST:
            raise NoughtsError(f"{name} is missing or no text: expected a text of at most {_LONGEST:,} characters")
        return value

    def choice(self, name: str, known: Collection[str], usual: str) -> Any:
        """Return a field that is one of a few words."""
        value = self.text(name, usual)
        if value not in known:
            raise NoughtsError(f"{value[:20]!r} is no {name}: expected {', '.join(known)}")
        return value

    @overload
    def number(self, name: str, *, least: int = 0, most: int, optional: bool) -> int | None: ...
    @overload
    def number(self, name: str, usual: int | None = None, *, least: int = 0, most: int) -> int: ...
    def number(
        self, name: str, usual: int | None = None, *, least: int = 0, most: int, optional: bool = False
    ) -> int | None:
        """Return a field that is a whole number; one that is optional may be missing."""
        value = self._fields.get(name, usual)
        if value is None and optional:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise NoughtsError(
                f"{name} is missing or no such number: expected a whole number from {least:,} to {most:,}"
            )
        return value

    def position(self, name: str = "position") -> Position:
        """Return a field that is a position of the game named."""
        game = page_game(self.text("game"))
        return read_position(self.text(name), game)

    def cell(self, position: Position) -> int:
        """Return the cell of a legal move."""
        cell = self.number("cell", most=len(position.game.board) - 1)
        if reason := position.why_illegal(cell):
            raise NoughtsError(reason)
        return cell

    def moves(self) -> tuple[int, ...]:
        """Return the moves of a game: a list of cells, in order."""
        value = self._fields.get("moves")
        if not isinstance(value, list) or not all(isinstance(c, int) and not isinstance(c, bool) for c in value):
            raise NoughtsError("moves is missing or no list of cells: expected their numbers, as in [4, 0, 8]")
        return tuple(value)

    def names(self) -> tuple[str, str]:
        """Return the names of X and O, empty where they are not given."""
        value = self._fields.get("names", ["", ""])
        if (
            not isinstance(value, list)
            or len(value) != 2
            or not all(isinstance(n, str) and len(n) < 200 for n in value)
        ):
            raise NoughtsError("names are two short texts: what X and O are called")
        return value[0], value[1]

    def unit(self, usual: Unit | None = None) -> Any:
        """Return the unit of scores."""
        return self.choice("unit", UNITS, usual or "noughts") if usual or "unit" in self._fields else None

    def order(self) -> dict[str, Any]:
        """Return the order of moves and its seed, as `tell` and `Walk` take them."""
        return {
            "order": self.choice("order", ORDERS, DEFAULT_ORDER),
            "seed": self.number("order_seed", 0, most=MOST_SEED),
        }

    def side(self, name: str, usual: Player) -> Player:
        """Return a field that is a side."""
        return Player(self.choice(name, ("x", "o"), usual.value))
