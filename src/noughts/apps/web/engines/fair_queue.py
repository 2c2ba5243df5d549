"""Who is served next: a fair turn for every address, and small boards before large ones.

Start-time fair queuing (Goyal, Vin and Cheng, SIGCOMM 1996). Whoever joins gets a turn, a number: one cost after the
last turn of the same address, but never before the one that is being served. The smallest turn comes first. So whoever
asks for a hundred things waits for themselves, and whoever asks for one thing comes after one of each of the others.

    address   asks for        turns               served
    a         large × 3       0   16   32         a0  b0  b1  c1  a16  a32
    b         small × 2       0   1
    c         small, later                1
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, TypeVar

from noughts.apps.web.model.errors import Busy, Crowded
from noughts.apps.web.model.page_games import page_game
from noughts.players.levels import PERFECT_CELLS
from noughts.rules.errors import NoughtsError

T = TypeVar("T")

SMALL = PERFECT_CELLS
"""The most cells of a board on which it is soon found out what a move is worth."""

_SMALL_COST, _LARGE_COST = 1, 16  # in turns
_MOST_REMEMBERED = 1_000  # addresses, while others wait


def lane_of(task: Mapping[str, Any], urgent: bool) -> "Lane":
    """Return the lane in which a task for an engine waits."""
    if urgent:
        return Lane.MOVE
    if not is_small(task.get("game")):
        return Lane.LARGE
    return Lane.TREE if task.get("do") in ("trace", "atlas") else Lane.SMALL


def is_small(rules: object) -> bool:
    """Return whether a game of this name has a small board; what names no game is soon refused."""
    return not isinstance(rules, str) or len(rules) > 60 or _is_small(rules)


@lru_cache(maxsize=256)
def _is_small(rules: str) -> bool:
    try:
        return len(page_game(rules).board) <= SMALL
    except NoughtsError:
        return True


class Lane(Enum):
    """What kind of thing somebody waits for."""

    MOVE = "a game waits for it"
    SMALL = "it is soon done"
    TREE = "the tree of a small board, which takes longer than what it is worth"
    LARGE = "it may take long"


@dataclass(eq=False)
class Waiting(Generic[T]):
    """Somebody who waits.

    Attributes:
        client: the address for which it is; empty where nobody knows.
        lane: for what they wait.
        turn: when it is served.
        given: what they wait for.
    """

    client: str
    lane: Lane
    turn: float
    given: asyncio.Future[T] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue(Generic[T]):
    """All who wait; moves of games go before the rest.

    Args:
        most: how many may wait in the lane of large boards; four times as many in each of the others.
        share: how many of these may be for one address, where that is known; of the others half may.
    """

    def __init__(self, most: int, share: int) -> None:
        self._most = {lane: most if lane is Lane.LARGE else 4 * most for lane in Lane}
        self._share = {lane: share if lane is Lane.LARGE else 2 * most for lane in Lane}
        self._waiting: list[Waiting[T]] = []
        self._last: dict[tuple[str, Lane], float] = {}  # where the next turn of an address begins
        self._now = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    def join(self, client: str, lane: Lane, *, small: bool) -> Waiting[T]:
        """Let somebody wait.

        Raises:
            Crowded: too many of the same address wait.
            Busy: too many wait.
        """
        others = [other.client for other in self._waiting if other.lane is lane]
        if client and others.count(client) >= self._share[lane]:
            raise Crowded("too much is being worked out for this address already: try again in a moment")
        if len(others) >= self._most[lane]:
            raise Busy("too many others wait for an engine: try again in a moment")
        if not self._waiting:
            self._last.clear()  # everybody begins anew
        turn = max(self._now, self._last.get((client, lane), 0.0))
        self._last[client, lane] = turn + (_SMALL_COST if small else _LARGE_COST)
        if len(self._last) > _MOST_REMEMBERED:
            waiting = {(other.client, other.lane) for other in self._waiting}
            self._last = {flow: last for flow, last in self._last.items() if flow in waiting}
        joined = Waiting[T](client, lane, turn)
        self._waiting.append(joined)
        return joined

    def leave(self, waiting: Waiting[T]) -> bool:
        """Let somebody wait no longer, and tell whether they had been waiting."""
        if waiting not in self._waiting:
            return False
        self._waiting.remove(waiting)
        return True

    def next(self, may: Callable[[Lane], bool]) -> Waiting[T] | None:
        """Return who comes next, of the lanes that may be served now, or None; they go on waiting until they leave."""
        open_lanes = {lane for lane in Lane if may(lane)}
        able = (waiting for waiting in self._waiting if waiting.lane in open_lanes and not waiting.given.done())
        first = min(able, key=lambda waiting: (waiting.lane is not Lane.MOVE, waiting.turn), default=None)
        if first:
            self._now = max(self._now, first.turn)
        return first

    def clear(self) -> list[Waiting[T]]:
        """Let nobody wait any longer, and return who has waited."""
        gone, self._waiting = self._waiting, []
        return gone
