"""Run searches in threads, one after another, so that the screen never waits for them."""

import threading
import time
from collections.abc import Callable

from textual.message import Message
from textual.widget import Widget

from noughts.solver.limit import Budget, Limit

_ENDING = 3.0  # seconds to wait at the end of the program for a search that was told to stop
_LONGEST = 120.0  # seconds after which a search stops by itself
_PAUSE = 0.1  # seconds between two results so far


class Search:
    """A search, whose results are posted to a screen as messages `Search.Found`.

    Args:
        work: runs the search, whose budget it must obey, and returns a function that shows the result.
        screen: receives the messages.
        nodes: returns a number that grows with the nodes that the budget does not count.

    Attributes:
        budget: stops the search.
    """

    class Found(Message):
        """A result so far, the last result, or the error that ended the search, which `show` raises."""

        bubble = False

        def __init__(self, search: "Search", show: Callable[[], None], *, last: bool) -> None:
            super().__init__()
            self.search, self.show, self.last = search, show, last

    def __init__(
        self, work: Callable[["Search"], Callable[[], None]], screen: Widget, nodes: Callable[[], int]
    ) -> None:
        self.budget = Budget(Limit(seconds=_LONGEST))
        self._work, self._screen, self._nodes = work, screen, nodes
        self._began, self._shown, self._before = time.monotonic(), 0.0, nodes()

    @property
    def seconds(self) -> float:
        """How long the search has taken so far."""
        return time.monotonic() - self._began

    @property
    def nodes(self) -> int:
        """The number of nodes searched so far."""
        return max(self.budget.nodes, self._nodes() - self._before)

    def so_far(self, show: Callable[[], None]) -> None:
        """Post a result so far, unless the last one is only just on the screen."""
        now = time.monotonic()
        if now >= self._shown + _PAUSE and not self.budget.stopped:
            self._shown = now
            self._screen.post_message(self.Found(self, show, last=False))

    def run(self) -> None:
        """Run the search, and post its result."""
        try:
            show = self._work(self)
        except BaseException as error:
            show = _raising(error)
        if not self.budget.stopped:
            self._screen.post_message(self.Found(self, show, last=True))


def _raising(error: BaseException) -> Callable[[], None]:
    """Return a function that raises an error again in the main thread."""

    def fail() -> None:
        raise error

    return fail


class Searches:
    """Runs searches one after another. A new search waits until the stopped search before it has ended.

    Attributes:
        limit: the limit of computer players: they end when the current search is stopped.
    """

    def __init__(self) -> None:
        self._turn, self._current = threading.Lock(), Budget()
        self._threads: list[threading.Thread] = []
        self.limit = Limit(stop=self.stop)

    def stop(self) -> bool:
        """Return whether the current search has to stop. Players and sessions get this method as their `stop`."""
        return self._current.stopped

    def start(self, search: Search) -> None:
        """Start a search in a thread."""

        def run() -> None:
            with self._turn:
                if not search.budget.stopped:
                    self._current = search.budget
                    search.run()

        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(threading.Thread(target=run, daemon=True))
        self._threads[-1].start()

    def end(self) -> None:
        """Wait a moment for stopped searches: Python may crash if it exits while the kernel is searching."""
        self._current.stop()
        end = time.monotonic() + _ENDING
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
