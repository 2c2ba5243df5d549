"""Functions in worker threads: one at a time, and fairly between clients."""

import asyncio
import threading

import pytest

from noughts import GameTree, NoughtsError
from noughts.web.model.client import client_key
from noughts.web.reading import read_game, read_stored
from noughts.web.server.workers.pool import WorkerPool
from noughts.web.server.workers.threads import in_thread


def test_functions_of_clients_and_long_texts_run_in_a_thread() -> None:
    async def main() -> None:
        here, engines = threading.get_ident(), WorkerPool()
        assert await engines.run(threading.get_ident) != here
        assert await read_stored(engines, "short", threading.get_ident) == here
        assert await read_stored(engines, "x" * 5_000, threading.get_ident) != here

    asyncio.run(main())


def test_reading_in_a_thread_returns_the_game_or_raises_the_error() -> None:
    async def main() -> None:
        assert isinstance(await in_thread(lambda: read_game("b2 a1 c3" + " " * 2_000)), GameTree)
        with pytest.raises(NoughtsError, match="is not a move"):
            await in_thread(lambda: read_game("z9 " * 2_000))

    asyncio.run(main())


def test_one_function_runs_at_a_time() -> None:
    async def main() -> None:
        go, running, most = threading.Event(), 0, 0

        def slow() -> None:
            nonlocal running, most
            running += 1
            most = max(most, running)
            go.wait(30)
            running -= 1

        tasks = [asyncio.create_task(in_thread(slow)) for _ in range(5)]
        await asyncio.sleep(0.05)  # the event loop is free
        go.set()
        await asyncio.gather(*tasks)
        assert most == 1

    asyncio.run(main())


def test_a_client_waits_for_one_function_of_each_other_client() -> None:
    async def main() -> None:
        first, order = threading.Event(), list[str]()

        async def send(client: str) -> None:
            def run() -> None:
                first.wait(30)
                order.append(client)

            client_key.set(client)
            await in_thread(run)

        tasks = [asyncio.create_task(send(client)) for client in [*["greedy"] * 5, "modest"]]
        await asyncio.sleep(0.05)
        first.set()
        await asyncio.gather(*tasks)
        assert order == ["greedy", "modest", *["greedy"] * 4]

    asyncio.run(main())


def test_short_functions_do_not_wait_for_long_ones() -> None:
    """A page of Puzzles or Learn comes at once, however many long texts of the same client are being read."""

    async def main() -> None:
        go, engines = threading.Event(), WorkerPool()
        long = [asyncio.create_task(engines.run(lambda: go.wait(30))) for _ in range(3)]
        try:
            await asyncio.sleep(0.05)
            async with asyncio.timeout(5):
                assert await engines.run(lambda: "short", short=True) == "short"
        finally:
            go.set()
        assert all(await asyncio.gather(*long))

    asyncio.run(main())
