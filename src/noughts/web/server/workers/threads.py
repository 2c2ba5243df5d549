"""Run functions in worker threads, and share the threads fairly between clients."""

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread

from noughts.web.model.client import client_key

T = TypeVar("T")

_LONG, _SHORT = CapacityLimiter(1), CapacityLimiter(1)  # they are CPU-bound, so more threads would not be faster
_TURNS = WeakValueDictionary[tuple[str, bool], asyncio.Lock]()  # for each client whose functions run or wait


async def in_thread(function: Callable[[], T], *, short: bool = False) -> T:
    """Call a function in a worker thread, so that other requests are not delayed.

    The functions of one client run one after another, so a function waits for at most one function of each other
    client. Short functions do not wait for long ones.
    """
    async with _TURNS.setdefault((client_key.get(), short), asyncio.Lock()):
        return await to_thread.run_sync(function, limiter=_SHORT if short else _LONG)
