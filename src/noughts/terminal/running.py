"""Run long searches: show the progress on standard error, keep to a time limit, and let Ctrl-C end a search at any
moment.
"""

import sys
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from noughts.solver.limit import Budget

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

_T = TypeVar("_T")

_PATIENCE = 0.3  # seconds before any progress is shown
_TICK = 0.1  # seconds between updates


class Run(Generic[_T]):
    """A search in a separate thread, so that the main thread can watch and stop it.

    Args:
        work: runs the search. When its budget is stopped, it returns what it knows so far.
        effort: the budget of the search.
        status: returns the text to show while the search runs, given the number of seconds since its start.

    Attributes:
        interrupted: whether Ctrl-C was pressed.
        timed_out: whether the time limit ended the search.
        seconds: how long the search took.
    """

    def __init__(self, work: Callable[[], _T], effort: Budget, status: Callable[[float], str]) -> None:
        self.interrupted = self.timed_out = False
        self.seconds = 0.0
        self._work, self._effort, self._status = work, effort, status
        self._done = threading.Event()
        self._answers: list[_T] = []
        self._fault: BaseException | None = None

    def answer(self, seconds: float | None) -> _T:
        """Search for at most this many seconds. Return the answer, or a partial answer if the time runs out."""
        began = time.perf_counter()
        thread = threading.Thread(target=self._search, daemon=True)
        try:
            thread.start()
            self._watch(began, seconds)
            self.timed_out = not self._done.is_set()
        except KeyboardInterrupt:
            self.interrupted = True
        finally:  # wait also after a signal, so that the search can remove its unfinished files
            self._effort.stop()
            self._wait_for_end(thread)
        self.seconds = time.perf_counter() - began
        if self._fault:
            raise self._fault
        if not self._answers:
            raise KeyboardInterrupt
        return self._answers[0]

    def _search(self) -> None:
        try:
            self._answers.append(self._work())
        except BaseException as fault:  # re-raised in the main thread
            self._fault = fault
        finally:
            self._done.set()

    def _wait_for_end(self, thread: threading.Thread) -> None:
        """Wait for a search to end after it has been told to stop. This usually takes milliseconds.

        Another Ctrl-C does not end the wait: Python would crash if it exited while the kernel is searching.
        """
        while True:
            try:
                self._done.wait(None if thread.ident else 1)  # Ctrl-C may come before the thread has started
                return
            except KeyboardInterrupt:
                self.interrupted = True

    def _watch(self, began: float, seconds: float | None) -> None:
        """Wait until a search ends or its time is up. On a terminal, show the progress of the search."""
        ends = None if seconds is None else began + seconds
        shows = sys.stderr.isatty()
        if shows and not self._wait(began + _PATIENCE, ends):
            from rich.console import Console
            from rich.live import Live
            from rich.text import Text

            with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
                while True:
                    status = self._status(time.perf_counter() - began)
                    live.update(Text(status, overflow="ellipsis", no_wrap=True))
                    live.refresh()
                    if self._wait(time.perf_counter() + _TICK, ends):
                        return
        while not self._wait(time.perf_counter() + 1, ends):
            pass

    def _wait(self, until: float, ends: float | None) -> bool:
        """Wait until a given time, or until the search ends. Return whether the search has ended or its time is up."""
        until = until if ends is None else min(until, ends)
        if self._done.wait(max(0.0, until - time.perf_counter())):
            return True
        return ends is not None and time.perf_counter() >= ends


def progress(nodes: int, seconds: float, line: str) -> str:
    """Describe the progress of a search: nodes, time, nodes per second, and the moves being searched."""
    return f"{effort_words(nodes, seconds)}{f'; looking at {line}' if line else ''}"


def time_words(seconds: float) -> str:
    """Format a number of seconds as text, as in ``2.5 ms`` or ``1.2 s``."""
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def effort_words(nodes: int, seconds: float) -> str:
    """Say how many nodes were searched, how long it took, and how many nodes that is per second."""
    rate = f", {nodes / seconds:,.0f} a second" if seconds > 0 and nodes else ""
    return f"{nodes:,} node{'' if nodes == 1 else 's'} in {seconds:.2f} s{rate}"
