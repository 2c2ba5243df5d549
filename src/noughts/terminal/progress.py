"""Show the progress of long tasks if standard error is a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from noughts.rules.position import Position
from noughts.solver.count import Ply, plies

_PATIENCE = 1.0  # seconds before anything is shown


@contextmanager
def counting(start: Position, last: int | None = None) -> Iterator[Iterator[Ply]]:
    """Count positions, and yield an iterator over the counts for each ply up to `last`. Show progress if counting takes
    a while.
    """
    if not sys.stderr.isatty():
        yield plies(start, last=last)
        return
    began = time.monotonic()
    shown = False

    def show(ply: int, done: int, total: int) -> None:
        nonlocal shown
        seconds = time.monotonic() - began
        if seconds > _PATIENCE:
            shown = True
            text = f"ply {ply}: {done:,} of {total:,} positions up to symmetry, {seconds:.0f} s"
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear() -> None:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def cleared() -> Iterator[Ply]:
        for ply in plies(start, last=last, progress=show):
            clear()
            yield ply

    try:
        yield cleared()
    finally:
        clear()


def time_left(seconds: float | None) -> str:
    """Return a phrase such as ``, about 40 s left``, or an empty string if the time is not known."""
    if seconds is None:
        return ""
    return f", about {seconds / 60:.0f} min left" if seconds >= 100 else f", about {seconds:.0f} s left"


@contextmanager
def bar() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows a progress bar while a ``with`` statement runs.

    Its arguments are the name of the task, the amount of work done, and the total amount.
    """
    start, shown, task = time.monotonic(), None, None

    def show(label: str, done: int, total: int) -> None:
        nonlocal shown, task
        if shown is None and sys.stderr.isatty() and time.monotonic() - start > _PATIENCE:
            from rich.console import Console
            from rich.progress import Progress

            shown = Progress(console=Console(stderr=True), transient=True)
            task = shown.add_task("", total=total)
            shown.start()
        if shown is not None and task is not None:
            from rich.markup import escape

            shown.update(task, description=escape(f"{label[:1].upper()}{label[1:]}"), completed=done, total=total)

    try:
        yield show
    finally:
        if shown is not None:
            shown.stop()
