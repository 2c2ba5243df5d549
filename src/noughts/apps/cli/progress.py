"""Progress of what takes long, on standard error, and only where a person watches."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from noughts.rules.position import Position
from noughts.solver.count import Ply, plies

_PATIENCE = 1.0  # seconds before anything is shown


@contextmanager
def counting(start: Position, last: int | None = None) -> Iterator[Iterator[Ply]]:
    """Give the plies of a game one by one, up to the last, with a line of progress when the count takes long."""
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


@contextmanager
def bar() -> Iterator[Callable[[str, int, int], None]]:
    """Give a function to be told what is done, how much of it, and of how much: it shows that as a bar."""
    start, shown, task = time.monotonic(), None, None

    def show(what: str, done: int, total: int) -> None:
        nonlocal shown, task
        if shown is None and sys.stderr.isatty() and time.monotonic() - start > _PATIENCE:
            from rich.console import Console
            from rich.progress import Progress

            shown = Progress(console=Console(stderr=True), transient=True)
            task = shown.add_task(what, total=total)
            shown.start()
        if shown is not None and task is not None:
            shown.update(task, description=what.capitalize(), completed=done, total=total)

    try:
        yield show
    finally:
        if shown is not None:
            shown.stop()
