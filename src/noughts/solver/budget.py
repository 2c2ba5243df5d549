"""Budget: how much a search of the kernel may do, how far it is, and how it is told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from noughts.rules.errors import NoughtsError

if TYPE_CHECKING:
    from noughts_kernel import Control

_TICK = 0.02  # seconds between two looks at a deadline
_MOST_NODES = 1 << 63  # the kernel counts in 64 bits


def kernel_control(nodes: int | None) -> Control:
    """Return a control for a search of the kernel, which may take so many nodes; None for as many as it takes."""
    from noughts_kernel import Control

    return Control() if nodes is None else Control(max(0, min(nodes, _MOST_NODES)))


class Budget:
    """The nodes that some searches may take together, shared with those who watch them from another thread.

    Args:
        budget: the most nodes, of all threads together; None for as many as it takes. A node is a position that is
            looked at. The compiled kernel never searches more.

    Raises:
        NoughtsError: the budget is no whole number, or negative.
    """

    def __init__(self, budget: int | None = None) -> None:
        if budget is not None and (not isinstance(budget, int) or budget < 0):
            raise NoughtsError(f"a budget is a number of nodes from 0 up, not {budget!r:.40}")
        self.budget = budget
        self._stopped = False
        self._control: Control | None = None
        self._done = 0  # nodes of the searches before this one

    def stop(self) -> None:
        """End the search that is running, and every later one, as soon as can be: within milliseconds."""
        self._stopped = True
        if self._control is not None:
            self._control.stop()

    @property
    def stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._stopped

    @property
    def nodes(self) -> int:
        """How many nodes have been searched so far."""
        return self._done + (self._control.nodes if self._control is not None else 0)

    @property
    def line(self) -> list[int]:
        """The first moves of the line that is being examined, as the kernel counts cells: row by row."""
        return self._control.line if self._control is not None else []

    @property
    def is_spent(self) -> bool:
        """Whether nothing more can be searched."""
        return self._stopped or (self.budget is not None and self.nodes >= self.budget)

    @contextmanager
    def until(self, deadline: Callable[[], bool] | None) -> Iterator[Budget]:
        """Watch a deadline while something else searches, and stop the search when it has passed."""
        if deadline is None:
            yield self
            return
        done = threading.Event()

        def watch() -> None:
            while not done.wait(_TICK):
                if deadline():
                    self.stop()
                    break

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield self
        finally:
            done.set()
            watcher.join()

    def count(self, nodes: int) -> None:
        """Say how many nodes have been searched, where that was not by the kernel."""
        self._done, self._control = nodes, None

    def control(self, most: int | None = None) -> Control:
        """Return what the kernel asks in its next search, which may take at most so many nodes."""
        self._done, self._control = self.nodes, None
        limits = [
            limit for limit in (most, None if self.budget is None else self.budget - self._done) if limit is not None
        ]
        self._control = control = kernel_control(min(limits, default=None))
        if self._stopped:  # told so before there was anything to stop
            control.stop()
        return control
