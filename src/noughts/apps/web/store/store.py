"""Where games are kept: every change is durable before it is acknowledged, and of two at once one is refused.

Long for its contracts: this is all that the page knows of storing. What is behind it is one idea a file: the writer,
the reader, the statements, the cache, the hub of those who listen, the relay between processes.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from time import perf_counter
from typing import Any, Self, TypeAlias

from noughts.apps.web.live.hub import Hub
from noughts.apps.web.live.peers import Peers
from noughts.apps.web.live.presence import Presence
from noughts.apps.web.model.errors import StoreFault
from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store import statements as queries
from noughts.apps.web.store import updates as changes
from noughts.apps.web.store.cache import Cache
from noughts.apps.web.store.database import engine, file_of, shown
from noughts.apps.web.store.lock import FileLock
from noughts.apps.web.store.migrate import prepare
from noughts.apps.web.store.reader import Reader
from noughts.apps.web.store.role_cache import RoleCache
from noughts.apps.web.store.schema import storable
from noughts.apps.web.store.updates import Change, Held
from noughts.apps.web.store.writer import Writer

__all__ = ["Created", "Page", "Store", "StoreFault"]

_AT_ONCE = 50  # games of an export
_MOST_GAMES = 10_000  # whose keys are remembered

Page: TypeAlias = tuple[int, str]
"""Where a page of the list ends: `updated` and `id` of its last game."""


@dataclass(frozen=True)
class Created:
    """A game that follows another, and whether the two have changed sides: then the keys to them do, too."""

    game: StoredGame
    swapped: bool = False


class Store:
    """The games of a database. Made by `open`; used within one event loop.

    Attributes:
        hub: who looks at which game. It is told of every change here, and of those of other processes.
        presence: who is there, here and in other processes.
    """

    def __init__(self, url: str, clock: Callable[[], int], creator: Callable[[], Any] | None, cached: int) -> None:
        self._url = url
        self._clock = clock
        self._cache = Cache(cached)
        self._roles = RoleCache(_MOST_GAMES)
        self.hub = Hub(self._cache.newest)
        self._fresh = True  # whether what is at hand can be trusted
        self._others: Peers | None = None
        self._loading: dict[str, asyncio.Task[StoredGame | None]] = {}
        self._reading = engine(url, writes=False, creator=creator)
        self._writing = engine(url, writes=True, creator=creator)
        self._stack = AsyncExitStack()
        self._schema = ""

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        clock: Callable[[], int],
        creator: Callable[[], Any] | None = None,
        waiting: int = 5000,
        cached: int = 24 * 2**20,
    ) -> Self:
        """Open the database, making it, or bringing it up to date, where needed.

        Args:
            url: the database, as `database_url` has it.
            clock: the time now, in milliseconds since 1970.
            creator: makes a connection of the driver, where it is not the usual one.
            waiting: the most changes that may wait to be stored.
            cached: the most bytes of games at hand, about.

        Raises:
            NoughtsError: another server has it, it is no database of noughts, or of a newer one.
            StoreFault: it cannot be reached, or not written to.
        """
        file = file_of(url)
        async with AsyncExitStack() as stack:
            if file:
                stack.enter_context(FileLock(file))
            store = cls(url, clock, creator, cached)
            stack.callback(store._reading.dispose)
            stack.callback(store._writing.dispose)
            store._schema = await asyncio.to_thread(prepare, store._writing)
            store._reader = Reader(store._reading)
            stack.push_async_callback(store._reader.close)
            store._writer = Writer(store._writing, waiting=waiting)
            stack.push_async_callback(store._writer.close)
            if not file:
                from noughts.apps.web.store.pg_notify import Relay  # the driver of PostgreSQL is needed only here

                store._fresh = False
                others = Peers(store.hub.meet, store._notify)
                store.presence = others.presence
                store._others = others
                relay = Relay(store._writing, store._heard, others.heard, store._linked)
                stack.push_async_callback(relay.close)
            else:
                store.presence = Presence(store.hub.meet)
            looking = asyncio.create_task(store.presence.work())
            stack.callback(looking.cancel)
            stack.callback(store.hub.close)
            store._stack = stack.pop_all()
        return store

    _reader: Reader
    _writer: Writer
    presence: Presence

    async def close(self) -> None:
        """Wake all who listen, store what waits, and close the database."""
        await self._stack.aclose()

    @property
    def connected(self) -> bool:
        """Whether every change of other processes is heard at once; if not, every game is read anew."""
        return self._fresh

    # Games.

    async def create(self, game: StoredGame, keys: Iterable[tuple[str, Role]]) -> StoredGame:
        """Store a new game with the keys to it, each the hash of a secret with a role; return it with its time.

        Where there is a game of this name already, it stays, and is returned as it is.

        Raises:
            StoreFault: it could not be stored.
        """
        (made,) = await self.create_all([(game, keys)])
        return made

    async def create_all(self, wanted: Sequence[tuple[StoredGame, Iterable[tuple[str, Role]]]]) -> list[StoredGame]:
        """Store new games in one transaction, each as `create` does: all of them, or none. The first is the latest.

        Raises:
            StoreFault: they could not be stored.
        """
        if not wanted:
            return []
        now = self._clock()
        games = [_stamped(game, created=now - n, updated=now - n) for n, (game, _) in enumerate(wanted)]
        rows = [(queries.row_of(game), list(keys)) for game, (_, keys) in zip(games, wanted, strict=True)]

        def settled(made: list[bool]) -> None:
            for game in compress(games, made):
                self._made(game)

        change = partial(queries.create_all, wanted=rows)
        made = await self._writer.run(change, order=min(game.id for game in games), settled=settled)
        return [game if new else await self.load(game.id) or game for game, new in zip(games, made, strict=True)]

    async def load(self, id: str, least: int = 0) -> StoredGame | None:
        """Return a game as it is stored now, or None.

        Args:
            id: the game.
            least: a version that somebody has heard of, perhaps from another process, before this one has.

        Raises:
            StoreFault: the database cannot be read.
        """
        if self._fresh and (game := self._cache.get(id)):
            if game.version >= least:
                return game
            self._loading.pop(id, None)  # what was being read may be as old
        if not storable(id):
            return None
        if (reading := self._loading.get(id)) is None:
            reading = self._loading[id] = asyncio.create_task(self._load(id))
            reading.add_done_callback(lambda done: self._loaded(id, done))
        return await asyncio.shield(reading)

    async def change(
        self,
        before: StoredGame,
        after: StoredGame,
        also: Created | None = None,
        *,
        hashes: Iterable[str] = (),
        roles: frozenset[Role] = frozenset(),
    ) -> bool:
        """Store a game's next version if `before` is the one that is stored; tell whether it was, after the commit.

        Args:
            before: the game as it was loaded.
            after: the game after one change; the same game, where nothing changes.
            also: a game that follows, to be stored with it; who has a key to this game, has one to that.
            hashes: the keys of who asked for it.
            roles: what they were found to allow: if they do not at the moment of storing, nothing is stored.

        Raises:
            StoreFault: it could not be stored, or it is not known whether it is: load the game again.
        """
        if after is before and also is None:
            return True
        return await self._change(before, after, also, hashes=tuple(hashes), roles=roles)

    async def enter(
        self,
        before: StoredGame,
        after: StoredGame,
        keys: Iterable[tuple[str, Role]],
        *,
        by: tuple[str, Role] | None = None,
    ) -> bool:
        """Store, as `change` does, a game in which somebody has taken a seat, with their keys to it.

        Args:
            before: the game as it was loaded.
            after: the game with them in the seat.
            keys: their keys, each the hash of a secret with a role.
            by: the key of the link by which they came, with its role: it must still be one.

        Raises:
            StoreFault: as for `change`.
        """
        hashes, roles = ((by[0],), frozenset({by[1]})) if by else ((), frozenset[Role]())
        return await self._change(before, after, None, hashes=hashes, roles=roles, keys=tuple(keys))

    async def forget(self, hash: str, id: str) -> None:
        """Delete a game for who asks, by their key.

        A game at one screen is gone. A game by links ends for one side, with all the keys and links of that side; it
        is gone when no person at it has a key any more, and when nobody had come to the other seat. Who only watches
        gives up their own key.

        Raises:
            StoreFault: it could not be stored.
        """
        if storable(hash) and storable(id):
            change = partial(queries.forget, hash=hash, id=id)
            await self._writer.run(change, order=id, settled=partial(self._forgotten, id))

    # Keys.

    async def add_keys(self, id: str, keys: Iterable[tuple[str, Role]], *, by: str = "") -> None:
        """Give keys their roles in a game; nothing happens to one that has it, or if there is no such game.

        Args:
            id: the game.
            keys: each the hash of a secret with a role.
            by: the key of a link that must still lead there, if any must.

        Raises:
            StoreFault: it could not be stored.
        """
        given = [(hash, role) for hash, role in keys if storable(hash)]
        if given and storable(id):
            change = partial(queries.add_keys, id=id, given=given, by=by)
            await self._writer.run(change, order=id, settled=lambda _: self._roles.forget(id))

    async def roles(self, id: str, hashes: Iterable[str]) -> frozenset[Role]:
        """Return what these keys together allow in a game.

        Raises:
            StoreFault: the database cannot be read.
        """
        return frozenset[Role]().union(*(await self.held(id, hashes)).values())

    async def held(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return what each of these keys allows in a game; those that allow nothing are left out.

        Raises:
            StoreFault: the database cannot be read.
        """
        found, asked = dict[str, frozenset[Role]](), list[str]()
        for hash in hashes:
            if self._fresh and (known := self._roles.get(id, hash)):
                found[hash] = known
            elif storable(hash):
                asked.append(hash)
        if asked and storable(id):
            forgettings = self._roles.forgettings
            read = await self._reader.run(partial(queries.held, id=id, hashes=asked))
            self._roles.put(id, read, forgettings)
            found |= read
        return found

    async def find(self, hash: str) -> tuple[str, Role] | None:
        """Return the latest game that a link's key is for, and its role there; None where it leads nowhere.

        Raises:
            StoreFault: the database cannot be read.
        """
        return await self._reader.run(partial(queries.find, hash=hash)) if storable(hash) else None

    # Lists.

    async def games_of(
        self, hash: str, *, text: str = "", limit: int = 50, before: Page | None = None
    ) -> list[StoredGame]:
        """Return the games that a key is for, those changed last first.

        Args:
            hash: the key.
            text: words that all are in the players' names or the game's.
            limit: how many at most.
            before: only those after this end of a page.

        Raises:
            StoreFault: the database cannot be read.
        """
        if not storable(hash) or not storable(text) or (before and not storable(before[1])):
            return []
        return await self._reader.run(partial(queries.games_of, hash=hash, text=text, limit=limit, before=before))

    async def export(self, hash: str) -> AsyncIterator[StoredGame]:
        """Yield all games that a key is for, as `games_of` has them.

        Raises:
            StoreFault: the database cannot be read.
        """
        before: Page | None = None
        while page := await self.games_of(hash, limit=_AT_ONCE, before=before):
            before = (page[-1].updated, page[-1].id)
            for game in page:
                yield game

    async def healthy(self) -> dict[str, Any]:
        """Return how the database does: whether a commit works and how long one takes, the schema, the size."""
        started = perf_counter()
        try:
            await self._writer.run(queries.touch)
            size = await self._reader.run(queries.size)
        except StoreFault as error:
            return {"writable": False, "reason": str(error), "schema": self._schema, "database": shown(self._url)}
        return {
            "writable": True,
            "commit_ms": round(1000 * (perf_counter() - started), 2),
            "schema": self._schema,
            "bytes": size,
            "listeners": len(self.hub),
        }

    # Within.

    async def _change(
        self,
        before: StoredGame,
        after: StoredGame,
        also: Created | None,
        *,
        hashes: tuple[str, ...],
        roles: frozenset[Role],
        keys: tuple[tuple[str, Role], ...] = (),
    ) -> bool:
        if (after.id, after.version) != (before.id, before.version + 1):
            raise ValueError("a change makes the next version of the same game")
        now = self._clock()
        stamped = _stamped(after, created=before.created, updated=now)
        following = _stamped(also.game, created=now, updated=now) if also else None
        change = Change(
            queries.row_of(stamped),
            hashes,
            roles,
            queries.row_of(following) if following else None,
            swapped=also is not None and also.swapped,
            keys=keys,
        )
        forgettings = self._roles.forgettings

        def settled(held: Held | None) -> None:
            if held is None:
                self._doubt(before.id)
                return
            self._stored(stamped)
            if change.keys:
                self._roles.forget(before.id)
            if following:
                self._roles.put(following.id, held, forgettings)
                self._stored(following)

        try:
            return await self._writer.together(changes.store, change, order=before.id, settled=settled) is not None
        except StoreFault:
            self._doubt(before.id)
            raise

    def _doubt(self, id: str) -> None:
        """Read anew what is stored of a game, and who may do what in it, when that is next asked for."""
        self._cache.doubt(id)
        self._loading.pop(id, None)
        self._roles.forget(id)

    async def _load(self, id: str) -> StoredGame | None:
        return await self._reader.run(partial(queries.load, id=id))

    def _loaded(self, id: str, reading: asyncio.Task[StoredGame | None]) -> None:
        # Whoever hears of a change takes the reading out: what it finds may be the state before.
        current = self._loading.get(id) is reading
        if current:
            del self._loading[id]
        if not reading.cancelled() and not reading.exception() and current and (game := reading.result()):
            self._cache.put(game)

    def _made(self, game: StoredGame) -> None:
        self._cache.forget(game.id)  # a game of this name may have been deleted
        self._stored(game)

    def _stored(self, game: StoredGame) -> None:
        self._told(game.id, game.version)
        self._cache.put(game)

    def _told(self, id: str, version: int) -> None:
        self._cache.told(id, version)
        self._loading.pop(id, None)
        self.hub.tell(id, version)

    def _forgotten(self, id: str, gone: bool) -> None:
        """Take in that somebody has given up their key to a game, or that it is gone."""
        self._roles.forget(id)
        if gone:
            self._cache.gone(id)
            self._loading.pop(id, None)
        self.hub.wake(id)

    # Said by other processes, on PostgreSQL.

    def _heard(self, news: Iterable[tuple[str, int | None]]) -> None:
        for id, version in news:
            if version:
                self._told(id, version)
            else:
                self._forgotten(id, version == 0)

    async def _notify(self, words: str) -> None:
        await self._writer.run(partial(queries.say, words=words))

    def _linked(self, linked: bool) -> None:
        """Trust what is at hand only while all news of others are heard; look again at all when they are again."""
        self._fresh = linked
        self._cache.clear()
        self._loading.clear()
        self._roles.clear()
        if linked:
            self.hub.wake()
            if self._others:
                self._others.linked()


def _stamped(game: StoredGame, *, created: int, updated: int) -> StoredGame:
    """Return the game with its times. What was worked out of it stays worked out: a time changes none of it."""
    stamped = replace(game, created=created, updated=updated)
    for name in ("game", "record"):
        if name in game.__dict__:
            stamped.__dict__[name] = game.__dict__[name]
    return stamped
