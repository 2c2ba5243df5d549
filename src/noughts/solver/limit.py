"""Limit a search, watch its progress and stop it from another thread."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Literal, Self

from noughts.rules.errors import NoughtsError, short_repr, whole_number
from noughts.search.result import Deadline

if TYPE_CHECKING:
    from noughts_kernel import Control

NODE_LIMIT = "the node limit"
"""The reason that is given when a search has used all its nodes."""

MOST_THREADS = 256
"""The maximum number of threads in which the compiled kernel searches."""

_HAS_THREADS = sys.platform != "emscripten"  # Python in a browser has no threads
_TICK = 0.004  # seconds between two checks of a deadline in another thread
_MOST_NODES = 1 << 63  # the kernel counts in 64 bits


@dataclass(frozen=True)
class Limit:
    """How long a search may take. By default, there is no limit.

    Attributes:
        nodes: the maximum number of nodes, for all threads combined. A node is one position that is examined. The
            compiled kernel never exceeds the limit. ``interactive`` means a number that suits a person who watches
            an analysis: about a second, a few seconds with up to 27 empty cells, and up to half a minute in connect
            four. ``move`` means a number that suits a person waiting for a computer's move: about a second.
        seconds: the maximum number of seconds.
        stop: returns whether to stop at once. It is called every few milliseconds, maybe in another thread.
        threads: the number of threads in which the compiled kernel searches, at most 256.

    Raises:
        NoughtsError: a number is negative or too large, the number of nodes or threads is not a whole number, or `stop`
            is not a function.
    """

    nodes: int | Literal["interactive", "move"] | None = None
    seconds: float | None = None
    stop: Deadline | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        """Check the values of all fields, and convert NumPy numbers to Python numbers."""
        if self.nodes is not None and not (isinstance(self.nodes, str) and self.nodes in ("interactive", "move")):
            object.__setattr__(self, "nodes", whole_number(self.nodes, "the number of nodes"))
        if self.seconds is not None:
            if not isinstance(self.seconds, Real) or isinstance(self.seconds, bool) or not self.seconds >= 0:
                raise NoughtsError(f"expected a time limit of at least 0 seconds, not {short_repr(self.seconds)}")
            object.__setattr__(self, "seconds", float(self.seconds))
        if self.stop is not None and not callable(self.stop):
            raise NoughtsError(f"expected a function that returns whether to stop, not {short_repr(self.stop)}")
        object.__setattr__(self, "threads", whole_number(self.threads, "the number of threads", 1))
        if self.threads > MOST_THREADS:
            raise NoughtsError(f"a search can use 1 to {MOST_THREADS} threads, not {self.threads:,}")


def kernel_control(nodes: int | None, *, should_stop: Deadline | None = None) -> Control:
    """Return a control object that limits one kernel search to `nodes` nodes. None sets no limit.

    Only the kernel for browsers accepts `should_stop`, which it calls at intervals during the search.
    """
    from noughts_kernel import Control

    most = _MOST_NODES if nodes is None else max(0, min(nodes, _MOST_NODES))
    return Control(most, should_stop=should_stop) if should_stop else Control(most)  # type: ignore[call-arg]


class Budget:
    """A budget counts the nodes that searches visit, and ends the current search when a limit is reached.

    Another thread can watch the searches and stop them. The time limit starts when the budget is created. In a ``with``
    statement, the budget also ends a search in the kernel when the time is up or the limit's `stop` returns true. In a
    browser, where Python has no threads, the searches themselves check this at intervals.

    Args:
        limit: the limit, or the maximum number of nodes.
        nodes: the maximum number of nodes, if the limit leaves it open.
    """

    def __init__(self, limit: Limit | int | None = None, *, nodes: int | None = None) -> None:
        limit = limit if isinstance(limit, Limit) else Limit(limit)
        self.limit = limit.nodes if isinstance(limit.nodes, int) else nodes
        self.threads = limit.threads
        self._ends = None if limit.seconds is None else time.monotonic() + limit.seconds
        self._should_stop = limit.stop
        self._stopped = False
        self._control: Control | None = None
        self._done = 0  # nodes of earlier searches
        self._left = threading.Event()
        self._watcher: threading.Thread | None = None
        self._checks_itself = False  # without threads, whether the budget is in use as a context manager
        self._failure: BaseException | None = None  # raised by the limit's `stop` during a search

    @classmethod
    def of(cls, limit: Limit | Budget | int | None) -> Budget:
        """Return a new budget with the given limit. If the argument is already a budget, return it unchanged."""
        return limit if isinstance(limit, Budget) else cls(limit)

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

    @property
    def ended(self) -> str:
        """The reason for the end: `NODE_LIMIT`, ``the time limit``, ``a stop``, or an empty string before the end."""
        if self._ends is not None and time.monotonic() > self._ends:
            return "the time limit"
        return "a stop" if self._stopped else NODE_LIMIT if self.is_spent else ""

    def is_over(self) -> bool:
        """Return whether the search was stopped, or has to stop because its time is up or the limit's `stop` says
        so.
        """
        if self._should_stop is not None and self._should_stop():
            return True
        return self._stopped or (self._ends is not None and time.monotonic() > self._ends)

    @property
    def deadline(self) -> Deadline | None:
        """The function `is_over`, or None if neither a time nor a `stop` limits the search."""
        return None if self._ends is None and self._should_stop is None else self.is_over

    def part(self, most: int) -> Budget:
        """Return a budget for one search: at most this many nodes, and at most what is left of this budget."""
        left = most if self.limit is None else min(most, self.limit - self.nodes)
        return Budget(Limit(left, stop=self.deadline, threads=self.threads))

    def __enter__(self) -> Self:
        """Watch the time and the limit's `stop` until the end of the ``with`` statement, if possible in a thread."""
        if self._ends is not None or self._should_stop is not None:
            if _HAS_THREADS:
                self._left.clear()
                self._watcher = threading.Thread(target=self._watch, daemon=True)
                self._watcher.start()
            else:
                self._checks_itself = True
        return self

    def __exit__(self, *error: object) -> None:
        """End the watch. If the limit's `stop` raised an error, raise it here."""
        self._checks_itself = False
        if self._watcher is not None:
            self._left.set()
            self._watcher.join()
            self._watcher = None
        if self._failure is not None:
            raise self._failure

    def _watch(self) -> None:
        while not self._check():
            if self._left.wait(_TICK):
                return

    def _check(self) -> bool:
        """Stop the search if its limit is reached or the limit's `stop` fails. Return whether the search stopped."""
        try:
            if not (self._stopped or self.is_over()):
                return False
        except BaseException as error:
            self._failure = error
        self.stop()
        return True

    def count(self, nodes: int) -> None:
        """Set the number of nodes that a search outside the kernel has used so far."""
        self._done, self._control = nodes, None
        if self._checks_itself:
            self._check()

    def control(self, most: int | None = None) -> Control:
        """Return a control object that stops the kernel's next search after `most` nodes, or when no nodes are left."""
        self.count(self.nodes)
        limits = [
            limit for limit in (most, None if self.limit is None else self.limit - self._done) if limit is not None
        ]
        should_stop = self._check if self._checks_itself else None
        self._control = control = kernel_control(min(limits, default=None), should_stop=should_stop)
        if self._stopped:  # `stop` was called before the search began
            control.stop()
        return control
