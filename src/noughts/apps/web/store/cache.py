"""Bounded caches of recently used games and of the roles of keys. They never return a version known to be outdated."""

from collections import OrderedDict
from collections.abc import Mapping

from noughts.apps.web.model.page_games import MOST_CELLS
from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame

_DELETED = 1 << 62  # a version that no game reaches
_ENTRY_BYTES, _GAME_BYTES, _MOVE_BYTES = 400, 4_000, 250  # approximate; a move includes the memory for its board
_MOST_KEYS = 500  # of one game, which may have many spectators


class GameCache:
    """The most recently used games.

    The cache also stores the newest known version of each game, even if it does not store the game itself. So it
    ignores an older version that a slow read delivers late.

    Args:
        most: the approximate limit in bytes.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.size = 0
        """The approximate number of bytes in use."""
        self._entries: OrderedDict[str, tuple[int, StoredGame | None]] = OrderedDict()

    def get(self, id: str) -> StoredGame | None:
        """Return a game if its newest version is cached."""
        entry = self._entries.get(id)
        if entry is None:
            return None
        self._entries.move_to_end(id)
        return entry[1]

    def newest(self, id: str) -> int | None:
        """Return the newest known version of a game, 0 if none is known, or None if the game was deleted."""
        version, _ = self._entries.get(id, (0, None))
        return version if version < _DELETED else None

    def put(self, game: StoredGame) -> None:
        """Add a stored game, unless a newer version is known."""
        newest, _ = self._entries.get(game.id, (0, None))
        if game.version >= newest:
            self._set(game.id, game.version, game)

    def note(self, id: str, version: int) -> None:
        """Note that this version is stored, and drop an older version."""
        newest, _ = self._entries.get(id, (0, None))
        if version > newest or (newest, version) == (_DELETED, 1):  # version 1: the game was created again
            self._set(id, version, None)

    def drop(self, id: str) -> None:
        """Drop a game whose stored version is unknown. It is read again when it is next used."""
        if id in self._entries:
            self._set(id, self._entries[id][0], None)

    def delete(self, id: str) -> None:
        """Note that a game was deleted, so that a slow read cannot bring it back."""
        self._set(id, _DELETED, None)

    def forget(self, id: str) -> None:
        """Forget a game and its version: sending a form again can recreate a deleted game."""
        if entry := self._entries.pop(id, None):
            self.size -= _size(entry[1])

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()
        self.size = 0

    def _set(self, id: str, version: int, game: StoredGame | None) -> None:
        before = self._entries.pop(id, None)
        self.size += _size(game) - (_size(before[1]) if before else 0)
        self._entries[id] = (version, game)
        while self.size > self._most:
            _, (_, dropped) = self._entries.popitem(last=False)
            self.size -= _size(dropped)


class RoleCache:
    """The roles of keys in the most recently used games.

    Args:
        most: the most games to store.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, dict[str, frozenset[Role]]] = OrderedDict()
        self.generation = 0
        """Changes whenever something is forgotten. Roles read in an earlier generation may be outdated."""

    def get(self, id: str, hash: str) -> frozenset[Role] | None:
        """Return the roles of a key in a game, if they are known."""
        if id not in self._games:
            return None
        self._games.move_to_end(id)
        return self._games[id].get(hash)

    def put(self, id: str, roles: Mapping[str, frozenset[Role]], generation: int) -> None:
        """Add roles in a game by key, unless something was forgotten since the generation in which they were read."""
        if generation != self.generation or not roles:
            return
        known = self._games.setdefault(id, {})
        self._games.move_to_end(id)
        if len(known) >= _MOST_KEYS:
            known.clear()
        known.update(roles)
        if len(self._games) > self._most:
            self._games.popitem(last=False)

    def forget(self, id: str) -> None:
        """Forget all roles in a game."""
        self.generation += 1
        self._games.pop(id, None)

    def clear(self) -> None:
        """Forget everything."""
        self.generation += 1
        self._games.clear()


def _size(game: StoredGame | None) -> int:
    """Return the approximate number of bytes of a game, with all its positions and other derived values."""
    if game is None:
        return _ENTRY_BYTES
    return _GAME_BYTES + len(game.moves) * (_MOVE_BYTES + MOST_CELLS // 4)
