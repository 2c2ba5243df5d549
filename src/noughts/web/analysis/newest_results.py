"""Stream the intermediate results of a task. A slow client may miss all but the newest result."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any

_FIRST = 1.0  # seconds until the first item, which is empty without a result


async def newest_results(
    ask: Callable[[Callable[[bytes], None]], Coroutine[Any, Any, bytes]],
    gives_way: Callable[[float], bool] = lambda since: False,
) -> AsyncGenerator[bytes, None]:
    """Yield the intermediate results of a task, and finally its answer, as `Engines.steps` describes.

    Args:
        ask: asks an engine for the answer. It is called with a function that receives the intermediate results.
        gives_way: returns whether the search should end for other tasks, given the seconds since the first result. Then
            the newest result is the answer.
    """
    newest, news, began = b"", asyncio.Event(), 0.0

    def show(step: bytes) -> None:
        nonlocal newest, began
        newest, now = step, asyncio.get_running_loop().time()
        news.set()
        began = began or now
        if gives_way(now - began):
            asking.cancel()

    asking = asyncio.create_task(ask(show))
    asking.add_done_callback(lambda _: news.set())
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), _FIRST)
        while not asking.done():
            news.clear()
            yield newest
            await news.wait()
        yield newest if asking.cancelled() else asking.result()
    finally:
        asking.cancel()
