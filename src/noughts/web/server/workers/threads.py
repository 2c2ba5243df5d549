"""Run functions in a worker thread, fairly: those of one client one after another."""

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread

from noughts.web.model.client import client_key

T = TypeVar("T")

_LIMITER = CapacityLimiter(1)  # the functions are CPU-bound, so more threads would not be faster
_TURNS = WeakValueDictionary[str, asyncio.Lock]()  # one for each client with a function that runs, or waits


async def in_thread(function: Callable[[], T]) -> T:
    """Call a function in a worker thread, so that other requests are not delayed.

    The functions of one client run one after another, so each waits for at most one of each other client.
    """
    async with _TURNS.setdefault(client_key.get(), asyncio.Lock()):
        return await to_thread.run_sync(function, limiter=_LIMITER)
