"""The interface of the engines that search and analyse for pages. Each host of the application implements this
interface.
"""

from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Protocol, TypeVar

from starlette.requests import Request

from noughts.web.model.task import EngineAnswer

T = TypeVar("T")


class Engines(Protocol):
    """The engines of a host, which run the tasks of `noughts.web.analysis.tasks`, several at once or one after another.

    Cancel a call if its answer is no longer needed: then the engine stops. The time limit in seconds counts from when
    an engine starts the task. Urgent tasks come before all others.

    Tasks raise these errors:

    - Busy: too many tasks are waiting. `Crowded` if too many of them belong to this client.
    - TooLong: the task took longer than its time limit.
    - WorkerDied: the engines died while working on it, or they are closed.
    - NoughtsError: the task is invalid; the message says why.
    """

    stops_at_once: bool
    """Whether an engine whose task is cancelled is free at once. Otherwise, the engine has to start again."""

    async def ask(
        self, task: Mapping[str, object], *, seconds: float | None = None, urgent: bool = False
    ) -> EngineAnswer:
        """Run a task in an engine, and return the answer."""

    async def ask_text(
        self, task: Mapping[str, object], *, seconds: float | None = None, urgent: bool = False
    ) -> bytes:
        """Run a task in an engine, and return the answer as JSON text.

        A caller that only passes the text on need not parse it.
        """

    def steps(self, task: Mapping[str, object], *, seconds: float = 30.0) -> AsyncGenerator[bytes, None]:
        """Yield the intermediate results of a task as JSON text, and finally its answer.

        The first item comes within a second. The item is empty if there is no result by then. If results come faster
        than the caller takes them, all but the newest are skipped. Close the generator if the answer is no longer
        needed.

        The time limit in seconds is that of the search. The engine then has some more time to answer.
        """

    async def run(self, function: Callable[[], T], *, short: bool = False) -> T:
        """Call a slow function and return its result, if possible without delaying other requests.

        A short function takes less than a second, and does not wait for long ones.
        """


def engines_of(request: Request) -> Engines:
    """Return the engines of the application."""
    engines: Engines = request.app.state.engines
    return engines
