"""The games on the server: who may see and change them, every change stored before it is said, computers that answer.

Built on a store, which keeps games and keys and tells those who look that something has changed; and on engines, which
think in processes of their own. Long, because what can be asked of a game is one list, with whom it is allowed to.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from noughts.apps.names import clean_name, isolated
from noughts.apps.web.auth import hashed, is_secret, new_secret
from noughts.apps.web.engines.pool import Engines
from noughts.apps.web.live.presence import GRACE
from noughts.apps.web.model.errors import Forbidden, NoSuchGame, NotFound, Outdated
from noughts.apps.web.model.roles import Role, game_id, link_secret, players_of
from noughts.apps.web.model.setup import Setup
from noughts.apps.web.model.stored_game import Offer, Seat, StoredGame
from noughts.apps.web.store.store import Created, Store
from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import t3en

_JUST_MADE = 2  # the version of a game in which nobody but the computer has done anything, at most
_TRIES = 10  # how often a change is tried anew when somebody else was quicker
_PAUSES = (0.2, 1.0, 3.0)  # seconds before a computer player that failed is asked again


@dataclass(frozen=True)
class Access:
    """A game, with what somebody may do in it."""

    game: StoredGame
    roles: frozenset[Role]

    @property
    def players(self) -> frozenset[Player]:
        """Whose moves may be made."""
        return players_of(self.roles)

    def expect_player(self) -> Player:
        """Return the player of somebody who has one seat of a linked game.

        Raises:
            Forbidden: they only look on, or the game is played at one screen.
        """
        mine = [player for player in Player if player in self.players]
        if not self.game.linked or not mine:
            raise Forbidden("only the two who play can do this")
        turn = self.game.position.turn
        return turn if turn in mine else mine[0]


class Games:
    """What can be asked of the games on the server. Whoever asks names the secrets they hold.

    Args:
        store: keeps the games.
        engines: think.
        seed: repeats what computer players draw; without one it cannot be foretold.
    """

    def __init__(self, store: Store, engines: Engines, *, seed: int | None = None) -> None:
        self.store = store
        self.engines = engines
        self.troubles: dict[str, str] = {}
        """Why the computer player of a game cannot go on, by the game's name."""
        self._seed = seed
        self._thinking: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Stop computers that think; their moves are made when somebody next looks at the game."""
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def create(
        self, setup: Setup, secret: str, *, host: Player | None = None, moves: Iterable[Cell] = (), once: str = ""
    ) -> StoredGame:
        """Create a game that belongs to who holds the secret.

        Args:
            setup: who plays what.
            secret: the secret of who creates it.
            host: the seat that they take in a game by link; without one the game is played at one screen.
            moves: moves made already.
            once: tells one request from another: who asks twice for the same gets the game made at first, as long as
                nothing was done in it.

        Raises:
            NoughtsError: the game cannot be.
        """
        (game,) = await self.create_all([(setup, tuple(moves))], secret, host=host, once=once)
        return game

    async def create_all(
        self,
        wanted: Sequence[tuple[Setup, tuple[Cell, ...]]],
        secret: str,
        *,
        host: Player | None = None,
        once: str = "",
    ) -> list[StoredGame]:
        """Create games, each with moves made already, as `create` does: all of them, or none.

        Raises:
            NoughtsError: one of them cannot be, or they cannot be stored.
        """
        ids = [new_secret() for _ in wanted]
        if is_secret(once):
            told = [f"{setup} {host} {moves}{f' {n}' if n else ''}" for n, (setup, moves) in enumerate(wanted)]
            ids = [game_id(secret, once, what) for what in told]
        games = await self._create([(*each, id) for each, id in zip(wanted, ids, strict=True)], secret, host)
        played = [n for n, game in enumerate(games) if game.version > _JUST_MADE or game.next]
        anew = await self._create([(*wanted[n], new_secret()) for n in played], secret, host)
        for n, game in zip(played, anew, strict=True):
            games[n] = game
        return games

    async def _create(
        self, wanted: Sequence[tuple[Setup, tuple[Cell, ...], str]], secret: str, host: Player | None
    ) -> list[StoredGame]:
        made: list[tuple[StoredGame, list[tuple[str, Role]]]] = []
        for setup, moves, id in wanted:
            game = replace(setup.new_game(id, linked=host is not None, host=host), moves=moves)
            _ = game.record  # which says what is not legal
            keys: list[tuple[str, Role]] = [(hashed(secret), "own" if host is None else _role(host))]
            if host is not None:
                roles: tuple[Role, ...] = ("x", "o", "watch")
                keys += [(hashed(link_secret(secret, game.series, role)), role) for role in roles]
            made.append((game, keys))
            await asyncio.sleep(0)  # of long games it takes long
        created = await self.store.create_all(made)
        for game in created:
            self._let_computer_move(game)
        return created

    async def see(self, id: str, secrets: Iterable[str], least: int = 0) -> Access:
        """Return a game for who holds these secrets; a computer that should be thinking is set to work.

        Args:
            id: the game.
            secrets: the secrets.
            least: the version they have heard of; an older state is not shown, if there is one of this version.

        Raises:
            NotFound: there is no such game for them.
        """
        return await self._see(id, map(hashed, secrets), least)

    async def _see(self, id: str, hashes: Iterable[str], least: int = 0) -> Access:
        roles = await self.store.roles(id, hashes) if is_secret(id) else None
        game = await self.store.load(id, least) if roles else None
        if roles is None:
            raise NotFound("there is no such page, and no such game")  # rather a page mistyped than a game guessed
        if game is None:
            raise NoSuchGame("there is no such game here, or this browser has no link to it")
        self._let_computer_move(game)
        return Access(game, roles)

    async def mine(self, secret: str, *, text: str = "", limit: int = 50) -> list[Access]:
        """Return the latest games of who holds a secret; with these words in the names, if any are given."""
        found = await self.store.games_of(hashed(secret), text=text, limit=limit)
        return [Access(game, await self.store.roles(game.id, [hashed(secret)])) for game in found]

    async def play(self, id: str, secrets: Iterable[str], ply: int, cell: Cell) -> Access:
        """Make a move; it is stored when this returns. Asked again for the same move, nothing changes.

        Raises:
            NoughtsError: as `StoredGame.play`, or the game cannot be seen or stored.
        """
        return await self._change(id, secrets, lambda access: access.game.play(_people(access), ply, cell))

    async def move(self, id: str, secrets: Iterable[str], ply: int, name: str) -> Access:
        """Make a move, as `play`, in the cell of a name."""
        return await self._change(
            id, secrets, lambda access: access.game.play(_people(access), ply, access.game.game.board.cell(name))
        )

    async def undo(self, id: str, secrets: Iterable[str], version: int) -> Access:
        """Take back a move of a game at one screen."""
        return await self._change(id, secrets, lambda access: _here(access, version, answered=True).undo())

    async def redo(self, id: str, secrets: Iterable[str], version: int) -> Access:
        """Make a move again that was taken back."""
        return await self._change(id, secrets, lambda access: _here(access, version).redo())

    async def offer(self, id: str, secrets: Iterable[str], version: int, offer: Offer) -> Access:
        """Ask the other player for a takeback or a rematch; if they have asked for the same, it is granted."""

        def ask(access: Access) -> StoredGame:
            return _at(access, version).ask(access.expect_player(), offer)

        access = await self.see(id, secrets, version)
        player, game = access.expect_player(), access.game
        if game.offer == offer == "rematch" and game.offered_by == player.other.value:
            return await self.answer(id, secrets, version, yes=True)
        return await self._change(id, secrets, ask)

    async def answer(self, id: str, secrets: Iterable[str], version: int, *, yes: bool) -> Access:
        """Grant or decline what the other player has asked for, or withdraw what one has asked oneself."""
        access = await self.see(id, secrets, version)
        player, game = access.expect_player(), access.game
        if yes and game.offer == "rematch":
            if game.offered_by == player.value:
                raise Forbidden("it is the other player who answers")
            return await self.next(id, secrets, version, swap=True)

        def answered(access: Access) -> StoredGame:
            game, player = _at(access, version), access.expect_player()
            return game.grant(player) if yes else game.withdraw(player)

        return await self._change(id, secrets, answered)

    async def next(self, id: str, secrets: Iterable[str], version: int, *, swap: bool) -> Access:
        """Begin the game after this one, with sides changed on request; return it.

        Raises:
            NoughtsError: somebody only looks on, or the game by link was not ended by both.
        """
        known = list(secrets)
        access = await self.see(id, known, version)
        game = access.game
        if game.next:
            return await self.see(game.next, known)
        game = _at(access, version)
        if not access.players:
            raise Forbidden("who only looks on cannot begin a game")
        if game.linked and not (game.offer == "rematch" and Player(game.offered_by) not in access.players):
            raise Forbidden("a rematch needs the other player's consent: ask for it first")
        if not game.moves and not swap:
            return access
        closed, following = game.followed_by(new_secret(), swap=swap)
        also = Created(following, swapped=swap)
        if not await self.store.change(game, closed, also, hashes=map(hashed, known), roles=access.roles):
            raise Outdated("the game has gone on in the meantime: look at the board again")
        return await self.see(following.id, known)

    async def enter(self, link: str, secret: str, name: str) -> Access:
        """Take the seat that a link leads to, or come back to it on another device.

        Raises:
            NotFound: the link leads nowhere.
            Outdated: somebody else has the seat, and the name given is not theirs.
        """
        for _ in range(_TRIES):
            id, role = await self.resolve(link)
            if role in ("own", "watch"):
                return await self._admit(id, role, link, secret)
            player, game = Player(role), await self.store.load(id)
            if game is None:
                raise NoSuchGame("this game was deleted a moment ago")
            seat = game.seat(player)
            if not seat.open and clean_name(name, "").casefold() != seat.name.casefold():
                holder = isolated(seat.name)
                raise Outdated(f"{holder} has this seat already: if that is you, go on as {holder}")
            keys: list[tuple[str, Role]] = [
                (hashed(secret), role),
                (hashed(link_secret(secret, game.series, role)), role),
                (hashed(link_secret(secret, game.series, "watch")), "watch"),
            ]
            if seat.open:
                # Before others hear of it, and look for them; not for long, as another may be quicker.
                self.store.presence.seen(id, hashed(secret), [role], GRACE)
            if not seat.open:
                await self.store.add_keys(id, keys, by=hashed(link))
            elif not await self.store.enter(game, game.enter(player, name), keys, by=(hashed(link), role)):
                continue
            return await self.see(id, [secret])
        raise Outdated("too many came at once: try again")

    async def look_on(self, link: str, secret: str) -> Access:
        """Watch the game that a link leads to, also by the link to a seat, which could be had as well.

        Raises:
            NotFound: the link leads nowhere.
        """
        id, role = await self.resolve(link)
        return await self._admit(id, role if role == "own" else "watch", link, secret)

    async def _admit(self, id: str, role: Role, link: str, secret: str) -> Access:
        await self.store.add_keys(id, [(hashed(secret), role)], by=hashed(link))
        return await self.see(id, [secret])

    async def resolve(self, link: str) -> tuple[str, Role]:
        """Return the latest game that a secret link leads to, and the role in it.

        Raises:
            NotFound: it leads nowhere.
        """
        found = await self.store.find(hashed(link)) if is_secret(link) else None
        if found is None:
            raise (NoSuchGame if is_secret(link) else NotFound)(
                "this link leads to no game: it may have been mistyped, or the game was deleted"
            )
        return found

    async def links(self, access: Access, secret: str) -> dict[Role, str]:
        """Return the secrets of the links that somebody may hand out or keep, by role."""
        roles: tuple[Role, ...] = ("x", "o", "watch") if access.game.linked else ()
        found: dict[Role, str] = {}
        links = {hashed(link): link for link in (link_secret(secret, access.game.series, role) for role in roles)}
        held = await self.store.held(access.game.id, links)
        for hash, link in links.items():
            for now in held.get(hash, ()):  # after a rematch, the other seat's
                found[now] = link
        return found

    async def step(self, id: str, secrets: Iterable[str], ply: int) -> Access:
        """Let the computer player to move make its move, where two computers meet or one had failed.

        Raises:
            NoughtsError: it is not a computer's turn, or it cannot move.
        """
        known = list(secrets)
        access = await self.see(id, known)
        if not access.players:
            raise Forbidden("who only looks on cannot do this")
        if ply != len(access.game.moves):
            return access
        if not access.game.computer_moves:
            raise NoughtsError("no computer player is to move")
        if access.game.both_computers:
            await self._move(access.game)
        else:
            self.troubles.pop(id, None)
            self._let_computer_move(access.game)
        return await self.see(id, known)

    async def answered(self, game: StoredGame, seconds: float) -> None:
        """Wait until the computer has moved, but not longer than so many seconds."""
        task = self._thinking.get(game.id)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)

    async def forget(self, id: str, secret: str) -> None:
        """Take a game off somebody's list; it is deleted when nobody is left who may play in it.

        Raises:
            NotFound: there is no such game for them.
        """
        await self.see(id, [secret])
        await self.store.forget(hashed(secret), id)

    async def _change(self, id: str, secrets: Iterable[str], action: Callable[[Access], StoredGame]) -> Access:
        """Apply a change, anew if somebody else was quicker, and say so to all once it is stored."""
        hashes, least = [hashed(secret) for secret in secrets], 0
        for _ in range(_TRIES):
            access = await self._see(id, hashes, least)
            try:
                after = action(access)
            except Outdated:
                if least > access.game.version:
                    raise
                least = access.game.version + 1  # another process may have been told of more than this one has heard
                continue
            if after is access.game:
                return access
            if await self.store.change(access.game, after, hashes=hashes, roles=access.roles):
                self.troubles.pop(id, None)
                self._let_computer_move(after)
                for hash in hashes if after.linked else ():
                    self.store.presence.seen(id, hash, access.roles)
                return await self._see(id, hashes)
        raise Outdated("too many changes at once: look at the board again")

    def _let_computer_move(self, game: StoredGame) -> None:
        """Set the computer player of a game to work, if it is its turn and it is not thinking yet."""
        if not game.computer_moves or game.both_computers or game.id in self._thinking or game.id in self.troubles:
            return
        task = asyncio.create_task(self._think(game.id))
        self._thinking[game.id] = task
        task.add_done_callback(lambda _: self._thinking.pop(game.id, None))

    async def _think(self, id: str) -> None:
        for pause in (*_PAUSES, None):
            try:
                game = await self.store.load(id)
                if game is None or not game.computer_moves:
                    return
                await self._move(game)
                return
            except Outdated:
                continue  # the person took a move back meanwhile
            except NoughtsError as error:
                if pause is None:
                    self._trouble(id, str(error))
                    self.store.hub.wake(id)
                    return
            await asyncio.sleep(pause or 0)

    async def _move(self, game: StoredGame) -> None:
        """Let an engine choose, and make the move."""
        position = game.position
        task: Mapping[str, Any] = {
            "do": "choose",
            "game": game.rules,
            "position": t3en(position),
            "level": game.seat(position.turn).level,
            "seed": self._seed_of(game),
        }
        answer = await self.engines.ask(task, urgent=True)
        after = game.play([position.turn], len(game.moves), int(answer["move"]))
        if not await self.store.change(game, after):
            raise Outdated("the game has gone on in the meantime")

    def _seed_of(self, game: StoredGame) -> int:
        if self._seed is None:
            return secrets.randbits(64)
        return crc32(f"{self._seed} {game.rules} {game.start} {game.moves}".encode())

    def _trouble(self, id: str, sentence: str) -> None:
        if len(self.troubles) >= 1_000:
            self.troubles.pop(next(iter(self.troubles)))
        self.troubles[id] = sentence


def _at(access: Access, version: int) -> StoredGame:
    """Return the game, if who asks has seen its latest state; so that no request counts twice."""
    if access.game.version != version:
        raise Outdated("the game has gone on in the meantime: look at the board again")
    return access.game


def _people(access: Access) -> frozenset[Player]:
    """Return whose moves who asks may make: a computer's are its own."""
    return frozenset(player for player in access.players if not access.game.seat(player).level)


def _here(access: Access, version: int, *, answered: bool = False) -> StoredGame:
    """Return a game at one screen, where a move can be taken back without asking: together with the computer's answer
    to it, which may have come while the button was pressed. After a move nothing is undone, so that this counts once.
    """
    if access.game.linked:
        raise Forbidden("ask the other player to take a move back")
    if not access.players:
        raise Forbidden("who only looks on cannot do this")
    game = access.game
    if answered and game.version == version + 1 and not game.undone and game.was_answered:
        return game
    return _at(access, version)


def _role(player: Player) -> Role:
    return "x" if player is Player.X else "o"


__all__ = ["Games", "NotFound", "Seat", "Access"]
