"""The interface of the engines that compute for pages. Each host of the application implements this interface."""

from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Protocol, TypeVar

from starlette.requests import Request

from noughts.web.model.task import EngineAnswer

T = TypeVar("T")


class Engines(Protocol):
    """Compute the answers to the tasks of `noughts.web.analysis.tasks`, several at once or one after another.

    Cancel a call if its answer is no longer needed: then the engine stops. The time limit in seconds counts from when
    an engine starts the task. Urgent tasks come before all others.

    Tasks raise these errors:

    - Busy: too many tasks are waiting. `Crowded` if too many of them belong to this client.
    - TooLong: the task took longer than its time limit.
    - WorkerDied: the engines died while working on it, or they are closed.
    - NoughtsError: the task is invalid; the message says why.
    """

    stops_at_once: bool
    """Whether an engine whose task is cancelled is free for the next one at once. Otherwise, it has to start again."""

    async def ask(
        self, task: Mapping[str, object], *, seconds: float | None = None, urgent: bool = False
    ) -> EngineAnswer:
        """Return the answer to a task."""

    async def ask_text(
        self, task: Mapping[str, object], *, seconds: float | None = None, urgent: bool = False
    ) -> bytes:
        """Return the answer as JSON text, as `ask` does. A caller that only passes on a long answer need not parse the
        answer.
        """

    def steps(self, task: Mapping[str, object], *, seconds: float = 30.0) -> AsyncGenerator[bytes, None]:
        """Yield the results of a task so far as JSON text, and finally its answer.

        The first item comes within a second. The item is empty if there is no result by then. If results come faster
        than the caller takes them, all but the newest are skipped. Close the generator if the answer is no longer
        needed.

        The time limit in seconds is that of the search. The engine then has some more time to answer.
        """

    async def run(self, function: Callable[[], T], *, short: bool = False) -> T:
        """Call a function that may take seconds and return its result, without delaying other requests if possible.

        A short function takes less than a second, and does not wait for long ones.
        """


def engines_of(request: Request) -> Engines:
    """Return the engines of the application."""
    engines: Engines = request.app.state.engines
    return engines
