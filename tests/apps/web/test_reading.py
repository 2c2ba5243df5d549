"""Long texts are read in a worker thread, one at a time, without delaying other requests."""

import asyncio
import threading

import pytest

from noughts import NoughtsError, Record

pytest.importorskip("anyio", reason="needs the extra [web]")

from noughts.apps.web.reading import in_thread, read_game


def test_only_long_texts_are_read_in_a_thread() -> None:
    async def main() -> None:
        here = threading.get_ident()
        assert await in_thread(lambda text: threading.get_ident(), "short") == here
        assert await in_thread(lambda text: threading.get_ident(), "x" * 5_000) != here

    asyncio.run(main())


def test_reading_in_a_thread_returns_the_game_or_raises_the_error() -> None:
    async def main() -> None:
        assert isinstance(await in_thread(read_game, "b2 a1 c3" + " " * 2_000), Record)
        with pytest.raises(NoughtsError, match="is not a move"):
            await in_thread(read_game, "zz " * 2_000)

    asyncio.run(main())


def test_one_long_text_is_read_at_a_time() -> None:
    async def main() -> None:
        go, running, most = threading.Event(), 0, 0

        def slow(text: str) -> str:
            nonlocal running, most
            running += 1
            most = max(most, running)
            go.wait(30)
            running -= 1
            return text

        tasks = [asyncio.create_task(in_thread(slow, "x" * 5_000)) for _ in range(5)]
        await asyncio.sleep(0.05)
        assert await in_thread(str.upper, "short") == "SHORT", "the event loop is free"
        go.set()
        await asyncio.gather(*tasks)
        assert most == 1

    asyncio.run(main())
