"""Announce changes of games to listeners.

A listener stores only the newest version, not a list of changes. So a slow listener takes no more memory and does not
delay the others.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Listener:
    """A listener that waits for changes to a game.

    Attributes:
        closed: whether the server is stopping.
        news: ``again`` if the client should reload the game although its version may not have changed, and ``company``
            if a guest has arrived or left. `next_version` sets it.
    """

    def __init__(self) -> None:
        self.closed = False
        self.news = set[str]()
        self._newest = 0
        self._waiting_news = set[str]()
        self._told = asyncio.Event()

    async def next_version(self, after: int) -> int:
        """Wait until a game is newer than a given version, and return the game's newest version.

        It also returns the newest known version when there are `news`, or the server is stopping. Waiting can be
        cancelled at any time without missing a change.
        """
        while not (self._newest > after or self._waiting_news or self.closed):
            self._told.clear()
            await self._told.wait()
        self.news, self._waiting_news = self._waiting_news, set()
        return max(self._newest, after)

    async def changed(self) -> None:
        """Wait for an announcement, or return at once if an announcement has come since the last call."""
        await self._told.wait()
        self._told.clear()

    def tell(self, version: int = 0, *news: str, closing: bool = False) -> None:
        """Announce a new version of a game, other news, or the shutdown of the server."""
        self._newest = max(self._newest, version)
        self._waiting_news.update(news)
        self.closed = self.closed or closing
        self._told.set()


class Hub:
    """The listeners of all games in this process. Use a hub only in the event loop."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._closed = False

    @asynccontextmanager
    async def listen(self, *ids: str) -> AsyncIterator[Listener]:
        """Listen for changes of a game, or of several at once. Versions of different games cannot be compared."""
        listener = Listener()
        listener.closed = self._closed
        for id in set(ids):
            self._listeners.setdefault(id, set()).add(listener)
        try:
            yield listener
        finally:
            for id in set(ids):
                group = self._listeners[id]
                group.discard(listener)
                if not group:
                    del self._listeners[id]

    def tell(self, id: str, version: int = 0, *news: str) -> None:
        """Announce a new version of a game, or other news about the game: see `Listener`."""
        for listener in self._listeners.get(id, ()):
            listener.tell(version, *news)

    def wake(self, id: str | None = None) -> None:
        """Tell the listeners of a game, or of all games, to reload."""
        for listener in self._all() if id is None else self._listeners.get(id, ()):
            listener.tell(0, "again")

    def __len__(self) -> int:
        """Return the number of listeners."""
        return len(self._all())

    def close(self) -> None:
        """Close all listeners, because the server is stopping."""
        self._closed = True
        for listener in self._all():
            listener.tell(closing=True)

    def _all(self) -> set[Listener]:
        return {listener for group in self._listeners.values() for listener in group}
