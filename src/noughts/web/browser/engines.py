"""Engines that run in a browser's workers. Each worker runs its own Python, so the page never waits for a search."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

from noughts.web.analysis.lines import answer_line, as_line, checked
from noughts.web.analysis.newest_results import newest_results
from noughts.web.analysis.tasks import SEARCH_SHARE, Tasks
from noughts.web.model.errors import TooLong, WorkerDied
from noughts.web.model.page_games import is_small
from noughts.web.model.task import EngineAnswer

T = TypeVar("T")

_SECONDS = 30.0  # the default time limit of a task
_GRACE = 2.0  # seconds after which an engine that does not answer in time is ended


class EngineWorker(Protocol):
    """Sends tasks to workers, which JavaScript starts as needed."""

    def ask(self, line: str, begin: Callable[[], None], show: Callable[[str], None]) -> Awaitable[str]:
        """Send a task as a line of JSON, and return the answer as a line. The line is empty if the worker died.

        Before that, call `begin` when a worker begins the task, and `show` with each intermediate result.
        """

    def stop(self, line: str) -> None:
        """End the worker that runs this task."""


class BrowserEngines:
    """The implementation of `Engines` in a browser."""

    stops_at_once = False

    def __init__(self, worker: EngineWorker) -> None:
        self._worker, self._here, self._count = worker, Tasks(), 0

    async def ask(
        self, task: Mapping[str, object], *, seconds: float | None = None, urgent: bool = False
    ) -> EngineAnswer:
        """Run a task in an engine, and return the answer: see `Engines.ask`."""
        answer: EngineAnswer = json.loads(await self.ask_text(task, seconds=seconds, urgent=urgent))
        return answer

    async def ask_text(
        self, task: Mapping[str, object], *, seconds: float | None = None, urgent: bool = False
    ) -> bytes:
        """Run a task in an engine, and return the answer as JSON text: see `Engines.ask_text`.

        A computer's move on a small board is chosen at once, without a worker, which would have to start first.
        """
        seconds = seconds or _SECONDS
        if urgent and is_small(str(task["game"])):
            return checked(answer_line(self._here, json.dumps({**task, "seconds": seconds}).encode()), task)
        return await self._ask(task, seconds)

    def steps(self, task: Mapping[str, object], *, seconds: float = 30.0) -> AsyncGenerator[bytes, None]:
        """Yield the intermediate results of a task, and finally its answer: see `Engines.steps`."""
        return newest_results(lambda show: self._ask(task, seconds / SEARCH_SHARE, show))

    async def run(self, function: Callable[[], T], *, short: bool = False) -> T:
        """Call a function at once, because Python in the browser has no threads."""
        return function()

    async def _ask(
        self, task: Mapping[str, object], seconds: float, show: Callable[[bytes], None] = lambda step: None
    ) -> bytes:
        self._count += 1
        line = json.dumps({**task, "seconds": seconds, "number": self._count})
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(None) as timeout:
                answer = await self._worker.ask(
                    line,
                    lambda: timeout.reschedule(loop.time() + seconds + _GRACE),
                    lambda step: show(step.encode()),
                )
        except TimeoutError:
            self._worker.stop(line)
            raise TooLong(f"this takes more than {seconds:g} seconds: choose a later position") from None
        except asyncio.CancelledError:
            self._worker.stop(line)
            raise
        if not answer:
            raise WorkerDied("the engine died while working on this: try something else")
        return checked(answer.encode(), task)


def engine(show: Callable[[str], None]) -> Callable[[str], str]:
    """Return a function that runs tasks in an engine's worker.

    It takes a task as a line of JSON and returns the answer as a line. Before that, it calls `show` with each
    intermediate result.
    """
    tasks = Tasks(show=lambda step: show(as_line(step).decode()))
    return lambda line: answer_line(tasks, line.encode()).decode()
