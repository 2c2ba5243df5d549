"""Run a user's code in this process, without input, with reproducible random numbers and limits on lines and time.

This limits the effects of accidental errors but does not protect against malicious code.
`noughts.grading.worker` runs the code in a separate process with a time limit.
"""

import builtins
import contextlib
import importlib
import io
import os
import random as global_random
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import shorten
from types import FrameType
from typing import Any, NoReturn

_MOST_PRINTED = 2_000  # characters of the output to keep
_LONGEST = 2_000  # characters of the text of an object
_BUILT_IN = vars(builtins)
_LINES = 1_000_000  # lines of code that run in a second
_AGAIN = 0.05  # seconds after which code that ignores the end of its time is stopped again


class Stopped(BaseException):
    """Raised to stop the user's code. An ``except Exception`` in this code does not catch the error."""


class TooManySteps(Stopped):
    """Raised when the user's code has run too many lines."""


class InputAsked(Stopped):
    """Raised when the user's code asks for input."""


FAILURES = (Exception, SystemExit, Stopped)
"""The errors that can end a user's code."""


class Output(io.TextIOBase):
    """A stream that keeps only the last characters written to it."""

    def __init__(self) -> None:
        self._text = ""

    def write(self, text: str) -> int:
        """Append text, keep only the end of the output, and return the length of the text."""
        self._text = (self._text + str(text))[-_MOST_PRINTED:]
        return len(text)

    def reconfigure(self, **settings: object) -> None:
        """Accept settings such as an encoding, and ignore them."""

    @property
    def text(self) -> str:
        """The last characters that were written."""
        return self._text


@contextlib.contextmanager
def stage(path: Path | None, seed: int | None = None) -> Iterator[Output]:
    """Run a user's code in the body of a ``with`` statement, without input but with modules from its folder. Yield the
    output.

    The module `random` is seeded for the code, and its state is restored afterwards. So are the built-in functions and
    the entries of `sys.path` that the code has removed. `os._exit` raises `SystemExit`, so that an error report can
    name the call. An import of noughts is noticed, see `imports_noughts`.

    Args:
        path: the file that the code came from, if any.
        seed: the seed for the module `random`. Without one, its state goes on.
    """
    state, built_in, output = global_random.getstate(), _BUILT_IN.copy(), Output()
    tracing = sys.gettrace()
    streams, unraisable = (sys.stdin, sys.stdout, sys.stderr), sys.unraisablehook
    leave, process, arguments = os._exit, os.getpid(), sys.argv
    import_module = importlib.import_module

    def exit_call(status: int) -> NoReturn:
        if os.getpid() != process:  # this is a process that the code has started
            leave(status)
        raise SystemExit(status)

    if seed is not None:
        global_random.seed(seed)
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), output, Output()
    sys.unraisablehook = lambda error: None  # ignores errors such as a stopped ``__del__``
    _BUILT_IN["input"] = _refuse_input
    _BUILT_IN["__import__"] = _noticing(built_in["__import__"])
    importlib.import_module = _noticing(import_module)
    os._exit = exit_call
    folder, places = str(path.parent) if path else None, [*sys.path]
    sys.argv = [str(path)] if path else [""]
    if folder:
        sys.path.insert(0, folder)
    try:
        yield output
    finally:
        _BUILT_IN.update(built_in)  # restore the built-ins first, because the user's code may have replaced any of them
        os._exit, importlib.import_module, sys.argv = leave, import_module, arguments
        if sys.gettrace() is not tracing:
            sys.settrace(None)
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.unraisablehook = unraisable
        if seed is not None:
            global_random.setstate(state)
        sys.path[:] = [*places, *(place for place in sys.path if place not in [*places, folder])]


_noticed: set[str] = set()


def imports_noughts() -> bool:
    """Return whether a user's code in this process has imported parts of noughts other than the rules."""
    return bool(_noticed)


def _noticing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap an import function so that it notices when a user's code imports noughts. Programs can evade this check."""

    def noticing(name: str, *arguments: Any, **more: Any) -> Any:
        is_relative = any([*arguments[3:4], more.get("level")])  # true for ``from .noughts import board``
        if is_noughts(name) and not is_relative and not _is_ours(sys._getframe(1)):
            _noticed.add(name)
        return function(name, *arguments, **more)

    return noticing


def is_noughts(module: object) -> bool:
    """Return whether a module is a part of noughts that could choose moves: any part except the rules."""
    parts = str(module).split(".")
    return parts[0] == "noughts" and parts[1:2] != ["rules"]


def _refuse_input(prompt: object = "", /) -> NoReturn:
    """Stop the user's code. This function replaces `input`."""
    stop_code(InputAsked("it asks for input"), sys._getframe(1))


def stop_code(error: Stopped, frame: FrameType | None) -> NoReturn:
    """Raise an error that stops the user's code. If the code catches the error, raise it again at the next line."""

    def again(frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            raise error
        return None if event == "call" else again

    while frame and (frame.f_code.co_name == "noticing" or not _is_ours(frame)):
        frame.f_trace = again
        frame = frame.f_back
    sys.settrace(again)
    raise error


def _is_restoring(frame: FrameType | None) -> bool:
    """Return whether noughts is now setting up or restoring its own state, which must not be interrupted."""
    while frame:
        if frame.f_globals is vars(contextlib) and frame.f_back and _is_ours(frame.f_back):
            return True
        frame = frame.f_back
    return False


def _is_ours(frame: FrameType) -> bool:
    """Return whether a frame runs code of noughts."""
    return str(frame.f_globals.get("__name__", "")).startswith("noughts.")


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `Stopped` in the user's code after this much processor time.

    There is no limit outside the main thread, or where the system has no such timer.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if not _is_restoring(frame):  # otherwise, the signal comes again
            stop_code(Stopped(f"it takes more than {seconds:g} seconds"), frame)

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stop the user's code after this much processor time.

    Outside the main thread, or where the system has no such timer, the limit is on lines instead.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        with time_limit(seconds):
            yield
        return
    left = int(seconds * _LINES)

    def step(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0 and event == "line" and not _is_ours(frame):
            raise TooManySteps
        return step

    previous = sys.gettrace()
    sys.settrace(step)
    try:
        yield
    finally:
        left = sys.maxsize  # no limit for generators that are closed later
        sys.settrace(previous)


def safe_text(value: object, form: Callable[[object], str] = repr) -> str:
    """Convert any object of a user's code to text, by `repr` or another function, and leave out its address in memory.

    If the object cannot be formatted, the text is its type.
    """
    try:
        text = str.__str__(form(value))
    except Exception:
        text = f"<{type(value).__name__} object>"
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", text[:_LONGEST])


def error_words(error: BaseException, place: Callable[[str, int], str] | None) -> str:
    """Describe an error on one line: its type, its message, and the line of the user's file that caused it.

    Args:
        error: the error.
        place: returns the place of a file and a line number in the user's file, or an empty string for other files.
    """
    kind = type(error).__name__
    text = shorten(safe_text(error, str), 120, placeholder=" …")
    lines = traceback.walk_tb(error.__traceback__) if place else ()
    places = [place(frame.f_code.co_filename, line) for frame, line in lines if place]
    where = f" ({found[-1]})" if (found := list(filter(None, places))) else ""
    return f"{kind}: {text}{where}" if text else kind + where
