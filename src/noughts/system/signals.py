"""End a program cleanly when a signal asks it to end."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class _Signals:
    """Whether Ctrl-C, SIGTERM and SIGHUP are ignored.

    Checking this flag in one handler is safer than replacing the handler: Python can raise a SystemError when a signal
    comes while handlers change.
    """

    ignored = False


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise SystemExit, so that the program can remove temporary files and end child processes.

    Later signals, such as the signals from a closing terminal, are ignored. Existing handlers are kept.
    """

    def end(number: int, frame: object) -> None:
        if not _Signals.ignored:
            _Signals.ignored = True
            sys.exit(128 + number)

    def interrupt(number: int, frame: object) -> None:
        if not _Signals.ignored:
            raise KeyboardInterrupt

    before = {}
    if threading.current_thread() is threading.main_thread():
        handlers = (("SIGTERM", signal.SIG_DFL, end), ("SIGHUP", signal.SIG_DFL, end))  # Windows has no SIGHUP
        for name, usual, handler in (*handlers, ("SIGINT", signal.default_int_handler, interrupt)):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is usual:
                before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
        _Signals.ignored = False


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C, SIGTERM and SIGHUP inside `ended_in_order`, so that a short task can finish."""
    before, _Signals.ignored = _Signals.ignored, True
    try:
        yield
    finally:
        _Signals.ignored = before


@contextmanager
def signals_call(end: Callable[[int], None]) -> Iterator[None]:
    """Make SIGINT, SIGTERM and SIGHUP call a function with the exit status, instead of raising an exception.

    This is for a program with an event loop, in which an exception from a signal handler would be lost.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
            if number := getattr(signal, name, None):
                before[number] = signal.signal(number, lambda number, frame: end(128 + number))
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
