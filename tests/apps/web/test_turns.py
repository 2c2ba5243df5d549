"""Pages take turns: between addresses, and with what is quick."""

import asyncio

import pytest

from noughts.apps.web import turns
from noughts.apps.web.asgi import Receive, Scope, Send, answer
from noughts.apps.web.guard.middleware import Rules, Shield
from noughts.apps.web.turns import Turns
from tests.apps.web.serving import asked


def test_addresses_take_turns() -> None:
    async def main() -> None:
        pages, order = Turns(), list[str]()

        async def page(client: str) -> None:
            assert await pages.mine(client)
            order.append(client)

        await asyncio.gather(*(page(client) for client in "aaaabbc"))
        assert "".join(order) == "aabcaba" or "".join(order) == "aabcaab", order
        assert not pages._waiting
        await page("d")

    asyncio.run(main())


def test_what_is_quick_is_done_in_between() -> None:
    """A move waits for a page or two, not for all that were asked for before it."""

    async def main() -> None:
        order: list[str] = []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            order.append(scope["path"])
            await answer(send, scope["path"], 200, "Done.")

        shield = Shield(app, Rules.of())
        flood = [asyncio.create_task(asked(shield, "/play", client=f"192.0.2.{number}")) for number in range(50)]
        await asyncio.sleep(0)
        move = asyncio.create_task(asked(shield, "/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA", client="198.51.100.1"))
        page = asyncio.create_task(asked(shield, "/games", client="198.51.100.2"))
        await asyncio.gather(*flood, move, page)
        assert order.index("/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA") < 5
        assert order.index("/games") == 51
        assert len(order) == 52

    asyncio.run(main())


def test_so_many_of_one_address_wait_and_who_leaves_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_SHARE", 3)

    async def main() -> None:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await answer(send, scope["path"], 200, "Done.")

        shield = Shield(app, Rules.of())
        many = [asyncio.create_task(asked(shield, "/play")) for _ in range(6)]
        other = asyncio.create_task(asked(shield, "/play", client="192.0.2.99"))
        await asyncio.sleep(0)
        many[1].cancel()
        answers = await asyncio.gather(*many, other, return_exceptions=True)
        assert isinstance(answers.pop(1), asyncio.CancelledError)
        statuses = [found.status for found in answers if not isinstance(found, BaseException)]
        assert statuses == [200, 200, 200, 429, 429, 200]
        refused = answers[3]
        assert not isinstance(refused, BaseException)
        assert refused.headers["retry-after"] == "1"
        assert "of this address wait" in refused.text

    asyncio.run(main())
