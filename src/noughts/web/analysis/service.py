"""Analyse positions and games for pages and the API. The service computes each analysis once, even if many clients wait
for it, and caches the result.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from starlette.requests import Request

from noughts.explain.naming import CELLS, COLUMNS, Naming
from noughts.explain.words import naming_of
from noughts.puzzles import Puzzle
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import Record
from noughts.web.analysis.engines import Engines
from noughts.web.model.errors import TooLong
from noughts.web.model.task import AnalysisAnswer, EngineAnswer, EngineTask, ReviewAnswer, VerdictAnswer

MOST_SECONDS = 120
"""The longest search of `Engines.steps` in seconds, as pages and the API offer it."""

_ENTRY_OVERHEAD = 250  # bytes of a cache entry in addition to its answer
_LINGER = 2.5  # seconds
_POLL = 0.1  # seconds


@dataclass
class _Computation:
    task: asyncio.Task[bytes]
    waiting: int = 0
    cancellation: asyncio.TimerHandle | None = None


class AnalysisService:
    """Sends tasks to engines, and caches the answers.

    Args:
        patience: how many seconds a page waits for an answer.
        capacity: the size of the cache in bytes. An answer longer than a quarter of the cache is not cached.
    """

    def __init__(self, engines: Engines, *, patience: float = 1.5, capacity: int = 32 << 20) -> None:
        self.engines, self._patience, self._capacity = engines, patience, capacity
        self._cache: OrderedDict[bytes, bytes | str] = OrderedDict()  # an answer, or the message of an error
        self._size = 0
        self._computations: dict[bytes, _Computation] = {}

    async def ask(
        self, task: Mapping[str, object], client: Request | None = None, *, patience: float | None = None
    ) -> EngineAnswer | None:
        """Return the answer to a task, or None if it is not ready in time. Arguments and errors: see `ask_text`."""
        text = await self.ask_text(task, client, patience=patience)
        answer: EngineAnswer | None = None if text is None else json.loads(text)
        return answer

    async def analysis(
        self, position: Position, client: Request | None = None, *, patience: float | None = None
    ) -> AnalysisAnswer | None:
        """Return the analysis of a position for a page, or None if it is not ready in time. Errors: see `ask_text`.

        A page that sets `patience` shows further values later, as they are proved. Engines that cannot stop at once do
        not start for such a short wait.
        """
        task = position_task("analyse", position, naming=naming_of(position.game))
        if patience is not None and not self.engines.stops_at_once:
            return cast(AnalysisAnswer | None, self.known(task))
        return cast(AnalysisAnswer | None, await self.ask(task, client, patience=patience))

    async def review(
        self, record: Record, client: Request | None = None, *, patience: float | None = None
    ) -> ReviewAnswer | None:
        """Return the review of a game for a page, or None if it is not ready in time. Errors: see `ask_text`."""
        task = review_task(record, naming=naming_of(record.start.game))
        return cast(ReviewAnswer | None, await self.ask(task, client, patience=patience))

    async def verdict(
        self, puzzle: Puzzle, move: Move, client: Request | None = None, *, patience: float | None = None
    ) -> VerdictAnswer | None:
        """Return the verdict on a move in a puzzle, or None if it is not ready in time. Errors: see `ask_text`."""
        game = puzzle.position.game
        columns = naming_of(game) is COLUMNS
        task = {"do": "judge", "game": game.name, "puzzle": puzzle.to_data(), "moves": [move], "columns": columns}
        return cast(VerdictAnswer | None, await self.ask(task, client, patience=patience))

    async def ask_text(
        self, task: Mapping[str, object], client: Request | None = None, *, patience: float | None = None
    ) -> bytes | None:
        """Return the answer to a task as JSON text, or None if it is not ready in time.

        After None, the computation goes on for a moment, so that a page that reloads finds the answer. It is cancelled
        when no client is waiting for it any more.

        Args:
            task: see `noughts.web.analysis.tasks`.
            client: the request of the client that waits. When it disconnects, the call returns None.
            patience: how many seconds to wait instead of the service's patience.

        Raises:
            NoughtsError: as for `Engines.ask`.
        """
        key = _key(task)
        if key in self._cache:
            self._cache.move_to_end(key)
            cached = self._cache[key]
            if isinstance(cached, str):
                raise NoughtsError(cached)
            return cached
        computation = self._computations.get(key) or self._start(key, task)
        if computation.cancellation:
            computation.cancellation.cancel()
            computation.cancellation = None
        computation.waiting += 1
        disconnected = asyncio.create_task(_until_disconnected(client)) if client else None
        try:
            await asyncio.wait(
                [computation.task, disconnected] if disconnected else [computation.task],
                timeout=self._patience if patience is None else patience,
                return_when=asyncio.FIRST_COMPLETED,
            )
            return computation.task.result() if computation.task.done() else None
        finally:
            linger = 0.0 if disconnected and disconnected.done() else _LINGER
            if disconnected:
                disconnected.cancel()
            computation.waiting -= 1
            if not computation.waiting and not computation.task.done():
                loop = asyncio.get_running_loop()
                computation.cancellation = loop.call_later(linger, self._cancel, key)

    async def expect_text(self, task: Mapping[str, object], client: Request, *, patience: float) -> bytes:
        """Return the answer to a task as `ask_text` does, or raise TooLong if it is not ready in time."""
        text = await self.ask_text(task, client, patience=patience)
        if text is None:
            raise TooLong("the engines need more time for this: try again in a moment")
        return text

    def known(self, task: Mapping[str, object]) -> EngineAnswer | None:
        """Return the cached answer to a task, or None. If no client is waiting for the answer any more, stop computing
        it.
        """
        key = _key(task)
        cached, computation = self._cache.get(key), self._computations.get(key)
        if computation and computation.cancellation:
            computation.cancellation.cancel()
            self._cancel(key)
        answer: EngineAnswer | None = json.loads(cached) if isinstance(cached, bytes) else None
        return answer

    def _start(self, key: bytes, task: Mapping[str, object]) -> _Computation:
        computation = _Computation(asyncio.create_task(self.engines.ask_text(task)))
        computation.task.add_done_callback(lambda done: self._finish(key, done))
        self._computations[key] = computation
        return computation

    def _cancel(self, key: bytes) -> None:
        if not self._computations[key].task.done():
            self._computations.pop(key).task.cancel()

    def _finish(self, key: bytes, task: asyncio.Task[bytes]) -> None:
        """Cache the answer of a computation, or the computation's error if the task is invalid."""
        if task.cancelled():
            return
        computation = self._computations.pop(key)
        if computation.cancellation:
            computation.cancellation.cancel()
        error = task.exception()
        if error is not None and type(error) is not NoughtsError:  # such as `Busy`: the next attempt may succeed
            return
        result = task.result() if error is None else str(error)
        if len(result) <= self._capacity // 4:
            self._cache[key] = result
            self._size += len(result) + _ENTRY_OVERHEAD
        while self._size > self._capacity:
            self._size -= len(self._cache.popitem(last=False)[1]) + _ENTRY_OVERHEAD


def analyst_of(request: Request) -> AnalysisService:
    """Return the analysis service of the application."""
    analyst: AnalysisService = request.app.state.analyst
    return analyst


def position_task(do: Literal["analyse", "steps"], position: Position, *, naming: Naming = CELLS) -> EngineTask:
    """Return a task for an engine to analyse or solve a position. The sentences in the answer name moves as `naming`
    says.
    """
    return {"do": do, "game": position.game.name, "position": t3en(position), "columns": naming is COLUMNS}


def review_task(record: Record, *, naming: Naming = CELLS) -> EngineTask:
    """Return a task for an engine to review a game. The task leaves out the players' names, so equal games share one
    review.
    """
    return {
        "do": "review",
        "game": record.start.game.name,
        "start": t3en(record.start),
        "moves": list(record.moves),
        "ended": record.ended,
        "columns": naming is COLUMNS,
    }


def _key(task: Mapping[str, object]) -> bytes:
    return hashlib.sha256(json.dumps(task, sort_keys=True).encode()).digest()


async def _until_disconnected(client: Request) -> None:
    while not await client.is_disconnected():
        await asyncio.sleep(_POLL)
