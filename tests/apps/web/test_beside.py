"""Long texts are read, and long games written, without keeping anybody else waiting."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")

from noughts.apps.web.asgi import Receive, Scope, Send, answer
from noughts.apps.web.beside import Beside
from noughts.apps.web.guard.middleware import Rules, Shield
from noughts.apps.web.model.errors import Busy, Crowded
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.pages.game_list import _written, read_game
from noughts.apps.web.protocol import Corked
from noughts.rules.errors import NoughtsError
from noughts.rules.record import Record
from tests.apps.web.serving import asked

LONG = "b2 " + " " * 2_000


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.002)


def test_what_is_short_is_read_at_once_and_what_is_long_elsewhere() -> None:
    async def main() -> None:
        beside, here = Beside(), threading.get_ident()
        assert await beside.read(lambda text: threading.get_ident(), "short") == here
        assert await beside.read(lambda text: threading.get_ident(), LONG) != here
        assert isinstance(await beside.read(read_game, LONG), Record)
        with pytest.raises(NoughtsError, match="is not a move"):
            await beside.read(read_game, "zz " * 2_000)

    asyncio.run(main())


def test_one_text_at_a_time_and_so_many_wait() -> None:
    async def main() -> None:
        beside, go, under_way = Beside(), threading.Event(), list[str]()

        def slow(text: str) -> str:
            under_way.append(text)
            go.wait(30)
            return text

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await beside.read(slow, LONG)
            await answer(send, "/", 200, "Read.")

        shield = Shield(app, Rules.of())
        first = [asyncio.create_task(asked(shield, client="192.0.2.1")) for _ in range(10)]
        await until(lambda: under_way)
        with pytest.raises(Crowded, match="this address"):
            await asked(shield, client="192.0.2.1")
        others = [asyncio.create_task(asked(shield, client=f"198.51.100.{number}")) for number in range(30)]
        await until(lambda: beside._waiting.total() == 40)
        with pytest.raises(Busy, match="try again"):
            await asked(shield, client="192.0.2.3")
        assert len(under_way) == 1
        assert await beside.read(lambda text: text, "short") == "short"
        go.set()
        assert {found.status for found in await asyncio.gather(*first, *others)} == {200}
        assert not beside._waiting

    asyncio.run(main())


def test_others_have_their_turn_between_two_games_of_an_export() -> None:
    async def main() -> None:
        async def games() -> Any:
            for number in range(20):
                yield StoredGame(str(number), moves=(4, 0, 8))

        turns, written = 0, 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        busy = asyncio.create_task(others())
        async for _ in _written(games()):
            written += 1
            assert turns >= written - 1
        busy.cancel()
        assert written == 20

    asyncio.run(main())


def test_what_is_long_is_not_held_back() -> None:
    class Transport:
        def __init__(self) -> None:
            self.calls: list[int] = []

        def write(self, data: bytes) -> None:
            self.calls.append(len(data))

        def is_closing(self) -> bool:
            return False

        def get_write_buffer_size(self) -> int:
            return sum(self.calls)

    async def main() -> None:
        transport = Transport()
        corked = Corked(transport, asyncio.get_running_loop())
        corked.write(b"head")
        corked.write(b"body")
        assert (transport.calls, corked.get_write_buffer_size()) == ([], 8)
        await asyncio.sleep(0)
        assert transport.calls == [8]
        for _ in range(20):
            corked.write(b"x" * 10_000)
        assert transport.calls == [8, 70_000, 70_000], "before the loop has had its turn"
        assert corked.get_write_buffer_size() == 200_008
        await asyncio.sleep(0)
        assert transport.calls == [8, 70_000, 70_000, 60_000]

    asyncio.run(main())
