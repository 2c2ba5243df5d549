"""Read in worker threads and through caches, so that the event loop never waits for a disk."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from noughts.apps.web.model.errors import StoreFault
from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store import statements
from noughts.apps.web.store.cache import GameCache, RoleCache
from noughts.apps.web.store.faults import store_fault

T = TypeVar("T")

_THREADS = 4
_CACHED_ROLES = 10_000  # games whose roles are cached


class Reader:
    """The worker threads that read from the database.

    Args:
        engine: connects to the database in autocommit mode.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(_THREADS, "noughts-reader")
        self._closing = False

    async def run(self, read: Callable[[Connection], T]) -> T:
        """Call a function with a connection in one of the threads, and return its result.

        Raises:
            StoreFault: the database cannot be read.
        """
        if self._closing:
            raise StoreFault("the games could not be read: the server is stopping; try again")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, read)
        except DBAPIError as error:
            raise store_fault(error, "the games could not be read") from error
        except SQLAlchemyError as error:  # the connection pool timed out
            raise StoreFault("the games could not be read: the database does not answer; try again") from error

    async def close(self) -> None:
        """Finish the current reads and reject later ones."""
        self._closing = True
        await asyncio.to_thread(self._threads.shutdown)

    def _read(self, read: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return read(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self._engine.connect() as connection:  # the pooled connections were lost after their last use
            return read(connection)


class CachedReader(Reader):
    """Read games and roles through caches. The owner reports every change to it.

    Args:
        engine: as for `Reader`.
        cached: the approximate limit for cached games in bytes.

    Attributes:
        games: the cached games.
        roles: the cached roles.
        connected: whether all changes are reported at once. If not, the caches are not used.
    """

    def __init__(self, engine: Engine, cached: int) -> None:
        super().__init__(engine)
        self.games = GameCache(cached)
        self.roles = RoleCache(_CACHED_ROLES)
        self.connected = True
        self._loading: dict[str, asyncio.Task[StoredGame | None]] = {}

    async def load(self, id: str, least: int) -> StoredGame | None:
        """Return a game in this version or a later one if it is stored. Concurrent calls share one read."""
        if self.connected and (game := self.games.get(id)):
            if game.version >= least:
                return game
            self._loading.pop(id, None)  # a read that has already begun may also return an old version
        if (reading := self._loading.get(id)) is None:
            reading = self._loading[id] = asyncio.create_task(self.run(partial(statements.load, id=id)))
            reading.add_done_callback(lambda done: self._loaded(id, done))
        return await asyncio.shield(reading)

    async def roles_by_key(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the roles of each of these keys in a game. Keys without roles are left out."""
        roles, unknown = dict[str, frozenset[Role]](), list[str]()
        for hash in hashes:
            if self.connected and (known := self.roles.get(id, hash)):
                roles[hash] = known
            else:
                unknown.append(hash)
        if unknown:
            generation = self.roles.generation
            read = await self.run(partial(statements.roles_by_key, id=id, hashes=unknown))
            self.roles.put(id, read, generation)
            roles.update(read)
        return roles

    def changed(self, id: str, version: int) -> None:
        """Report that a game has this version now."""
        self.games.note(id, version)
        self._loading.pop(id, None)

    def deleted(self, id: str) -> None:
        """Report that a game was deleted."""
        self.games.delete(id)
        self._loading.pop(id, None)

    def drop(self, id: str) -> None:
        """Read a game and its roles again when they are next used, because their stored state is unknown."""
        self.games.drop(id)
        self._loading.pop(id, None)
        self.roles.forget(id)

    def reset(self, *, connected: bool) -> None:
        """Forget everything, because changes may have been missed."""
        self.connected = connected
        self.games.clear()
        self._loading.clear()
        self.roles.clear()

    def _loaded(self, id: str, reading: asyncio.Task[StoredGame | None]) -> None:
        # If the task is no longer in `_loading`, the game changed meanwhile, and the task may have read an older
        # version.
        current = self._loading.get(id) is reading
        if current:
            del self._loading[id]
        if not reading.cancelled() and not reading.exception() and current and (game := reading.result()):
            self.games.put(game)
