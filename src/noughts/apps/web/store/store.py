"""Store games: a change is durable before it is acknowledged, and of two concurrent changes exactly one is stored."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from itertools import compress
from typing import Any, Self, TypeAlias

from noughts.apps.web.live.hub import Hub
from noughts.apps.web.live.peers import Peers
from noughts.apps.web.live.presence import Presence
from noughts.apps.web.model.errors import StoreFault
from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store import statements
from noughts.apps.web.store.open_database import OpenDatabase
from noughts.apps.web.store.schema import row_of, storable
from noughts.apps.web.store.statements import Key

_EXPORT_PAGE = 50  # games

Page: TypeAlias = tuple[int, str]
"""The end of a page of the list: `updated` and `id` of its last game."""


class Store:
    """The games in a database, for one event loop. Create it with `open`.

    All methods raise StoreFault if the database cannot be read, or if a change is not stored. After some faults it is
    unknown whether a change is stored: load the game again.

    Attributes:
        hub: the listeners to games. They hear of all changes, including those by other processes.
        presence: who is present, including guests of other processes.
        database: the open database.
    """

    presence: Presence

    def __init__(self, database: OpenDatabase, clock: Callable[[], int]) -> None:
        self.database = database
        self._reader = database.reader
        self._writer = database.writer
        self._clock = clock
        self._stack = AsyncExitStack()
        self.hub = Hub(self._reader.newest)

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
        """Open a database. Create it or migrate it to the newest schema if necessary.

        Args:
            url: the database, as `database_url` returns it.
            clock: returns the time in milliseconds since 1970.
            creator: opens a connection with the driver. By default, SQLAlchemy does this.
            waiting: the most changes that may wait to be stored.
            cached: the approximate limit for cached games in bytes.

        Raises:
            NoughtsError: another server has the database open, it is damaged, or it belongs to another program or a
                newer version of noughts.
            StoreFault: the database cannot be reached or written to.
        """
        async with AsyncExitStack() as stack:
            database = await OpenDatabase.open(url, creator, waiting=waiting, cached=cached)
            stack.push_async_callback(database.close)
            store = cls(database, clock)
            if database.shared:
                from noughts.apps.web.store.pg_notify import PgListener  # only PostgreSQL needs its driver

                store._reader.connected = False
                peers = Peers(store.hub.meet, store._notify_peers)
                store.presence = peers.presence
                listener = PgListener(database.reading, store._peer_changed, peers.heard, store._peers_connected)
                stack.push_async_callback(listener.close)
            else:
                store.presence = Presence(store.hub.meet)
            stack.callback(asyncio.create_task(store.presence.work()).cancel)
            stack.callback(store.hub.close)
            store._stack = stack.pop_all()
        return store

    async def close(self) -> None:
        """Wake all listeners, store the waiting changes, and close the database."""
        await self._stack.aclose()

    @property
    def connected(self) -> bool:
        """Whether changes of other processes arrive at once. If not, the caches are not used."""
        return self._reader.connected

    # Games.

    async def create(self, game: StoredGame, keys: Iterable[Key]) -> StoredGame:
        """Store a new game with its keys, and return it with its times.

        If a game with this id exists, return that game unchanged.
        """
        (created,) = await self.create_all([(game, keys)])
        return created

    async def create_all(self, new: Sequence[tuple[StoredGame, Iterable[Key]]]) -> list[StoredGame]:
        """Store new games in one transaction, each as `create` does. The first one is the latest."""
        if not new:
            return []
        now = self._clock()
        games = [_stamped(game, created=now - n, updated=now - n) for n, (game, _) in enumerate(new)]
        rows = [(row_of(game), list(keys)) for game, (_, keys) in zip(games, new, strict=True)]

        def on_commit(created: list[bool]) -> None:
            for game in compress(games, created):
                self._stored(game)

        create = partial(statements.create_all, new=rows)
        created = await self._writer.run(create, order=min(game.id for game in games), on_commit=on_commit)
        return [
            game if is_new else await self.load(game.id) or game for game, is_new in zip(games, created, strict=True)
        ]

    async def load(self, id: str, least: int = 0) -> StoredGame | None:
        """Return the stored game, or None.

        Args:
            id: the game.
            least: a version that the client knows to be stored, even if this process does not know it yet.
        """
        return await self._reader.load(id, least)

    async def change(
        self,
        before: StoredGame,
        after: StoredGame,
        *,
        following: StoredGame | None = None,
        swapped: bool = False,
        hashes: Iterable[str] = (),
        roles: frozenset[Role] = frozenset(),
        keys: Iterable[Key] = (),
        retired: Iterable[Key] = (),
    ) -> bool:
        """Store the next version of a game if `before` is the stored one. Return whether it was, after the commit.

        Args:
            before: the game as it was loaded.
            after: the game after one change, or the same game if nothing changes.
            following: the next game, stored together with this one. All keys to this game are copied to the next game.
            swapped: whether the players swap sides in the next game.
            hashes: the keys of the client.
            roles: the roles that these keys must still have when the change is stored.
            keys: keys to add to the game.
            retired: keys to remove from the game, before the others are added.

        Raises:
            ValueError: `after` is not the next version of `before`.
        """
        if after is before and following is None:
            return True
        if (after.id, after.version) != (before.id, before.version + 1):
            raise ValueError("a change makes the next version of the same game")
        now = self._clock()
        stamped = _stamped(after, created=before.created, updated=now)
        following = _stamped(following, created=now, updated=now) if following else None
        new_keys = list(keys)
        change = partial(
            statements.change,
            row=row_of(stamped),
            hashes=list(hashes),
            roles=roles,
            following=row_of(following) if following else None,
            swapped=swapped,
            new_keys=new_keys,
            retired=list(retired),
        )

        def on_commit(stored: bool) -> None:
            if not stored:
                self._reader.drop(before.id)
                return
            self._stored(stamped)
            if new_keys:
                self._reader.forget_roles(before.id)
            if following:
                self._stored(following)

        try:
            return await self._writer.run(change, order=before.id, on_commit=on_commit)
        except StoreFault:
            self._reader.drop(before.id)
            raise

    async def forget(self, hash: str, id: str) -> None:
        """Remove a game for the owner of a key.

        A game on one screen is deleted. In a game by link, all keys of the owner's side are removed, and the game is
        deleted when no player has a key any more. Spectators only give up their own key.
        """
        forget = partial(statements.forget, hash=hash, id=id)
        await self._writer.run(forget, order=id, on_commit=partial(self._forgotten, id))

    # Keys.

    async def add_keys(self, id: str, keys: Iterable[Key], *, by: str = "") -> None:
        """Add keys to a game. Existing keys stay, and without the game nothing happens.

        Args:
            id: the game.
            keys: the keys.
            by: the hash of a key that the game must still have.
        """
        add = partial(statements.add_keys, id=id, new_keys=list(keys), by=by)
        await self._writer.run(add, order=id, on_commit=lambda _: self._reader.forget_roles(id))

    async def roles(self, id: str, hashes: Iterable[str]) -> frozenset[Role]:
        """Return the roles that these keys have together in a game."""
        return frozenset[Role]().union(*(await self.held(id, hashes)).values())

    async def held(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the roles of each of these keys in a game. Keys without roles are left out."""
        return await self._reader.roles_by_key(id, hashes)

    async def find(self, hash: str) -> tuple[str, Role] | None:
        """Return the latest game that this key of a link belongs to and the key's role in the game, or None."""
        return await self._reader.run(partial(statements.find, hash=hash))

    # Lists.

    async def games_of(
        self, hash: str, *, text: str = "", limit: int = 50, before: Page | None = None
    ) -> list[StoredGame]:
        """Return the games with this key, last changed first.

        Args:
            hash: the key.
            text: words that must all occur in the names of the players and the game.
            limit: the most games.
            before: the end of the previous page. Only later games of the list are returned.
        """
        if not storable(text) or (before and not storable(before[1])):
            return []
        return await self._reader.run(partial(statements.games_of, hash=hash, text=text, limit=limit, before=before))

    async def export(self, hash: str) -> AsyncIterator[StoredGame]:
        """Yield all games with this key, in the order of `games_of`."""
        before: Page | None = None
        while page := await self.games_of(hash, limit=_EXPORT_PAGE, before=before):
            before = (page[-1].updated, page[-1].id)
            for game in page:
                yield game

    async def healthy(self) -> dict[str, Any]:
        """Report the health of the database, as `OpenDatabase.health` does, and the number of listeners."""
        health = await self.database.health()
        return health | {"listeners": len(self.hub)} if health["writable"] else health

    # Report changes to the caches and the listeners.

    def _stored(self, game: StoredGame) -> None:
        self._reader.stored(game)
        self.hub.tell(game.id, game.version)

    def _forgotten(self, id: str, deleted: bool) -> None:
        """Handle a change of a game's keys, or the deletion of the game."""
        self._reader.forget_roles(id)
        if deleted:
            self._reader.deleted(id)
        self.hub.wake(id)

    # Other processes, with PostgreSQL.

    def _peer_changed(self, id: str, version: int | None) -> None:
        if version:
            self._reader.changed(id, version)
            self.hub.tell(id, version)
        else:
            self._forgotten(id, version == 0)

    def _peers_connected(self, connected: bool) -> None:
        """Use the caches only while changes of other processes arrive."""
        self._reader.reset(connected=connected)
        if connected:
            self.hub.wake()

    async def _notify_peers(self, message: str) -> None:
        await self._writer.run(partial(statements.notify_peers, message=message))


def _stamped(game: StoredGame, *, created: int, updated: int) -> StoredGame:
    """Return the game with these times, and keep the cached properties that do not depend on them."""
    stamped = replace(game, created=created, updated=updated)
    for name in ("game", "record"):
        if name in game.__dict__:
            stamped.__dict__[name] = game.__dict__[name]
    return stamped
