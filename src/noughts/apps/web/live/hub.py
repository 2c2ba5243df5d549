"""Announces changes of games to their listeners.

A listener stores only the newest version, not a list of changes. So a slow listener takes no more memory and does not
delay the others.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Listener:
    """Waits for changes of one game.

    Attributes:
        closed: whether the server is stopping, or the client has left.
        again: whether the client should reload the game although its version may not have changed.
        company: whether a guest has arrived or left.
    """

    def __init__(self) -> None:
        self.closed = False
        self.again = False
        self.company = False
        self._newest = 0
        self._again = False
        self._company = False
        self._waiting: asyncio.Future[None] | None = None

    async def next_version(self, after: int) -> int:
        """Wait until the game has a newer version than this one, and return the newest version.

        It also returns the newest known version when `closed`, `again` or `company` becomes true. Waiting can be
        cancelled at any time without missing a change.
        """
        while not (self._newest > after or self._again or self._company or self.closed):
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self.again, self._again = self._again, False
        self.company, self._company = self._company, False
        return max(self._newest, after)

    def tell(self, version: int) -> None:
        """Announce a version."""
        if version > self._newest:
            self._newest = version
            self._resume()

    def meet(self) -> None:
        """Announce that a guest has arrived or left."""
        self._company = True
        self._resume()

    def wake(self, *, closing: bool = False) -> None:
        """Tell the client to reload, or end the stream if the server is closing."""
        self._again = True
        self.closed = self.closed or closing
        self._resume()

    def _resume(self) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)


class Hub:
    """The listeners of all games in this process. Use it only in the event loop."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._closed = False

    @asynccontextmanager
    async def listen(self, id: str) -> AsyncIterator[Listener]:
        """Listen for changes of a game."""
        listener = Listener()
        if self._closed:
            listener.wake(closing=True)
        group = self._listeners.setdefault(id, set())
        group.add(listener)
        try:
            yield listener
        finally:
            group.discard(listener)
            if not group and self._listeners.get(id) is group:
                del self._listeners[id]

    def tell(self, id: str, version: int) -> None:
        """Announce the version of a game."""
        for listener in self._listeners.get(id, ()):
            listener.tell(version)

    def wake(self, id: str | None = None) -> None:
        """Tell the listeners of a game, or of all games, to reload."""
        groups = self._listeners.values() if id is None else [self._listeners.get(id, ())]
        for group in groups:
            for listener in group:
                listener.wake()

    def meet(self, id: str) -> None:
        """Announce that a guest has come to a game or left."""
        for listener in self._listeners.get(id, ()):
            listener.meet()

    def __len__(self) -> int:
        """Return the number of listeners."""
        return sum(map(len, self._listeners.values()))

    def close(self) -> None:
        """End all listeners, because the server is stopping."""
        self._closed = True
        for group in self._listeners.values():
            for listener in group:
                listener.wake(closing=True)
