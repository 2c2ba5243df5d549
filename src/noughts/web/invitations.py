"""Join or watch a game by a secret link, and list the links to a game."""

from noughts.rules.game import Player
from noughts.web.auth import hashed, is_secret
from noughts.web.live.presence import GRACE
from noughts.web.model.access import Access
from noughts.web.model.errors import NotFound, Outdated
from noughts.web.model.roles import LINKS, Role, link_secret
from noughts.web.model.stored_game import StoredGame
from noughts.web.store import GameKey, GameStore

_TRIES = 10  # attempts to take a seat while others change the same game


class Invitations:
    """The secret links by which a client joins or watches games."""

    def __init__(self, store: GameStore, secret: str) -> None:
        self._store, self._secret = store, secret

    async def resolve(self, link: str) -> tuple[str, Role]:
        """Return the id of the latest game that a secret link opens, with the link's role, or raise NotFound."""
        target = await self._store.find(hashed(link)) if is_secret(link) else None
        if target is None:
            raise NotFound("this link leads to no game: it may be mistyped, or the game was deleted")
        return target

    async def links(self, access: Access) -> dict[Role, str]:
        """Return the secrets of the client's links to a game, keyed by role. A used invitation is left out."""
        if not access.game.linked:
            return {}
        links = {hashed(link): link for link in (link_secret(self._secret, access.game.series, role) for role in LINKS)}
        held = await self._store.held(access.game.id, links)
        return {role: link for hash, link in links.items() for role in held.get(hash, ())}  # a rematch swaps roles

    async def enter(self, link: str, name: str, *, as_player: bool = False) -> Access:
        """Take the open seat of an invitation, or return to a seat by its player's private link.

        An invitation works once. After that, its link is for spectators, and this function fails with `as_player`.

        Raises:
            NotFound: the link leads to no game.
            Outdated: another person has taken the seat.
        """
        for _ in range(_TRIES):
            id, role = await self.resolve(link)
            if role in ("own", "watch"):
                if as_player and role == "watch":
                    raise Outdated("this seat is taken: you can watch the game")
                return await self._admit(id, role, (hashed(link), role))
            player, game = Player(role), _expect(await self._store.load(id))
            invitation = hashed(link), role
            keys: list[tuple[str, Role]] = [
                (hashed(self._secret), role),
                link_key(self._secret, game, role),
                link_key(self._secret, game, "watch"),
            ]
            if not game.seat(player).open:
                await self._store.add_keys(id, keys, by=invitation)
                if role in await self._store.roles(id, [hashed(self._secret)]):
                    return await self._access(id)
                as_player = True  # someone took the seat a moment ago, and the link is now for spectators
                continue
            as_player = True
            if self._secret != link:  # the host can take the friend's seat, too: then the link is the host's own
                keys = [(hashed(link), "watch"), *(key for key in keys if key != invitation)]
            # Mark the client as present before others see the change, but not for long: another person may be quicker.
            self._store.presence.seen(id, hashed(self._secret), [role], GRACE)
            after, roles = game.enter(player, name), frozenset({role})
            retired = [] if self._secret == link else [invitation]
            if await self._store.change(game, after, hashes=[hashed(link)], roles=roles, keys=keys, retired=retired):
                return await self._access(id)
        raise Outdated("too many people tried to take this seat at once: try again")

    async def watch(self, link: str) -> Access:
        """Watch the game of a secret link, or raise NotFound. A link to a player's seat works, too."""
        id, role = await self.resolve(link)
        return await self._admit(id, role if role == "own" else "watch", (hashed(link), role))

    async def is_shared(self, access: Access) -> bool:
        """Return whether the client uses the secret of a link for spectators, which many people share."""
        if access.roles != {"watch"}:
            return False
        key, _ = _spectator_key(self._secret, access.game)
        return not await self._store.roles(access.game.id, [key])

    async def _admit(self, id: str, role: Role, by: GameKey) -> Access:
        game = _expect(await self._store.load(id))
        keys: list[tuple[str, Role]] = [(hashed(self._secret), role)]
        if role == "watch" and not await self._store.roles(id, [hashed(self._secret)]):  # not another link's secret
            keys.append(_spectator_key(self._secret, game))
        await self._store.add_keys(id, keys, by=by)
        return await self._access(id)

    async def _access(self, id: str) -> Access:
        game, roles = await self._store.see(id, [hashed(self._secret)])
        return Access(_expect(game), roles)


def _expect(game: StoredGame | None) -> StoredGame:
    if game is None:
        raise NotFound("this game was deleted a moment ago")
    return game


def link_key(secret: str, game: StoredGame, role: Role) -> tuple[str, Role]:
    """Return the key of a link to a game. The link's secret is derived from the client's secret."""
    return hashed(link_secret(secret, game.series, role)), role


def _spectator_key(secret: str, game: StoredGame) -> tuple[str, Role]:
    """Return the key that distinguishes a spectator's own secret from the secret of a shared link."""
    return hashed(link_secret(secret, game.series, "own")), "watch"
