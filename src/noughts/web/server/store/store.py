"""Store games and classes in a database. A change is durable before it is acknowledged, and concurrent changes never
overwrite each other.

With PostgreSQL, every read goes to the database, so it also sees what other server processes have stored. An SQLite
database belongs to one process, which keeps recently used games in memory.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import compress
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, ExceptionContext, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from noughts.puzzles.progress import Progress, ProgressChange
from noughts.rules.errors import NoughtsError
from noughts.web.live.hub import Hub
from noughts.web.live.presence import PULSE, Presence
from noughts.web.model.errors import StoreFault
from noughts.web.model.health import StoreHealth
from noughts.web.model.roles import Role
from noughts.web.model.stored_class import StoredClass
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.stored_row import row_of
from noughts.web.server.store import statements
from noughts.web.server.store.database import engine, redacted, sqlite_path
from noughts.web.server.store.faults import is_damage, store_fault
from noughts.web.server.store.migrations import prepare
from noughts.web.server.store.recent import Recent
from noughts.web.server.store.schema import storable
from noughts.web.server.store.sqlite_file import SQLiteFile
from noughts.web.server.store.writer import Writer
from noughts.web.store import ClassChange, GameKey, GameResult, Page

T = TypeVar("T")

_EXPORT_PAGE = 50  # games
_MOST_RECENT = 500  # games in memory
_MOST_CLASSES = 16  # classes in memory
_RECENTLY = 5.0  # seconds for which the outcome of a commit counts as the health of the database
_NO_ROLES = frozenset[Role]()
_DAMAGED = "the database is damaged: stop the server, then start it again to see how to recover"


class SQLStore:
    """A store for games and classes in a database, for one event loop. Use `open` to create a store.

    It implements `GameStore` and `ClassStore`. It also reports the health of the database.

    Attributes:
        hub: the listeners to games. They are notified of all changes, including changes by other processes.
        presence: who is present, including guests of other processes.
        writing: the writer's SQLAlchemy engine.
        writer: commits changes.
    """

    writer: Writer

    def __init__(self, url: str, clock: Callable[[], int], creator: Callable[[], Any] | None) -> None:
        self.hub = Hub()
        self.writing = engine(url, writes=True, creator=creator)
        self._reading = engine(url, writes=False, creator=creator)
        self.presence = Presence(lambda id: self.hub.tell(id, 0, "company"))
        self._alone = sqlite_path(url) is not None
        self._recent = Recent(_MOST_RECENT if self._alone else 0)
        self._classes: dict[str, StoredClass] = {}  # used last, if the database belongs to this process
        self._url = url
        self._clock = clock
        self._schema = ""
        self._damaged = False

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str,
        *,
        clock: Callable[[], int],
        creator: Callable[[], Any] | None = None,
        waiting: int = 5000,
    ) -> AsyncIterator[Self]:
        """Open a database. If necessary, create the database or migrate it to the newest schema.

        On exit, wake all listeners, store the waiting changes, and close the database.

        Args:
            url: the database, as `database_url` returns it.
            clock: returns the time in milliseconds since 1970.
            creator: opens a connection with the driver, instead of SQLAlchemy.
            waiting: the most changes that may wait to be stored.

        Raises:
            NoughtsError: another server has the database open, it is damaged, or it belongs to another program or a
                newer version of noughts.
            StoreFault: the database cannot be reached or written to.
        """
        async with AsyncExitStack() as stack:
            path = sqlite_path(url)
            file = SQLiteFile(path) if path else None
            if file:
                stack.callback(file.close)
            store = cls(url, clock, creator)
            for each in (store.writing, store._reading):
                stack.callback(each.dispose)
                event.listen(each, "handle_error", store._note_damage)
                if file:
                    event.listen(each, "do_connect", lambda *_: file.check())  # SQLite would create a missing file
            store._schema = await asyncio.to_thread(prepare, store.writing)
            if file:
                keeper = stack.enter_context(store._reading.connect())
                file.watch_log(lambda: keeper.exec_driver_sql("PRAGMA wal_checkpoint"))
            store.writer = Writer(store.writing, check=file.check if file else lambda: None, waiting=waiting)
            stack.push_async_callback(store.writer.close)
            if not file:
                from noughts.web.server.store.pg_notify import PgListener  # only PostgreSQL needs its driver

                listener = PgListener(store._reading, store.hub, store.presence)
                stack.push_async_callback(listener.close)
            stack.callback(asyncio.create_task(store._watch_guests()).cancel)
            stack.callback(store.hub.close)
            yield store

    # Games.

    async def create_all(self, new: Sequence[tuple[StoredGame, Iterable[GameKey]]]) -> list[StoredGame]:
        """Store new games with their keys in one transaction: see `GameStore.create_all`."""
        if not new:
            return []
        now = self._clock()
        games = [replace(game, created=now - n, updated=now - n) for n, (game, _) in enumerate(new)]
        rows = [(row_of(game), list(keys)) for game, (_, keys) in zip(games, new, strict=True)]

        def on_commit(created: list[bool]) -> None:
            for game in compress(games, created):
                self._recent.forget(game.id)
                self.hub.tell(game.id, game.version)

        create = partial(statements.create_all, new=rows)
        created = await self.writer.run(create, order=min(game.id for game in games), on_commit=on_commit)
        return [
            game if is_new else await self.load(game.id) or game for game, is_new in zip(games, created, strict=True)
        ]

    async def load(self, id: str) -> StoredGame | None:
        """Return the stored game with this id, or None."""
        return self._recent.game(id) or await self._read(partial(statements.load, id=id))

    async def see(self, id: str, hashes: Iterable[str]) -> tuple[StoredGame | None, frozenset[Role]]:
        """Return a stored game, and all roles in the game that a client's keys give. If the keys give no role, the game
        is None.
        """
        game, roles = await self._see(id, hashes)
        together = _NO_ROLES.union(*roles.values())
        return game if together else None, together

    async def _see(self, id: str, hashes: Iterable[str]) -> tuple[StoredGame | None, dict[str, frozenset[Role]]]:
        keys = list(hashes)
        changes, game, known = self._recent.changes, self._recent.game(id), self._recent.roles(id, keys)
        if known is None:
            game, roles = await self._read(partial(statements.see, id=id, hashes=keys))
            known = dict.fromkeys(keys, _NO_ROLES) | roles
            self._recent.read(changes, game, known)
        return game, known

    async def change(
        self,
        before: StoredGame,
        after: StoredGame,
        *,
        following: StoredGame | None = None,
        swapped: bool = False,
        hashes: Iterable[str] = (),
        roles: frozenset[Role] = frozenset(),
        keys: Iterable[GameKey] = (),
        retired: Iterable[GameKey] = (),
    ) -> bool:
        """Store the next version of a game, and return whether it was stored: see `GameStore.change`."""
        now, added, removed = self._clock(), list(keys), list(retired)
        latest = replace(after, created=before.created, updated=now)
        change = partial(
            statements.change,
            row=row_of(latest),
            hashes=list(hashes),
            roles=roles,
            following=row_of(following) | {"created": now, "updated": now} if following else None,
            swapped=swapped,
            new_keys=added,
            retired=removed,
        )

        def on_commit(stored: bool) -> None:
            if not stored or added or removed:
                self._recent.forget(after.id)
            else:
                self._recent.changed(latest)
            if stored:
                self.hub.tell(after.id, after.version)

        try:
            return await self.writer.run(change, order=before.id, on_commit=on_commit)
        except StoreFault:  # perhaps it is stored
            self._recent.forget(before.id)
            raise

    async def forget(self, hash: str, id: str) -> None:
        """Remove a game from the list of a key's owner: see `GameStore.forget`."""
        forget = partial(statements.forget, hash=hash, id=id)

        def on_commit(_: object) -> None:
            self._recent.forget(id)
            self.hub.wake(id)

        await self.writer.run(forget, order=id, on_commit=on_commit)

    # Keys.

    async def add_keys(self, id: str, keys: Iterable[GameKey], *, by: GameKey | None = None) -> None:
        """Add keys to a game if the game still has the key `by`. Existing keys stay. If the game does not exist,
        nothing happens.
        """
        add = partial(statements.add_keys, id=id, new_keys=list(keys), by=by)
        await self.writer.run(add, order=id, on_commit=lambda _: self._recent.forget(id))

    async def roles(self, id: str, hashes: Iterable[str]) -> frozenset[Role]:
        """Return all roles in a game that a client's keys give."""
        return (await self.see(id, hashes))[1]

    async def held(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the roles that each key gives in a game. Keys without roles are left out."""
        _, known = await self._see(id, hashes)
        return {hash: roles for hash, roles in known.items() if roles}

    async def roles_by_game(self, hash: str, ids: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the roles that a key gives in each of several games."""
        return await self._read(partial(statements.roles_by_game, hash=hash, ids=list(ids)))

    async def find(self, hash: str) -> tuple[str, Role] | None:
        """Return the id of the latest game that a link's key opens, and the role that the key gives, or None."""
        return await self._read(partial(statements.find, hash=hash))

    # Lists.

    async def games_of(
        self, hash: str, *, text: str = "", limit: int = 50, before: Page | None = None
    ) -> list[StoredGame]:
        """Return one page of the key owner's game list: see `GameStore.games_of`."""
        if not storable(text) or (before and not storable(before[1])):
            return []
        return await self._read(partial(statements.games_of, hash=hash, text=text, limit=limit, before=before))

    async def results(self, hash: str) -> Counter[GameResult]:
        """Count the results of the key owner's finished games: see `GameStore.results`."""
        return await self._read(partial(statements.results, hash=hash))

    async def export(self, hash: str) -> AsyncIterator[StoredGame]:
        """Yield all games of the key's owner, in the order of `games_of`."""
        before: Page | None = None
        while page := await self.games_of(hash, limit=_EXPORT_PAGE, before=before):
            before = (page[-1].updated, page[-1].id)
            for game in page:
                yield game

    # Puzzles.

    async def progress(self, hash: str) -> Progress:
        """Return the key owner's progress with puzzles."""
        return await self._read(partial(statements.progress, hash=hash))

    async def change_progress(self, hash: str, change: ProgressChange) -> Progress:
        """Change the key owner's progress with puzzles: see `GameStore.change_progress`."""
        return await self.writer.run(partial(statements.change_progress, hash=hash, change=change), order=hash)

    # Classes.

    async def create_class(self, new: StoredClass) -> bool:
        """Store a new class: see `ClassStore.create_class`."""
        return await self.writer.run(partial(statements.create_class, new=new), order=new.id)

    async def load_class(self, id: str) -> StoredClass | None:
        """Return the stored class with this id, or None."""
        if known := self._classes.get(id):
            return known
        if not storable(id):
            return None
        found = await self._read(partial(statements.load_class, id=id))
        return self._keep(found) if found else None

    async def latest_class(self, owner: str) -> str:
        """Return the id of the teacher's newest class, given the teacher's key, or an empty string."""
        return await self._read(partial(statements.latest_class, owner=owner))

    async def change_class(self, id: str, change: ClassChange) -> StoredClass | None:
        """Change a class: see `ClassStore.change_class`."""

        def on_commit(after: StoredClass | NoughtsError | None) -> None:
            if isinstance(after, StoredClass):
                self._keep(after)
                self.hub.tell(id, after.version)

        try:
            changed = partial(statements.change_class, id=id, change=change)
            after = await self.writer.run(changed, order=id, on_commit=on_commit)
        except StoreFault:  # perhaps it is stored
            self._classes.pop(id, None)
            raise
        if isinstance(after, NoughtsError):
            raise after
        return after

    def _keep(self, latest: StoredClass) -> StoredClass:
        """Cache a class, unless a newer version is cached. Return the newest version."""
        if not self._alone:
            return latest
        known = self._classes.pop(latest.id, latest)
        newest = max(known, latest, key=lambda each: each.version)
        self._classes[latest.id] = newest
        if len(self._classes) > _MOST_CLASSES:
            del self._classes[next(iter(self._classes))]
        return newest

    # The database.

    async def healthy(self) -> StoreHealth:
        """Report the health of the database, the time that a commit takes, and the size of the database.

        For a few seconds, the result of the latest commit is reused. After that, this method makes a commit itself. It
        also makes one if a commit failed shortly before the latest one, because on a nearly full disk only small
        changes succeed.
        """
        try:
            size = await self._read(statements.size)
            writer, recently = self.writer, time.monotonic() - _RECENTLY
            if writer.tried <= recently or (writer.failed > recently and not writer.fault):
                await self.writer.run(statements.probe)
            reason = _DAMAGED if self._damaged else self.writer.fault
        except StoreFault as error:
            reason = str(error)
        if reason:
            return StoreHealth(False, reason, redacted(self._url), self._schema)
        commit_ms = round(self.writer.commit_ms, 2)
        return StoreHealth(True, schema=self._schema, commit_ms=commit_ms, bytes=size, listeners=len(self.hub))

    async def _read(self, read: Callable[[Connection], T]) -> T:
        """Read from the database in a worker thread, so that the event loop never waits for a disk.

        Raises:
            StoreFault: the database cannot be read.
        """

        def reading() -> T:
            with self._reading.connect() as connection:
                return read(connection)

        try:
            return await asyncio.to_thread(reading)
        except DBAPIError as error:
            raise store_fault(error, "the games could not be read") from error
        except SQLAlchemyError as error:  # the connection pool timed out
            raise StoreFault("the games could not be read: the database does not answer; try again") from error

    def _note_damage(self, context: ExceptionContext) -> None:
        self._damaged = self._damaged or is_damage(context.original_exception)

    async def _watch_guests(self) -> None:
        """Announce arriving and leaving guests to listeners and to the other processes, until cancelled."""
        while True:
            await asyncio.sleep(PULSE)
            for report in self.presence.pulse():
                if not self._alone:
                    with contextlib.suppress(StoreFault):  # `presence` reports it again
                        await self.writer.run(partial(statements.notify_peers, message=report))
