"""Let a computer player think, and let Ctrl-C end its search early."""

from collections.abc import Callable
from typing import TypeVar

from noughts.solver.limit import Budget, Limit
from noughts.terminal.running import Run

_T = TypeVar("_T")


class Thinking:
    """Runs searches that Ctrl-C ends early.

    Attributes:
        interrupted: whether Ctrl-C ended the last search.
        limit: the limit of a search that Ctrl-C ends.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._budget, self.limit = Budget(), Limit(stop=self.stop)

    def stop(self) -> bool:
        """Return whether the search has to stop. Players and sessions get this method as their `stop`."""
        return self._budget.stopped

    def search(self, work: Callable[[], _T]) -> _T:
        """Run a search, and return its result. The search must return a partial result when `stop` returns True."""
        self._budget = Budget()
        run = Run(work, self._budget, _status)
        answer = run.answer(None)
        self.interrupted = run.interrupted
        return answer


def _status(seconds: float) -> str:
    return f"thinking for {seconds:.0f} s; Ctrl-C ends it"
