"""A pool of engine processes behind a fair, bounded queue.

One process never runs long tasks, so a computer's move never waits for an analysis.

    ask ──> queue ──> an idle process ──> the answer              ──> the process is idle again
                                      ├─> the caller cancelled    ──> the task is stopped: the process is idle again
                                      └─> timeout, crash, no stop ──> the process is killed and replaced
"""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Self, TypeVar

from noughts.rules.errors import NoughtsError
from noughts.web.analysis.lines import checked
from noughts.web.analysis.newest_results import newest_results
from noughts.web.analysis.tasks import SEARCH_SHARE
from noughts.web.model.client import client_key
from noughts.web.model.errors import Busy, TooLong, WorkerDied
from noughts.web.model.task import EngineAnswer
from noughts.web.server.workers.fair_queue import SHORT_LANES, FairQueue, Lane, lane_of
from noughts.web.server.workers.process import WorkerProcess
from noughts.web.server.workers.threads import in_thread

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

_LONGEST_TASK = 100_000  # characters
_SECONDS = 30.0  # the default time limit of a task
_MEMORY = 2 << 30  # bytes: the limit of each process's address space
_STOPPING = "the server is stopping"
_SLICE = 3.0  # seconds that a search with intermediate results may take while other long tasks wait
_PAUSE = 1.0  # seconds between attempts to start a process


