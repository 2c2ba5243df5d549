"""Store games in a browser, where a single client owns all games and there are no links.

JavaScript keeps the rows, in the browser's database (IndexedDB) or, where it is not available, in memory. It compares
versions in transactions, because several tabs share the games.
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Protocol

from noughts.puzzles.progress import Progress, ProgressChange
from noughts.web.live.hub import Hub
from noughts.web.live.presence import Presence
from noughts.web.model.errors import StoreFault
from noughts.web.model.roles import Role
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.stored_row import StoredRow, game_of, row_of, words_of
from noughts.web.store import GameKey, GameResult, Page

_PROGRESS = "progress"  # the id of the row with the progress; games have longer ids
_TRIES = 5  # attempts to store a change while other tabs change the same row
_OWN = frozenset[Role]({"own"})


class Rows(Protocol):
    """The rows of games in a browser's storage, as JSON strings keyed by id. All methods raise an exception if the
    browser refuses access.
    """

    async def get(self, id: str) -> str | None:
        """Return the row with this id, or None."""

    async def all(self) -> list[str]:
        """Return all rows."""

    async def put(self, rows: str) -> bool:
        """Store all rows or none, given as a JSON list of ``[id, expected version, new version, row]``.

        Return whether every stored version was the expected one. The expected version of a new row is 0.
        """

    async def remove(self, id: str) -> None:
        """Remove the row with this id, if it exists."""


class BrowserStore:
    """The implementation of `GameStore` that keeps games in a browser.

    Args:
        rows: keeps the rows.
        clock: returns the time in milliseconds since 1970.
        announce: called with the id and the version of a changed game, to tell other tabs.
    """

    def __init__(self, rows: Rows, clock: Callable[[], int], announce: Callable[[str, int], None]) -> None:
        self.hub = Hub()
        self.presence = Presence(lambda id: None)
        self._rows, self._clock, self._announce = rows, clock, announce

    async def create_all(self, new: Sequence[tuple[StoredGame, Iterable[GameKey]]]) -> list[StoredGame]:
        """Store new games: see `GameStore.create_all`."""
        now = self._clock()
        games = [replace(game, created=now - n, updated=now - n) for n, (game, _) in enumerate(new)]
        if await self._put([(game, 0) for game in games]):
            return games
        known = {game.id: await self.load(game.id) for game in games}  # a repeated request
        await self._put([(game, 0) for game in games if not known[game.id]])
        return [known[game.id] or game for game in games]

    async def load(self, id: str) -> StoredGame | None:
        """Return the stored game with this id, or None."""
        try:
            row = await self._rows.get(id)
        except Exception as error:
            raise _unreadable(error) from error
        return _game(_row(row)) if row else None

    async def see(self, id: str, hashes: Iterable[str]) -> tuple[StoredGame | None, frozenset[Role]]:
        """Return a stored game, and the role of its owner."""
        game = await self.load(id)
        return game, _OWN if game else frozenset()

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
        now = self._clock()
        latest = replace(after, created=before.created, updated=now)
        changes = [(latest, before.version)]
        if following:
            changes.append((replace(following, created=now, updated=now), 0))
        return await self._put(changes)

    async def forget(self, hash: str, id: str) -> None:
        """Delete a game."""
        try:
            await self._rows.remove(id)
        except Exception as error:
            raise StoreFault(f"the game could not be deleted: {_reason(error)}") from error
        self.hub.wake(id)
        self._announce(id, 0)

    async def add_keys(self, id: str, keys: Iterable[GameKey], *, by: GameKey | None = None) -> None:
        """Do nothing, because games in a browser have no keys."""

    async def roles(self, id: str, hashes: Iterable[str]) -> frozenset[Role]:
        """Return the role of the owner in a game."""
        return (await self.see(id, hashes))[1]

    async def held(self, id: str, hashes: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return no roles, because games in a browser have no keys."""
        return {}

    async def roles_by_game(self, hash: str, ids: Iterable[str]) -> dict[str, frozenset[Role]]:
        """Return the owner's role in each of the games."""
        return dict.fromkeys(ids, _OWN)

    async def find(self, hash: str) -> tuple[str, Role] | None:
        """Return None, because games in a browser have no links."""
        return None

    async def games_of(
        self, hash: str, *, text: str = "", limit: int = 50, before: Page | None = None
    ) -> list[StoredGame]:
        """Return one page of the game list: see `GameStore.games_of`."""
        wanted = list(words_of(text))
        rows = [
            row
            for row in await self._all()
            if (before is None or (row["updated"], row["id"]) < before)
            and all(any(spelling in row["search"] for spelling in spellings) for spellings in wanted)
        ]
        rows.sort(key=lambda row: (row["updated"], row["id"]), reverse=True)
        return list(islice(filter(None, map(_game, rows)), limit))

    async def results(self, hash: str) -> Counter[GameResult]:
        """Count the results of finished games: see `GameStore.results`."""
        return Counter(
            (row["rules"], row["x_level"], row["o_level"], row["result"])
            for row in await self._all()
            if row.get("result") and _game(row) and bool(row["x_level"]) != bool(row["o_level"])
        )

    async def export(self, hash: str) -> AsyncIterator[StoredGame]:
        """Yield all games, in the order of `games_of`."""
        for game in await self.games_of(hash, limit=len(await self._all())):
            yield game

    async def progress(self, hash: str) -> Progress:
        """Return the owner's progress with puzzles."""
        return (await self._progress())[1]

    async def change_progress(self, hash: str, change: ProgressChange) -> Progress:
        """Change the owner's progress with puzzles: see `GameStore.change_progress`."""
        for _ in range(_TRIES):
            version, before = await self._progress()
            if version is None:
                await self._rows.remove(_PROGRESS)
            after, version = change(before), version or 0
            row = json.dumps({"version": version + 1, "progress": after.to_data()})
            try:
                stored = await self._rows.put(json.dumps([(_PROGRESS, version, version + 1, row)]))
            except Exception as error:
                raise StoreFault(f"the progress could not be saved: {_reason(error)}") from error
            if stored:
                return after
        raise StoreFault("the progress could not be saved: another page is changing it; try again")

    async def _progress(self) -> tuple[int | None, Progress]:
        """Return the progress row's version and the owner's progress. The version is None if the row is damaged."""
        try:
            row = await self._rows.get(_PROGRESS)
        except Exception as error:
            raise StoreFault(f"the progress could not be read: {_reason(error)}") from error
        if row is None:
            return 0, Progress()
        version, progress = None, Progress()
        with suppress(AttributeError, KeyError, TypeError, ValueError):  # other pages of the same host can change it
            data = json.loads(row)
            version = int(data["version"])
            progress = Progress.from_data(data["progress"])
        return version, progress

    async def _all(self) -> list[StoredRow]:
        try:
            rows = await self._rows.all()
        except Exception as error:
            raise _unreadable(error) from error
        return [row for row in map(_row, rows) if row]

    async def _put(self, changes: Sequence[tuple[StoredGame, int]]) -> bool:
        rows = [(game.id, expected, game.version, json.dumps(row_of(game))) for game, expected in changes]
        try:
            stored = await self._rows.put(json.dumps(rows))
        except Exception as error:
            raise StoreFault(f"the game could not be saved: {_reason(error)}") from error
        for game, _ in changes if stored else ():
            self.hub.tell(game.id, game.version)
            self._announce(game.id, game.version)
        return stored


def _row(text: str) -> StoredRow:
    """Parse a stored row, and return an empty row if it is damaged. Other pages of the same host can change rows."""
    try:
        row: StoredRow = json.loads(text)
        return row if isinstance(row["updated"], int) and isinstance(row["search"], str) and row["id"] else {}
    except (KeyError, TypeError, ValueError):
        return {}


def _game(row: StoredRow) -> StoredGame | None:
    """Return the game in a row, or None if the row is damaged."""
    try:
        game = game_of(row)
        row_of(game)  # reads its moves and its players
    except (KeyError, TypeError, ValueError):
        return None
    return game


def _unreadable(error: Exception) -> StoreFault:
    return StoreFault(f"the games could not be read: {_reason(error)}")


def _reason(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
