"""Create, load, change and remove the games of a client. Every change is stored before the client gets a response.

A request takes one path: a `Client` loads the game with its roles, changes it and stores the change. It returns an
`Access`, which holds the game after the change, so the game need not be loaded again to show it.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from time import time_ns

from starlette.requests import Request

from noughts.puzzles.progress import Progress, ProgressChange
from noughts.rules.errors import NoughtsError
from noughts.web.analysis.engines import Engines
from noughts.web.auth import hashed, is_secret, new_secret
from noughts.web.changes import Change, next_game
from noughts.web.computer_players import ComputerPlayers
from noughts.web.invitations import Invitations, link_key
from noughts.web.model.access import Access
from noughts.web.model.client import client_key
from noughts.web.model.errors import Forbidden, NotFound, Outdated
from noughts.web.model.roles import LINKS, Role, game_id, swapped
from noughts.web.model.stored_game import StoredGame
from noughts.web.store import GameStore

_NEW = 2  # the version of a game in which at most a computer player has moved
_LONGEST_LINES = 200_000  # characters
_TRIES = 10  # attempts to store a change while others change the same game


class Games:
    """The games of a host, with their computer players. A seed makes the moves of computer players repeatable."""

    def __init__(self, store: GameStore, engines: Engines, *, seed: int | None = None) -> None:
        self.store = store
        self.computers = ComputerPlayers(store, engines, seed)

    def client(self, secret: str, address: str = "") -> "Client":
        """Return a client of these games, identified by a secret."""
        return Client(self, secret, address)


@dataclass(frozen=True)
class Client:
    """The client of a request, which creates, changes and removes games.

    Attributes:
        games: the games.
        secret: the client's secret. A client without a secret has access to no game.
        address: the rate-limit key of the client's address: see `client_key`.
    """

    games: Games
    secret: str
    address: str = ""

    @cached_property
    def key(self) -> str:
        """The hash of the client's secret. The client's roles in games are stored under this hash."""
        return hashed(self.secret)

    @property
    def store(self) -> GameStore:
        """The store that contains the games."""
        return self.games.store

    @property
    def invitations(self) -> Invitations:
        """The secret links by which the client joins or watches games."""
        return Invitations(self.store, self.secret)

    # New games.

    async def create(self, game: StoredGame, once: str = "") -> Access:
        """Store a new game under an id of its own, and make the client its owner.

        In a game played by link, the client takes the host's seat. If `once` identifies the request, a repeated request
        returns the first game if it has not been changed.

        Raises:
            NoughtsError: the game is invalid or could not be stored.
        """
        (created,) = await self.create_all([game], once)
        return Access(created, frozenset({_role_of_host(created)}))

    async def create_all(self, games: Sequence[StoredGame], once: str = "") -> list[StoredGame]:
        """Store several new games, as `create` does. Either all games are stored or none."""
        ids = [new_secret() for _ in games]
        if is_secret(once):
            ids = [game_id(self.secret, once, f"{game} {n}") for n, game in enumerate(games)]
        created = await self._create(games, ids)
        played = [n for n, game in enumerate(created) if game.version > _NEW or game.next]
        again = await self._create([games[n] for n in played], [new_secret() for _ in played])
        for n, game in zip(played, again, strict=True):
            created[n] = game
        return created

    async def _create(self, games: Sequence[StoredGame], ids: Sequence[str]) -> list[StoredGame]:
        new: list[tuple[StoredGame, list[tuple[str, Role]]]] = []
        for wanted, id in zip(games, ids, strict=True):
            game = replace(wanted, id=id, series=id)
            if len(game.lines) > _LONGEST_LINES:
                raise NoughtsError(f"the variations are too long: expected at most {_LONGEST_LINES:,} characters")
            _ = game.record  # raises an error for an illegal move
            links = [link_key(self.secret, game, role) for role in LINKS if game.linked]
            new.append((game, [(self.key, _role_of_host(game)), *links]))
            await asyncio.sleep(0)  # replaying a long game takes time: let other requests run
        created = await self.store.create_all(new)
        for game in created:
            self.games.computers.start(game)
        return created

    # Games of a client.

    async def see(self, id: str) -> Access:
        """Return a game that the client has access to.

        Raises:
            NotFound: no such game is visible to this client.
        """
        if not is_secret(id):
            raise NotFound("there is no such page or game")  # probably a mistyped URL, not a guessed game
        game, roles = await self.store.see(id, [self.key])
        if game is None:
            raise NotFound("there is no such game here, or this browser has no link to it")
        self.games.computers.start(game)
        now = time_ns() // 1_000_000
        if (ended := game.at(now)) is not game and await self.store.change(game, ended):
            game = ended
        return Access(game, roles, now)

    async def mine(self, *, text: str = "", limit: int = 50) -> list[Access]:
        """Return the client's latest games. With a search text, return only the games whose names contain every word of
        the text.
        """
        games = await self.store.games_of(self.key, text=text, limit=limit)
        roles = await self.store.roles_by_game(self.key, (game.id for game in games))
        return [Access(game, roles[game.id]) for game in games]

    async def forget(self, id: str) -> Access:
        """Remove a game from the client's list and return it. Delete the game if no player has it any more.

        A spectator's own secret removes the game from the spectator's list. The secret of a link for spectators is
        shared, so it cannot remove anything.

        Raises:
            NotFound: no such game is visible to this client.
            Forbidden: the secret belongs to a link for spectators, or the client played the game in a tournament.
        """
        access = await self.see(id)
        if access.game.class_id and access.players:
            raise Forbidden("this game is part of a tournament: it is deleted with its class, after a day")
        if await self.invitations.is_shared(access):
            raise Forbidden("this link is shared by all spectators: it cannot remove the game")
        await self.store.forget(self.key, id)
        return access

    # Puzzles.

    async def progress(self) -> Progress:
        """Return the client's progress with puzzles."""
        return await self.store.progress(self.key)

    async def change_progress(self, change: ProgressChange) -> Progress:
        """Change the client's progress with puzzles, and return the new progress."""
        return await self.store.change_progress(self.key, change)

    # Changes.

    async def change(self, id: str, change: Change) -> Access:
        """Change a game, store it and return it. Try again if another request changed the game at the same time.

        If the change begins the next game, return the next game.

        Raises:
            NoughtsError: the game is not visible, the change is not allowed, or it could not be stored.
        """
        for _ in range(_TRIES):
            access = await self.see(id)
            step = change(access)
            if step.after is access.game:
                return access
            following, swap = step.following, step.swapped
            if await self.store.change(
                access.game, step.after, following=following, swapped=swap, hashes=[self.key], roles=access.roles
            ):
                game, roles = following or step.after, swapped(access.roles) if swap else access.roles
                self.games.computers.start(game, again=True)
                if game.linked:
                    self.store.presence.seen(game.id, self.key, roles)
                return Access(game, roles, access.now)
        raise Outdated("too many changes at once: look at the board again")

    async def next(self, id: str, version: int, *, swap: bool) -> Access:
        """Begin the next game, unless it has already begun, and return it. See `next_game`."""
        access = await self.change(id, next_game(version, swap=swap))
        return await self.see(access.game.next) if access.game.next else access

    async def step(self, id: str, version: int) -> Access:
        """Let a computer player move in a game between computers, or try again after the player failed to move.

        Nothing happens if the game has changed since the version that the client has seen.

        Raises:
            NoughtsError: it is not a computer player's turn, or the computer player cannot move.
        """
        access = await self.see(id)
        access.expect_seat()
        if version != access.game.version:
            return access
        if not access.game.computer_moves:
            raise NoughtsError("it is not a computer player's turn")
        if not access.game.both_computers:
            self.games.computers.start(access.game, again=True)
            return access
        with suppress(Outdated):  # another request was faster, perhaps the same one, sent again
            return Access(await self.games.computers.move(access.game), access.roles)
        return await self.see(id)


def client_of(request: Request) -> Client:
    """Return the client that requests a page, identified by its browser's secret. A new browser gets a secret with the
    response.
    """
    games: Games = request.app.state.games
    return games.client(request.state.secret, client_key.get())


def _role_of_host(game: StoredGame) -> Role:
    """Return the role of the client that created a game, before a friend joins by link."""
    return "own" if not game.linked else "o" if game.x.open else "x"
