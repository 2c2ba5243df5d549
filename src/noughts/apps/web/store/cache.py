"""The games in use, at hand: bounded by their size, and never older than what is known to be stored."""

from collections import OrderedDict

from noughts.apps.web.model.page_games import MOST_CELLS
from noughts.apps.web.model.stored_game import StoredGame

_GONE = 1 << 62  # a version that no game reaches
_NOTE, _GAME, _MOVE = 400, 4_000, 250  # bytes of a note, a game, and a move of it beside the stones on the board


class Cache:
    """The games used last.

    With every game goes the newest version that was heard of, even when the game itself is not at hand: an older
    value that comes late, from a slow read, is not taken in.

    Args:
        most: how many bytes it may take, about.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.size = 0
        """How many bytes it takes, about."""
        self._entries: OrderedDict[str, tuple[int, StoredGame | None]] = OrderedDict()

    def get(self, id: str) -> StoredGame | None:
        """Return a game if its newest version is at hand."""
        entry = self._entries.get(id)
        if entry is None:
            return None
        self._entries.move_to_end(id)
        return entry[1]

    def newest(self, id: str) -> int | None:
        """Return the newest version that was heard of, 0 if of none; None if the game was deleted."""
        newest, _ = self._entries.get(id, (0, None))
        return newest if newest < _GONE else None

    def put(self, game: StoredGame) -> None:
        """Take in a game as it is stored, unless a newer version was heard of."""
        newest, _ = self._entries.get(game.id, (0, None))
        if game.version >= newest:
            self._set(game.id, game.version, game)

    def told(self, id: str, version: int) -> None:
        """Note that this version is stored: an older one is not the truth any more."""
        newest, _ = self._entries.get(id, (0, None))
        if version > newest or (newest, version) == (_GONE, 1):  # it was made anew
            self._set(id, version, None)

    def doubt(self, id: str) -> None:
        """Note that it is not known what is stored of a game."""
        if id in self._entries:
            self._set(id, self._entries[id][0], None)

    def gone(self, id: str) -> None:
        """Note that a game was deleted: what comes late, from a slow read, is not the truth any more."""
        self._set(id, _GONE, None)

    def forget(self, id: str) -> None:
        """Forget what was heard of a game; a form that is sent again makes one of the same name."""
        if before := self._entries.pop(id, None):
            self.size -= _size(before[1])

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()
        self.size = 0

    def _set(self, id: str, version: int, game: StoredGame | None) -> None:
        before = self._entries.pop(id, None)
        self.size += _size(game) - (_size(before[1]) if before else 0)
        self._entries[id] = (version, game)
        while self.size > self._most:
            _, (_, gone) = self._entries.popitem(last=False)
            self.size -= _size(gone)


def _size(game: StoredGame | None) -> int:
    """Return how many bytes a game takes, about, with all its positions and what else is worked out of it."""
    if game is None:
        return _NOTE
    return _GAME + len(game.moves) * (_MOVE + MOST_CELLS // 4)
