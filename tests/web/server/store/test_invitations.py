"""An invitation gives its seat to one person, even if another person opens it at the same moment."""

from dataclasses import replace

import pytest

from noughts.web.auth import hashed, new_secret
from noughts.web.invitations import Invitations, link_key
from noughts.web.model.errors import Outdated
from noughts.web.model.roles import LINKS, Role, link_secret
from noughts.web.model.stored_game import StoredSeat
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.stores import create, linked_game, with_store


@pytest.mark.parametrize("spectator", [False, True])
def test_a_seat_that_was_taken_while_the_link_was_read_stays_taken(
    url: str, spectator: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: SQLStore) -> None:
        host, grace, barbara = (new_secret() for _ in range(3))
        game = replace(linked_game(), o=StoredSeat(), series="series")
        await create(store, game, [(hashed(host), "x"), *(link_key(host, game, role) for role in LINKS)])
        invitations, link = Invitations(store, barbara), link_secret(host, game.series, "o")
        if spectator:
            await invitations.watch(link_secret(host, game.series, "watch"))
        answers: list[tuple[str, Role]] = [await invitations.resolve(link)]
        assert (await Invitations(store, grace).enter(link, "Grace")).roles == {"o"}

        async def late(link: str) -> tuple[str, Role]:
            return answers.pop() if answers else await resolve(link)

        resolve = invitations.resolve
        monkeypatch.setattr(invitations, "resolve", late)
        with pytest.raises(Outdated, match="this seat is taken"):
            await invitations.enter(link, "Barbara")
        assert await store.roles(game.id, [hashed(barbara)]) == ({"watch"} if spectator else set())

    with_store(url, scenario)
