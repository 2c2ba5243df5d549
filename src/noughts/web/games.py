"""Use cases: what clients can do with the games on the server. Every change is stored before it is reported.

A request takes one path: `Games` authenticates the client, loads the game, changes it and stores the change. It returns
an `Access`, which holds the game after the change, so the game need not be loaded again to show it.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from starlette.requests import Request

from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.web.auth import hashed, is_secret, new_secret
from noughts.web.computer_players import ComputerPlayers
from noughts.web.invitations import Invitations, link_key
from noughts.web.model.access import Access
from noughts.web.model.errors import Forbidden, NotFound, Outdated
from noughts.web.model.roles import LINKS, Role, game_id, swapped
from noughts.web.model.stored_game import Offer, StoredGame
from noughts.web.server.store.store import Store
from noughts.web.server.workers.pool import Engines

_NEW = 2  # the version of a game in which at most a computer player has moved
_LONGEST_LINES = 200_000  # characters
_TRIES = 10  # attempts to store a change while others change the same game


@dataclass(frozen=True)
class _Step:
    """A game after a change, and the next game if the change begins one."""

    after: StoredGame
    following: StoredGame | None = None
    swapped: bool = False


class Games:
    """The games on the server. Clients are identified by their secrets. A seed makes computer players repeatable."""

    def __init__(self, store: Store, engines: Engines, *, seed: int | None = None) -> None:
        self.store = store
        self.computers = ComputerPlayers(store, engines, seed)
        self.invitations = Invitations(store)

    # New games.

    async def create(self, game: StoredGame, secret: str, once: str = "") -> Access:
        """Store a new game, as `NewGame.new_game` returns it, under an id of its own. It belongs to the client.

        In a game by link, the client takes the seat of the host. If `once` identifies the request, a repeated request
        returns the first game if it has not been changed.

        Raises:
            NoughtsError: the game is invalid or could not be stored.
        """
        (created,) = await self.create_all([game], secret, once)
        return Access(created, frozenset({_role_of_host(created)}))

    async def create_all(self, games: Sequence[StoredGame], secret: str, once: str = "") -> list[StoredGame]:
        """Store several games, as `create` does. Either all are stored or none."""
        ids = [new_secret() for _ in games]
        if is_secret(once):
            ids = [game_id(secret, once, f"{game} {n}") for n, game in enumerate(games)]
        created = await self._create(games, ids, secret)
        played = [n for n, game in enumerate(created) if game.version > _NEW or game.next]
        again = await self._create([games[n] for n in played], [new_secret() for _ in played], secret)
        for n, game in zip(played, again, strict=True):
            created[n] = game
        return created

    async def _create(self, games: Sequence[StoredGame], ids: Sequence[str], secret: str) -> list[StoredGame]:
        new: list[tuple[StoredGame, list[tuple[str, Role]]]] = []
        for wanted, id in zip(games, ids, strict=True):
            game = replace(wanted, id=id, series=id)
            if len(game.lines) > _LONGEST_LINES:
                raise NoughtsError(f"the variations are too long: expected at most {_LONGEST_LINES:,} characters")
            _ = game.record  # raises an error for an illegal move
            links = [link_key(secret, game, role) for role in LINKS if game.linked]
            new.append((game, [(hashed(secret), _role_of_host(game)), *links]))
            await asyncio.sleep(0)  # replaying a long game takes time: let other requests run
        created = await self.store.create_all(new)
        for game in created:
            self.computers.start(game)
        return created

    # Games of a client.

    async def see(self, id: str, secret: str) -> Access:
        """Return a game that the client has access to. A client without a secret has access to none.

        Raises:
            NotFound: no such game is visible to this client.
        """
        if not is_secret(id):
            raise NotFound("there is no such page or game")  # probably a mistyped URL, not a guessed game
        game, roles = await self.store.see(id, [hashed(secret)])
        if game is None:
            raise NotFound("there is no such game here, or this browser has no link to it")
        self.computers.start(game)
        return Access(game, roles)

    async def mine(self, secret: str, *, text: str = "", limit: int = 50) -> list[Access]:
        """Return the client's latest games. With a text, return only games with all its words in the names."""
        key = hashed(secret)
        games = await self.store.games_of(key, text=text, limit=limit)
        roles = await self.store.roles_by_game(key, (game.id for game in games))
        return [Access(game, roles[game.id]) for game in games]

    async def forget(self, id: str, secret: str) -> Access:
        """Remove a game from the client's list, and delete it if no player has it any more. Return the removed game.

        A spectator's own secret removes the game from the spectator's list. The secret of a link for spectators is
        shared, so it cannot remove anything.

        Raises:
            NotFound: no such game is visible to this client.
            Forbidden: the secret belongs to a link for spectators.
        """
        access = await self.see(id, secret)
        if await self.invitations.is_shared(access, secret):
            raise Forbidden("this link is shared by all spectators: it cannot remove the game")
        await self.store.forget(hashed(secret), id)
        return access

    # Changes.

    async def play(self, id: str, secret: str, ply: int, cell: Cell | str, version: int | None = None) -> Access:
        """Make a move after `ply` other moves. It is stored when this returns. Repeating it changes nothing.

        With the version that the client has seen, it also changes nothing after the move was taken back.

        Raises:
            NoughtsError: as for `StoredGame.play`. Also if the game is not visible or the move could not be stored.
        """

        def played(access: Access) -> StoredGame:
            number = access.game.game.board.cell(cell) if isinstance(cell, str) else cell
            if version is not None and ply == len(access.game.moves):
                access.at(version)
            return access.game.play(access.people, ply, number)

        return await self._change(id, secret, played)

    async def undo(self, id: str, secret: str, version: int) -> Access:
        """Take back a move of a game on one screen."""
        return await self._change(id, secret, lambda access: access.at_one_screen(version, replied=True).undo())

    async def redo(self, id: str, secret: str, version: int) -> Access:
        """Redo a move that was taken back."""
        return await self._change(id, secret, lambda access: access.at_one_screen(version).redo())

    async def offer(self, id: str, secret: str, version: int, offer: Offer) -> Access:
        """Ask the other player for a takeback, a draw or a rematch. A draw or a rematch that both want takes effect."""

        def offered(access: Access) -> StoredGame | _Step:
            player, game = access.expect_player(), access.at(version)
            if game.offer == offer != "takeback" and game.offered_by == player.other.value:
                return _next(game, swap=True) if offer == "rematch" else game.grant(player)
            return game.ask(player, offer)

        return await self._change(id, secret, offered)

    async def resign(self, id: str, secret: str) -> Access:
        """Resign a game by link, whatever the other player does at the same moment. Repeating this changes nothing."""
        return await self._change(id, secret, lambda access: access.game.resign(access.expect_player()))

    async def answer(self, id: str, secret: str, version: int, *, yes: bool) -> Access:
        """Grant or decline the other player's offer, or withdraw the client's own."""

        def answered(access: Access) -> StoredGame | _Step:
            player, offer = access.expect_player(), access.game.offer
            if yes and offer == "rematch" and access.game.offered_by == player.value:
                raise Forbidden("the other player has to answer")
            game = access.at(version)
            if not yes:
                return game.withdraw(player)
            return _next(game, swap=True) if offer == "rematch" else game.grant(player)

        return await self._change(id, secret, answered)

    async def next(self, id: str, secret: str, version: int, *, swap: bool) -> Access:
        """Begin the next game and return it. If the next game has already begun, return that game.

        Raises:
            NoughtsError: the client is a spectator, or the players of a game by link have not agreed to a rematch.
        """

        def begun(access: Access) -> StoredGame | _Step:
            if access.game.next:
                return access.game
            game = access.at(version)
            access.expect_seat()
            if game.linked and not (game.offer == "rematch" and Player(game.offered_by) not in access.players):
                raise Forbidden("a rematch needs the other player's consent: ask for it first")
            return _next(game, swap=swap) if game.moves or swap else game

        access = await self._change(id, secret, begun)
        return await self.see(access.game.next, secret) if access.game.next else access

    async def step(self, id: str, secret: str, version: int) -> Access:
        """Let a computer player move in a game between computers, or try again after it failed.

        Nothing happens if the game has another version than the client has seen.

        Raises:
            NoughtsError: it is not a computer player's turn, or the computer player cannot move.
        """
        access = await self.see(id, secret)
        access.expect_seat()
        if version != access.game.version:
            return access
        if not access.game.computer_moves:
            raise NoughtsError("it is not a computer player's turn")
        if not access.game.both_computers:
            self.computers.start(access.game, again=True)
            return access
        with suppress(Outdated):  # another request was faster, perhaps the same one, sent again
            return Access(await self.computers.move(access.game), access.roles)
        return await self.see(id, secret)

    async def _change(self, id: str, secret: str, change: Callable[[Access], StoredGame | _Step]) -> Access:
        """Change a game, store it and return it. Try again if another request changed the game at the same time."""
        key = hashed(secret)
        for _ in range(_TRIES):
            access = await self.see(id, secret)
            outcome = change(access)
            step = outcome if isinstance(outcome, _Step) else _Step(outcome)
            if step.after is access.game:
                return access
            following, swap = step.following, step.swapped
            if await self.store.change(
                access.game, step.after, following=following, swapped=swap, hashes=[key], roles=access.roles
            ):
                game, roles = following or step.after, swapped(access.roles) if swap else access.roles
                self.computers.start(game, again=True)
                if game.linked:
                    self.store.presence.seen(game.id, key, roles)
                return Access(game, roles)
        raise Outdated("too many changes at once: look at the board again")


def games_of(request: Request) -> Games:
    """Return the games on the server."""
    games: Games = request.app.state.games
    return games


def _role_of_host(game: StoredGame) -> Role:
    """Return the role of the client that created a game. A friend has not joined yet if it is one by link."""
    return "own" if not game.linked else "o" if game.x.open else "x"


def _next(game: StoredGame, *, swap: bool) -> _Step:
    return _Step(*game.followed_by(new_secret(), swap=swap), swap)