@dataclass(eq=False)
class _Job:
    line: bytes
    seconds: float
    long: bool
    show: Callable[[bytes], None]
    answer: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class WorkerPool:
    """A pool of engine processes.

    Args:
        count: how many processes may work on long tasks. One more is kept for moves and other short tasks.
        queue: how many long tasks may wait. The limit for short tasks is higher: see `FairQueue`.
        share: how many of the waiting long tasks may belong to one client.
        grace: the seconds in which a process has to stop a cancelled task. If it does not, it is replaced, which costs
            about half a second of processor time.
    """

    stops_at_once = True

    def __init__(
        self,
        count: int = 1,
        *,
        queue: int = 64,
        share: int = 8,
        grace: float = 1.0,
    ) -> None:
        if count < 1 or queue < 1 or share < 1:
            raise NoughtsError("count, queue and share must be at least 1")
        self._count, self._grace = count, grace
        self._queue = FairQueue[_Job](queue, share)
        self._jobs: set[_Job] = set()  # all jobs without an answer yet
        self._slots: list[asyncio.Task[None]] = []
        self._idle: dict[WorkerProcess, asyncio.Future[_Job]] = {}
        self._working: dict[WorkerProcess, _Job] = {}
        self._closed = True
        self._replaced = self._answered = self._refused = 0
        self._trouble = ""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the processes, and wait until they are ready.

        Raises:
            WorkerDied: a process cannot be started.
        """
        self._closed = False
        ready = [asyncio.get_running_loop().create_future() for _ in range(self._count + 1)]
        self._slots = [asyncio.create_task(self._keep_running(each)) for each in ready]
        try:
            await asyncio.gather(*ready)
        except BaseException as error:
            await self.close()
            if isinstance(error, OSError):
                raise WorkerDied(f"cannot start an engine: {error or type(error).__name__}") from error
            raise

    async def close(self) -> None:
        """Kill all processes. Tasks that are not done end with `WorkerDied`."""
        self._closed = True
        for job in self._jobs:
            if not job.answer.done():
                job.answer.set_exception(WorkerDied(_STOPPING))
        for slot in self._slots:
            slot.cancel()
        if self._slots:
            await asyncio.wait(self._slots)

    @property
    def state(self) -> dict[str, int]:
        """The numbers of running, spare and replaced processes, and of waiting, answered and refused tasks."""
        return {
            "running": len(self._working),
            "spare": len(self._idle),
            "waiting": len(self._queue),
            "replaced": self._replaced,
            "answered": self._answered,
            "refused": self._refused,
        }

    @property
    def trouble(self) -> str:
        """The reason why no engine process can be started, or an empty string while a process runs."""
        return "" if self._working or self._idle else self._trouble

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the engine processes, busy processes first."""
        return tuple(process.pid for process in (*self._working, *self._idle))

    async def ask(
        self, task: Mapping[str, object], *, seconds: float | None = None, urgent: bool = False
    ) -> EngineAnswer:
        """Run a task in an engine, and return the answer: see `Engines.ask`."""
        answer: EngineAnswer = json.loads(await self.ask_text(task, seconds=seconds, urgent=urgent))
        return answer

    def steps(self, task: Mapping[str, object], *, seconds: float = 30.0) -> AsyncGenerator[bytes, None]:
        """Yield the intermediate results of a task, and finally its answer: see `Engines.steps`.

        If an engine dies, another engine starts the search again. If other long tasks wait, the search gives way to
        them after a few seconds. It then ends with the newest result.
        """

        def gives_way(since: float) -> bool:
            return since >= _SLICE and self._queue.has(Lane.LARGE, Lane.TREE)

        return newest_results(lambda show: self.ask_text(task, seconds=seconds / SEARCH_SHARE, show=show), gives_way)

    async def run(self, function: Callable[[], T], *, short: bool = False) -> T:
        """Call a function in a worker thread: see `Engines.run`."""
        return await in_thread(function, short=short)

    async def ask_text(
        self,
        task: Mapping[str, object],
        *,
        seconds: float | None = None,
        urgent: bool = False,
        show: Callable[[bytes], None] = lambda _: None,
    ) -> bytes:
        """Run a task in an engine, and return the answer as JSON text: see `Engines.ask_text`.

        `show` is called with each intermediate result, as JSON text.
        """
        seconds = seconds or _SECONDS
        text = json.dumps({**task, "seconds": seconds})
        if len(text) > _LONGEST_TASK:
            raise NoughtsError("this task is too large for an engine: choose a smaller board")
        lane = lane_of(task, urgent)
        for _ in range(2):
            job = _Job(text.encode() + b"\n", seconds, lane not in SHORT_LANES, show)
            if answer := await self._answer(job, lane):
                self._answered += 1
                return checked(answer, task)
            _LOG.warning("an engine died while working on %s", text[:500])
        raise WorkerDied("two engines died while working on this: try something else")

    async def _answer(self, job: _Job, lane: Lane) -> bytes:
        """Queue a job, and return its answer. The answer is empty if the process died."""
        if self._closed:
            raise WorkerDied(_STOPPING)
        try:
            self._queue.add(job, client_key.get(), lane)
        except Busy:
            self._refused += 1
            raise
        self._jobs.add(job)
        self._dispatch()
        try:
            return await job.answer
        finally:
            self._jobs.discard(job)
            self._queue.remove(job)

    def _dispatch(self) -> None:
        """Give jobs to idle processes, up to the limit for long jobs."""
        while self._idle:
            long = sum(job.long for job in self._working.values())
            job = self._queue.pop(tuple(Lane) if long < self._count else SHORT_LANES)
            if job is None:
                return
            process, given = self._idle.popitem()  # the most recently used process has the fullest tables
            self._working[process] = job
            given.set_result(job)

    async def _keep_running(self, ready: asyncio.Future[None]) -> None:
        """Keep an engine process running, and replace it whenever it ends. The first start sets the result of `ready`,
        or its exception.
        """
        while True:
            try:
                async with WorkerProcess.running(_MEMORY) as process:
                    self._trouble = ""
                    if not ready.done():
                        ready.set_result(None)
                    await self._work(process)
                self._replaced += 1
            except OSError as error:
                if not ready.done():
                    ready.set_exception(error)
                    return
                self._trouble = f"cannot start an engine: {error or type(error).__name__}"
                _LOG.error(self._trouble)
                await asyncio.sleep(_PAUSE)

    async def _work(self, process: WorkerProcess) -> None:
        """Give jobs to a process, until the process has ended or has to be killed."""
        ended = asyncio.create_task(process.ended())
        try:
            usable = True
            while usable:
                given = self._idle[process] = asyncio.get_running_loop().create_future()
                self._dispatch()
                await asyncio.wait([given, ended], return_when=asyncio.FIRST_COMPLETED)
                usable = given.done() and await self._do(process, given.result())
                self._idle.pop(process, None)
                self._working.pop(process, None)
        finally:
            self._idle.pop(process, None)
            self._working.pop(process, None)
            ended.cancel()

    async def _do(self, process: WorkerProcess, job: _Job) -> bool:
        """Let a process do a job, and return whether the process can be used again."""
        answering = asyncio.create_task(process.ask(job.line, job.show))
        try:
            await asyncio.wait([answering, job.answer], timeout=job.seconds, return_when=asyncio.FIRST_COMPLETED)
            if job.answer.cancelled():
                await self._stop(process, answering)
            if not answering.done():
                self._refuse(job)
                return False
            if not job.answer.done():
                job.answer.set_result(answering.result())
            return bool(answering.result())
        finally:
            if not answering.done():
                answering.cancel()
                await asyncio.wait([answering])

    async def _stop(self, process: WorkerProcess, answering: asyncio.Task[bytes]) -> None:
        """Stop a cancelled task, and give the process a moment to end it."""
        process.stop()
        await asyncio.wait([answering], timeout=self._grace)

    def _refuse(self, job: _Job) -> None:
        """End a job whose time is up, unless it has ended already."""
        if not job.answer.done():
            self._refused += 1
            job.answer.set_exception(TooLong(f"this takes more than {job.seconds:g} seconds: choose a later position"))
