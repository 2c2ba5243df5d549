"""Pages take turns: one begins at a time, of one address after the other, and what is quick goes on in between.

A page takes a thousandth of a second or two, in which nothing else is done. Where many are asked for at once, a move
would have to wait for all that came before it. So one begins in a turn of the event loop, whatever does not wait here
is done in the same turn, and before the next begins, as much time is left for that as this turn has taken: a move,
which needs several turns and other threads, waits for a page or two, however many others are asked for.
"""

import asyncio
from collections import deque
from time import perf_counter

_SHORT = 0.0005  # seconds; after such a turn the next may begin at once
_LONGEST_REST = 0.02  # seconds; a turn takes longer only where the whole machine is busy
_SHARE = 500  # requests of one address that may wait: a class of a hundred opens five pages each


class Turns:
    """Lets requests begin, one a turn of the event loop, and those of different addresses by turns."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # whose turn is next comes first
        self._taken = False  # whether the next has to wait
        self._begun = 0.0

    async def mine(self, client: str) -> bool:
        """Wait until a request of this address may begin; False where too many of its requests wait."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            self._begin(loop)
            return True
        waiting = self._waiting.setdefault(client, deque())
        if len(waiting) >= _SHARE:
            return False
        turn: asyncio.Future[None] = loop.create_future()
        waiting.append(turn)
        await turn
        return True

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._begun = perf_counter()
        loop.call_soon(self._rest, loop)  # when the turn is over

    def _rest(self, loop: asyncio.AbstractEventLoop) -> None:
        took = perf_counter() - self._begun
        if self._waiting and took > _SHORT:
            loop.call_later(min(took, _LONGEST_REST), self._next, loop)
        else:
            self._next(loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            client = next(iter(self._waiting))
            waiting = self._waiting.pop(client)
            turn = waiting.popleft()
            if waiting:
                self._waiting[client] = waiting  # behind all others
            if not turn.done():  # else who waited has left
                turn.set_result(None)
                self._begin(loop)
                return
        self._taken = False
