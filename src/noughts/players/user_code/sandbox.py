"""Run a user's code in this process, without input or output, with reproducible random numbers and a step limit.

This limits the effects of accidental errors but does not protect against malicious code.
`noughts.apps.worker` runs the code in a separate process with a time limit.
"""

import contextlib
import io
import random as global_random
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any


class TooManySteps(BaseException):
    """The user's code ran too many lines. An ``except Exception`` in the user's code does not catch this error."""


class _Sink(io.TextIOBase):
    """A stream that discards everything written to it."""

    def write(self, text: str) -> int:
        return len(text)


@contextlib.contextmanager
def stage(path: Path | None, seed: int) -> Iterator[None]:
    """Run a user's code without input or output, and let it import modules from its own folder.

    The module `random` is seeded for the code, and its state is restored afterwards.

    Args:
        path: the file that the code came from, if any.
        seed: the seed for the module `random`.
    """
    state = global_random.getstate()
    global_random.seed(seed)
    stdin, sys.stdin = sys.stdin, io.StringIO()
    folder = str(path.parent) if path else None
    if folder:
        sys.path.insert(0, folder)
    try:
        with contextlib.redirect_stdout(_Sink()), contextlib.redirect_stderr(_Sink()):
            yield
    finally:
        sys.stdin = stdin
        global_random.setstate(state)
        if folder in sys.path:
            sys.path.remove(folder)


@contextlib.contextmanager
def step_limit(function: Callable[..., Any], steps: int) -> Iterator[None]:
    """Raise `TooManySteps` once a function has run too many lines.

    Unlike a time limit, a limit on lines is reproducible.
    """
    home = str(Path(getattr(getattr(function, "__code__", None), "co_filename", "")).parent)
    left = steps

    def step(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManySteps
        return step if frame.f_code.co_filename.startswith(home) else None

    previous = sys.gettrace()
    sys.settrace(step)
    try:
        yield
    finally:
        sys.settrace(previous)


def error_words(error: BaseException, path: Path | None) -> str:
    """Describe an error on one line: its type, its message, and the line in the user's file that caused it."""
    kind = type(error).__name__
    text = " ".join(str(error).split())[:120]
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if path and frame.filename == str(path)]
    where = f" ({path.name}, line {lines[-1]})" if path and lines else ""
    return f"{kind}: {text}{where}" if text else kind + where
