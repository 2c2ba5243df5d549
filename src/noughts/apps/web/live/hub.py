"""Who looks at which game: "version 7 of this game is there" reaches all of them, and nobody's slowness another.

A listener holds no list of what happened, only the newest version: however slow it is, it takes no more room.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Listener:
    """One who looks at a game."""

    def __init__(self) -> None:
        self.closed = False
        """Whether the server stops: nothing more will come."""
        self.again = False
        """Whether it is time to look again, though there may be no newer version: as `next_version` returned last."""
        self.company = False
        """Whether somebody has come to the game, or left: as `next_version` returned last."""
        self._newest = 0
        self._again = False
        self._company = False
        self._beat = False
        self._waiting: asyncio.Future[None] | None = None

    async def next_version(self, after: int) -> int:
        """Wait until the game has a version above this one and return the newest.

        It also returns, with whatever is known, when it is time to look again (`again`): the game was deleted, news may
        have been missed, or the server stops (`closed`); when somebody has come or left (`company`); and at every
        `beat`. To be given up at any time; nothing is missed by that.
        """
        while not (self._newest > after or self._again or self._company or self._beat or self.closed):
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self.again, self._again, self._beat = self._again, False, False
        self.company, self._company = self._company, False
        return max(self._newest, after)

    def tell(self, version: int) -> None:
        """Say that there is this version."""
        if version > self._newest:
            self._newest = version
            self._wake()

    def beat(self) -> None:
        """Have it give a sign of life."""
        self._beat = True
        self._wake()

    def meet(self) -> None:
        """Say that somebody has come or left."""
        self._company = True
        self._wake()

    def wake(self, *, closing: bool = False) -> None:
        """Have it look again."""
        self._again = True
        self.closed = self.closed or closing
        self._wake()

    def _wake(self) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)


class Hub:
    """All who look at games, in this process. Used within the event loop alone.

    Args:
        newest: the newest version of a game that was heard of, 0 if of none; None if the game was deleted. So nothing
            is missed that happens after somebody has loaded a game, and before they listen.
    """

    def __init__(self, newest: Callable[[str], int | None] = lambda _: 0) -> None:
        self._newest = newest
        self._listeners: dict[str, set[Listener]] = {}
        self._closed = False

    @asynccontextmanager
    async def listen(self, id: str) -> AsyncIterator[Listener]:
        """Look at a game."""
        listener = Listener()
        newest = self._newest(id)
        listener.tell(newest or 0)
        if newest is None or self._closed:
            listener.wake(closing=self._closed)
        group = self._listeners.setdefault(id, set())
        group.add(listener)
        try:
            yield listener
        finally:
            group.discard(listener)
            if not group and self._listeners.get(id) is group:
                del self._listeners[id]

    def tell(self, id: str, version: int) -> None:
        """Say that a game has this version now."""
        for listener in self._listeners.get(id, ()):
            listener.tell(version)

    def wake(self, id: str | None = None) -> None:
        """Have those who look at this game look again; all of them, without one."""
        groups = self._listeners.values() if id is None else [self._listeners.get(id, ())]
        for group in groups:
            for listener in group:
                listener.wake()

    def meet(self, id: str) -> None:
        """Say that somebody has come to a game, or left."""
        for listener in self._listeners.get(id, ()):
            listener.meet()

    def __len__(self) -> int:
        """Return how many listen."""
        return sum(map(len, self._listeners.values()))

    def close(self) -> None:
        """Have all of them end: the server stops."""
        self._closed = True
        for group in self._listeners.values():
            for listener in group:
                listener.wake(closing=True)
