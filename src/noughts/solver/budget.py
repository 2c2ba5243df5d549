"""Budgets: limit a search, watch its progress and stop it from another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from noughts.rules.errors import whole_number

if TYPE_CHECKING:
    from noughts_kernel import Control

_TICK = 0.004  # seconds between two checks of a deadline
_MOST_NODES = 1 << 63  # the kernel counts in 64 bits


def kernel_control(nodes: int | None) -> Control:
    """Return a control object that limits one kernel search to `nodes` nodes. None sets no limit."""
    from noughts_kernel import Control

    return Control() if nodes is None else Control(max(0, min(nodes, _MOST_NODES)))


class Budget:
    """A limit on the total number of nodes that one or more searches may use.

    Another thread can watch the searches and stop them.

    Args:
        limit: the maximum number of nodes, for all searches and threads combined, or None for no limit. A node is one
            position that is examined. The compiled kernel never exceeds the limit.

    Raises:
        NoughtsError: the limit is negative or not a whole number.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = None if limit is None else whole_number(limit, "the budget of nodes")
        self._stopped = False
        self._control: Control | None = None
        self._done = 0  # nodes of earlier searches

    def stop(self) -> None:
        """Stop the current search within a few milliseconds. Every later search stops at once."""
        self._stopped = True
        if self._control is not None:
            self._control.stop()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    @property
    def nodes(self) -> int:
        """The number of nodes searched so far."""
        return self._done + (self._control.nodes if self._control is not None else 0)

    @property
    def line(self) -> list[int]:
        """The first moves of the sequence that is being searched, as cells numbered row by row."""
        return self._control.line if self._control is not None else []

    @property
    def is_spent(self) -> bool:
        """Whether the budget is used up or the search was stopped."""
        return self._stopped or (self.limit is not None and self.nodes >= self.limit)

    @contextmanager
    def until(self, deadline: Callable[[], bool] | None) -> Iterator[Budget]:
        """Return a context manager that stops the search once a deadline has passed."""
        if deadline is None:
            yield self
            return
        done = threading.Event()

        def watch() -> None:
            while not deadline():
                if done.wait(_TICK):
                    return
            self.stop()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield self
        finally:
            done.set()
            watcher.join()

    def count(self, nodes: int) -> None:
        """Set the number of nodes that a search outside the kernel has used so far."""
        self._done, self._control = nodes, None

    def control(self, most: int | None = None) -> Control:
        """Return a control object that limits the kernel's next search to `most` nodes and the rest of the budget."""
        self._done, self._control = self.nodes, None
        limits = [
            limit for limit in (most, None if self.limit is None else self.limit - self._done) if limit is not None
        ]
        self._control = control = kernel_control(min(limits, default=None))
        if self._stopped:  # before there was a search to stop
            control.stop()
        return control
