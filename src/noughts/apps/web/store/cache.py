"""A bounded cache of data about recently used games."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from noughts.apps.web.model.page_games import MOST_CELLS
from noughts.apps.web.model.stored_game import StoredGame

V = TypeVar("V")

_ENTRY_BYTES, _GAME_BYTES, _MOVE_BYTES = 400, 4_000, 250  # approximate; a move includes the memory for its board


class Cache(Generic[V]):
    """The most recently used values, by the id of their game.

    Args:
        most: the limit of the total size.
        size_of: returns the size of a value. By default, each value has the size 1.

    Attributes:
        size: the total size of the values.
    """

    def __init__(self, most: int, size_of: Callable[[V], int] = lambda _: 1) -> None:
        self.size = 0
        self._most = most
        self._size_of = size_of
        self._values: OrderedDict[str, V] = OrderedDict()

    def get(self, id: str) -> V | None:
        """Return the value of a game, or None."""
        if id in self._values:
            self._values.move_to_end(id)
        return self._values.get(id)

    def put(self, id: str, value: V) -> None:
        """Add or replace the value of a game. Drop the least recently used values if the cache is full."""
        self.forget(id)
        self._values[id] = value
        self.size += self._size_of(value)
        while self.size > self._most:
            self.forget(next(iter(self._values)))

    def forget(self, id: str) -> None:
        """Drop the value of a game."""
        if id in self._values:
            self.size -= self._size_of(self._values.pop(id))

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()
        self.size = 0


def memory(game: StoredGame | None) -> int:
    """Return the approximate number of bytes of a cached game, with all its positions and other derived values."""
    if game is None:
        return _ENTRY_BYTES
    return _GAME_BYTES + len(game.moves) * (_MOVE_BYTES + MOST_CELLS // 4)
