"""Reading that would hold up the event loop, done beside it: one text at a time, and only so many wait."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from noughts.apps.web.guard.middleware import asker
from noughts.apps.web.model.errors import Busy, Crowded

P = ParamSpec("P")
T = TypeVar("T")

_SHORT = 1_000  # characters, which are read in a few milliseconds
_MOST, _SHARE = 40, 10  # how many may wait, and how many of one address


class Beside:
    """Reads long texts in a thread, one after the other."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()

    async def read(self, read: Callable[Concatenate[str, P], T], text: str, *more: P.args, **named: P.kwargs) -> T:
        """Return what a function reads from a text.

        Raises:
            Busy: too many wait with long ones; `Crowded` where they are of the same address.
            NoughtsError: it cannot be read.
        """
        if len(text) <= _SHORT:
            return read(text, *more, **named)
        if self._waiting[client := asker()] >= _SHARE and client:
            raise Crowded("too much is being read for this address already: try again in a moment")
        if self._waiting.total() >= _MOST:
            raise Busy("too much is being read: try again in a moment")
        self._waiting[client] += 1
        try:
            async with self._one:
                return await asyncio.to_thread(read, text, *more, **named)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]
