"""A queue in which each client gets a fair share, and small boards come before large ones.

This is start-time fair queuing (Goyal, Vin and Cheng, SIGCOMM 1996). Each task gets a number, its turn. If other tasks
of the same client are waiting, the turn is the last task's turn plus its cost. Otherwise, it is the turn that is being
served. The task with the smallest turn is served first. So a client with a hundred tasks delays only itself, and a
client with one task waits for at most one task of each other client.

    client   tasks            turns               served
    a        3 × large        0   16   32         a0  b0  b1  c1  a16  a32
    b        2 × small        0   1
    c        small, later              1
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from noughts.web.model.errors import Busy, Crowded
from noughts.web.model.page_games import is_small

T = TypeVar("T")

_LARGE_COST = 16  # turns; other tasks cost one


class Lane(Enum):
    """A lane of the queue, for one kind of task. Each lane has its own limits, and moves are served before all other
    tasks.
    """

    MOVE = "a computer's move in a game"
    SMALL = "a task on a small board"
    TREE = "a search tree of a small board, which takes longer"
    LARGE = "a task on a large board"


SHORT_LANES = frozenset({Lane.MOVE, Lane.SMALL})
"""The lanes of tasks that usually take only a moment."""


def lane_of(task: Mapping[str, object], urgent: bool) -> Lane:
    """Return the lane of the queue for an engine's task."""
    if urgent:
        return Lane.MOVE
    if not is_small(str(task.get("game", ""))):
        return Lane.LARGE
    return Lane.TREE if task.get("do") in ("trace", "atlas", "race", "playouts") else Lane.SMALL


@dataclass(frozen=True, eq=False)
class _Entry(Generic[T]):
    client: str
    lane: Lane
    turn: float
    item: T


class FairQueue(Generic[T]):
    """A bounded queue that serves clients fairly.

    Args:
        size: the number of items in the lane of large boards. The other lanes hold four times as many.
        share: how many items in the lane of large boards may belong to one client. In each of the other lanes, one
            client may have half of all items. Unknown clients, whose name is empty, have no limit.
    """

    def __init__(self, size: int, share: int) -> None:
        self._sizes = {lane: size if lane is Lane.LARGE else 4 * size for lane in Lane}
        self._shares = {lane: share if lane is Lane.LARGE else 2 * size for lane in Lane}
        self._entries: list[_Entry[T]] = []
        self._now = 0.0

    def __len__(self) -> int:
        return len(self._entries)

    def has(self, *lanes: Lane) -> bool:
        """Return whether an item is waiting in one of these lanes."""
        return any(entry.lane in lanes for entry in self._entries)

    def add(self, item: T, client: str, lane: Lane) -> None:
        """Add an item for a client.

        Raises:
            Crowded: too many items of this client are waiting.
            Busy: too many items are waiting.
        """
        waiting = [entry for entry in self._entries if entry.lane is lane]
        turns = [entry.turn for entry in waiting if entry.client == client]
        if client and len(turns) >= self._shares[lane]:
            raise Crowded("too many of your requests are waiting for an engine: try again in a moment")
        if len(waiting) >= self._sizes[lane]:
            raise Busy("the engines are busy: try again in a moment")
        turn = turns[-1] + (_LARGE_COST if lane is Lane.LARGE else 1) if turns else self._now
        self._entries.append(_Entry(client, lane, turn, item))

    def pop(self, lanes: Collection[Lane] = tuple(Lane)) -> T | None:
        """Remove and return the next item of these lanes, or return None if the lanes are empty."""
        entries = (entry for entry in self._entries if entry.lane in lanes)
        first = min(entries, key=lambda entry: (entry.lane is not Lane.MOVE, entry.turn), default=None)
        if first is None:
            return None
        self._entries.remove(first)
        self._now = max(self._now, first.turn)
        return first.item

    def remove(self, item: T) -> None:
        """Remove an item, if it is still in the queue."""
        self._entries = [entry for entry in self._entries if entry.item != item]
