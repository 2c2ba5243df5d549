"""A cache of recently used games and the roles of their keys, for a database that only this process uses."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from noughts.web.model.roles import Role
from noughts.web.model.stored_game import StoredGame

_MOST_KEYS = 100  # keys of one game, which may have many spectators


class _RecentGame(NamedTuple):
    game: StoredGame
    roles: dict[str, frozenset[Role]]


class Recent:
    """A cache of recently used games. The owner of the cache reports every committed change of a game or its keys.

    Args:
        most: the largest number of games to keep.

    Attributes:
        changes: counts the changes. Data from a read that began at a lower count may be outdated.
    """

    def __init__(self, most: int) -> None:
        self.changes = 0
        self._most = most
        self._changed: OrderedDict[str, int] = OrderedDict()  # the count of changes at the latest change of a game
        self._long_ago = 0  # the same count for games that are no longer in that dictionary
        self._entries: OrderedDict[str, _RecentGame] = OrderedDict()

    def game(self, id: str) -> StoredGame | None:
        """Return a game, or None if it is not in the cache."""
        entry = self._entries.get(id)
        return entry.game if entry else None

    def roles(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]] | None:
        """Return the roles that each key gives in a game, or None if the game or a key is not cached. A key may give no
        roles.
        """
        entry = self._entries.get(id)
        if entry is None or not all(hash in entry.roles for hash in hashes):
            return None
        self._entries.move_to_end(id)
        return {hash: entry.roles[hash] for hash in hashes}

    def read(self, changes: int, game: StoredGame | None, roles: Mapping[str, frozenset[Role]]) -> None:
        """Cache a game that was read from the database, unless the game may have changed since the read began.

        `changes` is the count of changes when the read began.
        """
        if game is None or changes < self._changed.get(game.id, self._long_ago):
            return
        entry = self._entries.get(game.id)
        known = entry.roles if entry and len(entry.roles) < _MOST_KEYS else {}
        self._entries[game.id] = _RecentGame(game, known | dict(roles))
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def changed(self, game: StoredGame) -> None:
        """Report the new version of a game whose keys have not changed."""
        self._count(game.id)
        if entry := self._entries.get(game.id):
            self._entries[game.id] = entry._replace(game=game)

    def forget(self, id: str) -> None:
        """Report that a game was deleted, that its keys have changed, or that its stored state is unknown."""
        self._count(id)
        self._entries.pop(id, None)

    def _count(self, id: str) -> None:
        self.changes += 1
        self._changed[id] = self.changes
        self._changed.move_to_end(id)
        if len(self._changed) > self._most:
            _, self._long_ago = self._changed.popitem(last=False)
