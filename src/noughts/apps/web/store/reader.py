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
from noughts.apps.web.store.cache import Cache, memory
from noughts.apps.web.store.faults import store_fault

T = TypeVar("T")

_THREADS = 4
_CACHED_ROLES = 10_000  # games whose roles are cached
_MOST_KEYS = 500  # of one game, which may have many spectators
_DELETED = 1 << 62  # a version that no game reaches


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

    The cache of games also stores the newest known version of each game, even if it does not store the game itself. So
    it never returns an older version that a slow read delivers late.

    Args:
        engine: as for `Reader`.
        cached: the approximate limit for cached games in bytes.

    Attributes:
        connected: whether all changes are reported at once. If not, the caches are not used.
    """

    def __init__(self, engine: Engine, cached: int) -> None:
        super().__init__(engine)
        self.connected = True
        self._games: Cache[tuple[int, StoredGame | None]] = Cache(cached, lambda entry: memory(entry[1]))
        self._roles: Cache[dict[str, frozenset[Role]]] = Cache(_CACHED_ROLES)
        self._generation = 0  # changes when roles are forgotten: roles that were read before may be outdated
        self._loading: dict[str, asyncio.Task[StoredGame | None]] = {}

    async def load(self, id: str, least: int) -> StoredGame | None:
        """Return a game in this version or a later one if it is stored. Concurrent calls share one read."""
        if self.connected and (game := self._entry(id)[1]):
            if game.version >= least:
                return game
            self._loading.pop(id, None)  # a read that has already begun may also return an old version
        if (reading := self._loading.get(id)) is None:
            reading = self._loading[id] = asyncio.create_task(self.run(partial(statements.load, id=id)))
            reading.add_done_callback(lambda done: self._loaded(id, done))
        return await asyncio.shield(reading)

    async def roles_by_key(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the roles of each of these keys in a game. Keys without roles are left out."""
        known = (self._roles.get(id) if self.connected else None) or {}
        wanted = list(hashes)
        roles = {hash: known[hash] for hash in wanted if hash in known}
        if unknown := [hash for hash in wanted if hash not in known]:
            generation = self._generation
            read = await self.run(partial(statements.roles_by_key, id=id, hashes=unknown))
            if read and generation == self._generation:
                known = self._roles.get(id) or {}
                self._roles.put(id, (known if len(known) < _MOST_KEYS else {}) | read)
            roles |= read
        return roles

    def newest(self, id: str) -> int | None:
        """Return the newest known version of a game, 0 if none is known, or None if the game was deleted."""
        version, _ = self._entry(id)
        return version if version < _DELETED else None

    def stored(self, game: StoredGame) -> None:
        """Report that this process has stored a game."""
        self.changed(game.id, game.version)
        self._put(game)

    def changed(self, id: str, version: int) -> None:
        """Report that a game has this version now."""
        newest, _ = self._entry(id)
        if version > newest or (newest, version) == (_DELETED, 1):  # version 1: the game was created again
            self._games.put(id, (version, None))
        self._loading.pop(id, None)

    def deleted(self, id: str) -> None:
        """Report that a game was deleted."""
        self._games.put(id, (_DELETED, None))
        self._loading.pop(id, None)

    def drop(self, id: str) -> None:
        """Read a game and its roles again when they are next used, because their stored state is unknown."""
        self._games.put(id, (self._entry(id)[0], None))
        self._loading.pop(id, None)
        self.forget_roles(id)

    def forget_roles(self, id: str) -> None:
        """Report that the keys of a game have changed."""
        self._generation += 1
        self._roles.forget(id)

    def reset(self, *, connected: bool) -> None:
        """Forget everything, because changes may have been missed."""
        self.connected = connected
        self._games.clear()
        self._loading.clear()
        self._generation += 1
        self._roles.clear()

    def _entry(self, id: str) -> tuple[int, StoredGame | None]:
        """Return the newest known version of a game, or 0, and the game if it is cached."""
        return self._games.get(id) or (0, None)

    def _put(self, game: StoredGame) -> None:
        """Cache a game, unless a newer version is known."""
        if game.version >= self._entry(game.id)[0]:
            self._games.put(game.id, (game.version, game))

    def _loaded(self, id: str, reading: asyncio.Task[StoredGame | None]) -> None:
        # If the task is no longer in `_loading`, the game changed meanwhile, and the task may have read an older
        # version.
        current = self._loading.get(id) is reading
        if current:
            del self._loading[id]
        if not reading.cancelled() and not reading.exception() and current and (game := reading.result()):
            self._put(game)
