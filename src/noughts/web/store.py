"""The interface of the stores for games, classes and puzzle progress. Each host of the application implements this
interface.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

from noughts.puzzles.progress import Progress, ProgressChange
from noughts.web.live.hub import Hub
from noughts.web.live.presence import Presence
from noughts.web.model.roles import Role
from noughts.web.model.stored_class import StoredClass
from noughts.web.model.stored_game import StoredGame

GameKey: TypeAlias = tuple[str, Role]
"""The hash of a secret, with a role in a game. A secret can have several roles in one game."""

Page: TypeAlias = tuple[int, str]
"""The end of a page of the list: `updated` and `id` of its last game."""

GameResult: TypeAlias = tuple[str, str, str, str]
"""The rules of a game, the levels of X and O (empty for a person), and the result: ``x``, ``o`` or ``tie``."""

ClassChange: TypeAlias = Callable[[StoredClass], StoredClass]
"""Returns the class after a change, or the same class to change nothing. It raises a NoughtsError if the change is not
allowed."""


class GameStore(Protocol):
    """A store for games. A change is durable before it is acknowledged, and exactly one of two concurrent changes is
    stored.

    All methods raise StoreFault if games cannot be read, or if a change is not stored. After some faults, it is unknown
    whether a change is stored, so load the game again.

    Attributes:
        hub: the listeners to games. They are notified of all changes.
        presence: who is present at a game played by link.
    """

    hub: Hub
    presence: Presence

    async def create_all(self, new: Sequence[tuple[StoredGame, Iterable[GameKey]]]) -> list[StoredGame]:
        """Store new games with their keys, either all games or none. Return the games with their timestamps, the latest
        first.

        If a game with the same id exists, return that game unchanged.
        """

    async def load(self, id: str) -> StoredGame | None:
        """Return the stored game with this id, or None."""

    async def see(self, id: str, hashes: Iterable[str]) -> tuple[StoredGame | None, frozenset[Role]]:
        """Return a stored game, and all roles in the game that a client's keys give. If the keys give no role, the game
        is None.
        """

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
        """Store the next version of a game if `before` is the stored version. Return whether the change was stored,
        once it is durable.

        Args:
            before: the game as it was loaded.
            after: the game after one change.
            following: the next game, stored together with this one. All keys to this game are copied to the next game.
            swapped: whether the players swap sides in the next game.
            hashes: the keys of the client.
            roles: the roles that these keys must still have when the change is stored.
            keys: keys to add to the game.
            retired: keys to remove from the game, before the others are added.
        """

    async def forget(self, hash: str, id: str) -> None:
        """Remove a game from the list of a key's owner.

        A game on one screen is deleted. In a game played by link, all keys of the owner's side are removed, and the
        game is deleted when no player has a key any more. Spectators only give up their own key.
        """

    async def add_keys(self, id: str, keys: Iterable[GameKey], *, by: GameKey | None = None) -> None:
        """Add keys to a game if the game still has the key `by`. Existing keys stay. If the game does not exist,
        nothing happens.
        """

    async def roles(self, id: str, hashes: Iterable[str]) -> frozenset[Role]:
        """Return all roles in a game that a client's keys give."""

    async def held(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the roles that each key gives in a game. Keys without roles are left out."""

    async def roles_by_game(self, hash: str, ids: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the roles that a key gives in each of several games."""

    async def find(self, hash: str) -> tuple[str, Role] | None:
        """Return the id of the latest game that a link's key opens, and the role that the key gives, or None."""

    async def games_of(
        self, hash: str, *, text: str = "", limit: int = 50, before: Page | None = None
    ) -> list[StoredGame]:
        """Return one page of the key owner's game list, with the latest change first.

        The page follows `before`, the end of another page. The words of the text must all occur in the names of the
        players and the game.
        """

    async def results(self, hash: str) -> Counter[GameResult]:
        """Count the results of the key owner's finished games against the computer."""

    def export(self, hash: str) -> AsyncIterator[StoredGame]:
        """Yield all games of the key's owner, in the order of `games_of`."""

    async def progress(self, hash: str) -> Progress:
        """Return the key owner's progress with puzzles. The progress of a new owner is empty."""

    async def change_progress(self, hash: str, change: ProgressChange) -> Progress:
        """Change the key owner's progress with puzzles, and return the new progress once the change is durable."""


class ClassStore(Protocol):
    """A store for classes of pupils, with the same guarantees and errors as `GameStore`.

    Attributes:
        hub: the listeners to classes. They are notified of all changes.
        presence: who is present. Each pupil is tracked under a separate id: see `noughts.web.classes.place`.
    """

    hub: Hub
    presence: Presence

    async def create_class(self, new: StoredClass) -> bool:
        """Store a new class, and delete classes that are over, with their games. Return whether the id of the new class
        was free."""

    async def load_class(self, id: str) -> StoredClass | None:
        """Return the stored class with this id, or None."""

    async def latest_class(self, owner: str) -> str:
        """Return the id of the teacher's newest class, given the teacher's key, or an empty string."""

    async def change_class(self, id: str, change: ClassChange) -> StoredClass | None:
        """Change a class, and return the changed class once the change is durable.

        If there is no such class, return None. Concurrent changes happen one after another. Errors of the function are
        passed on.
        """
