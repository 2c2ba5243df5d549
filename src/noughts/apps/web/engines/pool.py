"""The engines: processes that think for the server, a fair and bounded queue before them, a warm spare behind them.

All processes are alike. At most ``count`` of them work at a time; the others are warm and take over at once where one
is killed, because its time is up or it does not stop, or has died. Long, as all that can happen to one is one promise.

    ask ──> queue: `fair` ──> a process that is ready ──> answer: it is ready again
                                                      ├─> reader gone: it is told to stop, and soon ready again
                                                      └─> time up, died, does not stop: another is started
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Coroutine, Mapping
from itertools import count
from typing import Any, Self

from noughts.apps.web.engines.fair_queue import FairQueue, Lane, Waiting, is_small, lane_of
from noughts.apps.web.engines.process import EngineProcess
from noughts.apps.web.guard.middleware import asker
from noughts.apps.web.model.errors import Busy, EngineDied, Exhausted, TooLong
from noughts.apps.web.quarantine import Quarantine
from noughts.rules.errors import NoughtsError

_LOG = logging.getLogger(__name__)

_LONGEST_TASK = 100_000  # bytes
_START = 30.0  # seconds for a process to start
_STOPPING = "the server is being stopped"
_PAUSES = (0.1, 0.5, 2.0, 5.0)  # seconds between attempts to start one
_SOON = frozenset({Lane.MOVE, Lane.SMALL})  # what may take any place
_GRACE = 1.0  # seconds to stop: most tasks do at once, and starting another process would take longer


class Engines:
    """Engine processes, as many as are to work at a time, and some that are ready to replace them.

    Args:
        count: how many work at a time. Of two or more, one is kept free of what takes long.
        spares: how many more are kept warm. Where one engine works, an urgent task need not wait for another that is
            not: a spare does it.
        queue: how many callers may wait with tasks that may take long; more with others: see `Line`.
        share: how many of them may be of one address.
        seconds: the time for a task unless told.
        memory: the most bytes of address space of a process.
    """

    def __init__(
        self,
        count: int = 1,
        *,
        spares: int = 1,
        queue: int = 64,
        share: int = 8,
        seconds: float = 10.0,
        memory: int = 2 << 30,
    ) -> None:
        if count < 1 or spares < 0 or queue < 1 or share < 1:
            raise NoughtsError("expected an engine or more, and room for one who waits or more")
        self._count, self._spares, self._seconds, self._memory = count, spares, seconds, memory
        self._alive: set[EngineProcess] = set()
        self._ready: deque[EngineProcess] = deque()
        self._waiting = FairQueue[EngineProcess](queue, share)
        self._working: dict[EngineProcess, bool] = {}  # whether it keeps the place of what need not wait
        self._quarantine = Quarantine()
        self._starting: set[asyncio.Task[None]] = set()
        self._watching: set[asyncio.Task[None]] = set()
        self._closed = True
        self._replaced = self._answered = self._refused = 0

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the processes; when this returns they are warm.

        Raises:
            EngineGone: they cannot be started.
        """
        self._closed = False
        started = await asyncio.gather(
            *(self._new() for _ in range(self._count + self._spares)), return_exceptions=True
        )
        for error in started:
            if isinstance(error, BaseException):
                await self.close()
                raise EngineDied(f"no engine can be started: {error or type(error).__name__}") from error

    async def close(self) -> None:
        """End all processes; whoever waits gets `EngineGone`."""
        self._closed = True
        for waiting in self._waiting.clear():
            if not waiting.given.done():
                waiting.given.set_exception(EngineDied(_STOPPING))
        for engine in self._alive:
            engine.kill()
        for starting in self._starting:
            starting.cancel()
        while background := self._starting | self._watching:
            await asyncio.wait(background)

    @property
    def state(self) -> dict[str, int]:
        """How it stands: how many work, are warm and wait; how many were replaced, answered and refused so far."""
        return {
            "running": len(self._working),
            "spare": len(self._ready),
            "waiting": len(self._waiting),
            "replaced": self._replaced,
            "answered": self._answered,
            "refused": self._refused,
        }

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes: of those that work, then of those that are warm."""
        return tuple(engine.pid for engine in (*self._working, *self._ready))

    async def ask(
        self, task: Mapping[str, Any], *, seconds: float | None = None, urgent: bool = False
    ) -> dict[str, Any]:
        """Return the answer to a task: see `noughts.apps.web.engines.tasks`.

        Whoever no longer needs the answer cancels: the engine then stops thinking about it.

        Args:
            task: the task.
            seconds: the time for it, from when an engine begins.
            urgent: whether it goes before others.

        Raises:
            Busy: too many wait already; `Crowded` where they are all of the same address.
            TooLong: the time was not enough.
            EngineGone: engines have died of it, or are being stopped.
            NoughtsError: the task is a bad one; the sentence says why.
        """
        answer: dict[str, Any] = json.loads(await self.ask_text(task, seconds=seconds, urgent=urgent))
        return answer

    async def ask_text(self, task: Mapping[str, Any], *, seconds: float | None = None, urgent: bool = False) -> bytes:
        """Return the answer as JSON text: to be passed on where it is long, so that no time is spent on reading it.

        Raises:
            NoughtsError: as `ask`.
        """
        key = json.dumps({name: value for name, value in task.items() if name != "seed"}, sort_keys=True)
        if len(key) > _LONGEST_TASK:
            raise NoughtsError("the task is too long: take a smaller board")
        for attempt in (1, 2):
            if self._quarantine.refuses(key):
                self._refused += 1
                raise EngineDied("engine after engine has died of this: it is refused for a minute")
            answer = await self._attempt(task, seconds or self._seconds, urgent)
            if answer:
                self._quarantine.lived(key)
                return self._judged(answer, task)
            if self._closed:
                raise EngineDied(_STOPPING)
            self._quarantine.died(key)
            _LOG.warning("an engine died, at attempt %d: %s", attempt, key[:500])
        raise EngineDied("two engines have died of this: try something else")

    def _judged(self, answer: bytes, task: Mapping[str, Any]) -> bytes:
        """Return an answer that is one."""
        self._answered += 1
        if answer.startswith(b'{"error":'):
            raise NoughtsError(json.loads(answer)["error"])
        if answer.startswith(b'{"exhausted":'):
            raise Exhausted(json.loads(answer)["exhausted"])
        if answer.startswith(b'{"fault":'):
            _LOG.error("a fault in an engine at %s\n%s", dict(task), json.loads(answer)["fault"])
            raise EngineDied("the engine failed at this, which is a mistake in the program: it has been noted")
        return answer

    async def _attempt(self, task: Mapping[str, Any], seconds: float, urgent: bool) -> bytes:
        """Let a process do a task; return what it answers, nothing if it died."""
        line = json.dumps({**task, "seconds": seconds}).encode() + b"\n"
        engine = await self._engine(lane_of(task, urgent), is_small(task.get("game")))
        asking = asyncio.create_task(engine.ask(line))
        try:
            async with asyncio.timeout(seconds):
                answer = await asyncio.shield(asking)
        except asyncio.CancelledError:
            _keep(self._watching, self._stop(engine, asking))
            raise
        except TimeoutError:
            asking.cancel()
            self._refused += 1
            self._release(engine, well=False)
            raise TooLong(f"this took more than {seconds:g} seconds: take a later position") from None
        self._release(engine, well=bool(answer))
        return answer

    async def _stop(self, engine: EngineProcess, asking: "asyncio.Task[bytes]") -> None:
        """Take a process back from whoever has left: it is told to stop, and killed if it does not."""
        engine.stop()
        try:
            await asyncio.wait([asking], timeout=_GRACE)
        finally:
            well = asking.done() and not asking.cancelled() and bool(asking.result())
            asking.cancel()
            self._release(engine, well=well)

    async def _engine(self, lane: Lane, small: bool) -> EngineProcess:
        """Wait for a process that is ready."""
        if self._closed:
            raise EngineDied(_STOPPING)
        try:
            waiting = self._waiting.join(asker(), lane, small=small)
        except Busy:
            self._refused += 1
            raise
        self._serve()
        try:
            return await waiting.given
        except asyncio.CancelledError:
            if not self._waiting.leave(waiting) and not waiting.given.cancelled() and not waiting.given.exception():
                self._release(waiting.given.result(), well=True)
            raise

    def _serve(self) -> None:
        """Give processes that are ready to those who wait."""
        while self._ready and (waiting := self._next()):
            engine = self._ready.popleft()
            if not engine.runs():  # it has died since it was last asked
                self._lose(engine)
                continue
            self._waiting.leave(waiting)
            self._working[engine] = waiting.lane in _SOON
            waiting.given.set_result(engine)

    def _next(self) -> Waiting[EngineProcess] | None:
        """Return who comes next: what is soon done may take either place, and what takes long never that of a move."""
        soon, long = self._may_work(soon=True), self._may_work(soon=False)
        return self._waiting.next(lambda lane: soon if lane in _SOON else long)

    def _may_work(self, *, soon: bool) -> bool:
        """Return whether one more task may be worked on: one that need not wait, or another."""
        ordinary = sum(not other for other in self._working.values())
        if soon:
            return len(self._working) < (self._count if self._count > 1 else 1 + ordinary)
        return len(self._working) < self._count and ordinary < max(1, self._count - 1)

    def _release(self, engine: EngineProcess, *, well: bool) -> None:
        """Take a process back from whoever had it; one that is not well is killed and replaced."""
        del self._working[engine]
        if well and engine in self._alive:
            self._ready.appendleft(engine)  # the one that knows most is asked most
        else:
            engine.kill()
            self._lose(engine)
        self._serve()

    def _lose(self, engine: EngineProcess) -> None:
        """Count a process out, and start another in its place."""
        if engine in self._alive and not self._closed:
            self._alive.discard(engine)
            self._replaced += 1
            _keep(self._starting, self._replace())
        self._alive.discard(engine)

    async def _new(self) -> None:
        """Start a process, which is ready then."""
        async with asyncio.timeout(_START):
            engine = await EngineProcess.start(self._memory)
        self._alive.add(engine)
        _keep(self._watching, self._watch(engine))
        if self._closed:
            engine.kill()
            return
        self._ready.append(engine)
        self._serve()

    async def _replace(self) -> None:
        """Start a process in place of one that was lost, however often that has to be tried."""
        for attempt in count():
            try:
                await self._new()
                return
            except (OSError, TimeoutError) as error:
                _LOG.error("no engine can be started: %s", error or type(error).__name__)
            await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])

    async def _watch(self, engine: EngineProcess) -> None:
        """Wait for the end of a process; one that ends while nobody uses it is replaced too."""
        await engine.ended()
        if engine in self._ready:
            self._ready.remove(engine)
            self._lose(engine)


def _keep(tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
    """Let something be done in the background, and keep it in a set until it is done."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
