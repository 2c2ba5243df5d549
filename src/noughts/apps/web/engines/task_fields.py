"""Read and check the fields of a task."""

import time
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from noughts.apps.web.model.page_games import page_game
from noughts.explain.scores import UNITS, Unit
from noughts.explain.story import DEFAULT_ORDER, ORDERS
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.search.result import Deadline

T = TypeVar("T", int, None)

MOST_SEED = 2**64

_LONGEST_TEXT = 20_000  # characters
_SEARCH_SHARE = 0.6  # of the time limit: the rest is for the explanations after the search


class TaskFields:
    """The fields of a task. A field that is null counts as missing. All methods raise `NoughtsError` for bad fields.

    Args:
        fields: the fields.
        stopped: returns whether the task should end early.

    Attributes:
        deadline: returns whether the search should end now. None if there is no limit.
    """

    def __init__(self, fields: Mapping[str, object], stopped: Deadline | None = None) -> None:
        self._fields = {name: value for name, value in fields.items() if value is not None}
        self.deadline = stopped
        seconds = self._fields.get("seconds")
        if isinstance(seconds, int | float) and 0 < seconds < 1e6:
            end = time.monotonic() + _SEARCH_SHARE * seconds
            self.deadline = lambda: time.monotonic() > end or (stopped is not None and stopped())

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        value = self._fields.get(name, default)
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            raise NoughtsError(f"{name} must be a text of at most {_LONGEST_TEXT:,} characters")
        return value

    def choice(self, name: str, choices: Collection[str], default: str) -> Any:
        """Return a field that must be one of these words."""
        value = self.text(name, default)
        if value not in choices:
            raise NoughtsError(f"unknown {name} {value[:20]!r}: expected {', '.join(choices)}")
        return value

    def number(self, name: str, default: T, *, least: int = 0, most: int) -> int | T:
        """Return a whole number in a range."""
        value = self._fields.get(name, default)
        if value is default:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise NoughtsError(f"{name} must be a whole number from {least:,} to {most:,}")
        return value

    def position(self, name: str = "position") -> Position:
        """Return a position of the game in the field ``game``."""
        game = page_game(self.text("game"))
        return read_position(self.text(name), game)

    def moves(self) -> tuple[int, ...]:
        """Return the moves of a game, as a list of cells."""
        value = self._fields.get("moves")
        if not isinstance(value, list) or not all(isinstance(c, int) and not isinstance(c, bool) for c in value):
            raise NoughtsError("moves must be a list of the numbers of cells, such as [4, 0, 8]")
        return tuple(value)

    def unit(self) -> Unit | None:
        """Return the unit of scores, or None if the task names none."""
        return self.choice("unit", UNITS, "ten") if "unit" in self._fields else None

    def order(self) -> dict[str, Any]:
        """Return the order of moves and its seed, as keyword arguments of `tell` and `Walk`."""
        return {
            "order": self.choice("order", ORDERS, DEFAULT_ORDER),
            "seed": self.number("order_seed", 0, most=MOST_SEED),
        }

    def side(self, name: str, default: Player) -> Player:
        """Return a player, ``x`` or ``o``."""
        return Player(self.choice(name, ("x", "o"), default.value))
