"""What keys allow in the games used last: bounded, and forgotten as soon as it may have changed."""

from collections import OrderedDict
from collections.abc import Mapping

from noughts.apps.web.model.roles import Role

_MOST_KEYS = 500  # of one game; many may look on


class RoleCache:
    """The roles of keys, by game.

    Args:
        most: how many games it keeps.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, dict[str, frozenset[Role]]] = OrderedDict()
        self.forgettings = 0
        """How often something was forgotten: what was read across such a moment may be what held before."""

    def get(self, id: str, hash: str) -> frozenset[Role] | None:
        """Return what a key allows in a game, if that is known."""
        if id not in self._games:
            return None
        self._games.move_to_end(id)
        return self._games[id].get(hash)

    def put(self, id: str, held: Mapping[str, frozenset[Role]], forgettings: int) -> None:
        """Take in what keys allow in a game, unless something was forgotten since it was read."""
        if forgettings != self.forgettings or not held:
            return
        known = self._games.setdefault(id, {})
        self._games.move_to_end(id)
        if len(known) >= _MOST_KEYS:
            known.clear()
        known.update(held)
        if len(self._games) > self._most:
            self._games.popitem(last=False)

    def forget(self, id: str) -> None:
        """Forget what any key allows in a game."""
        self.forgettings += 1
        self._games.pop(id, None)

    def clear(self) -> None:
        """Forget everything."""
        self.forgettings += 1
        self._games.clear()
