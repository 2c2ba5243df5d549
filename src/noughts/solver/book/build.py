"""Build an opening book: search the positions at the last ply with the kernel, then score all earlier positions."""

import os
import re
import threading
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.untrusted import expect_regular, read_bytes
from noughts.solver.book.book import Book, openings
from noughts.solver.canonical import SymmetryCache
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.limit import Budget
from noughts.solver.progress import Progress

_TOGETHER = 16
"""The number of positions that a thread takes at a time. Neighbouring positions share many later positions."""

_LARGEST = 1 << 26  # bytes of a ledger; a line has at most about 160
_SCORE = re.compile("-?[0-9]{1,3}")  # the kernel's boards have at most 128 cells

_TICK = 0.1  # seconds between two reports of progress


def build(
    game: Game,
    ply: int,
    ledger: Path,
    *,
    threads: int = 1,
    megabytes: int = 1024,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Book | None:
    """Return the book of a game up to a ply, or None if the search was stopped.

    Args:
        game: the game.
        ply: the last ply of the book. Only the positions of this ply are searched.
        ledger: a text file to which every solved position is added at once. A build that was interrupted continues
            with the missing positions.
        threads: the number of positions that are searched at the same time.
        megabytes: the maximum memory for the table of each thread.
        budget: stops the search.
        progress: called with the number of positions solved so far and their total number.

    Raises:
        NoughtsError: the ledger is damaged or belongs to another book, the book or its board is too large, or the
            kernel is not installed.
        OSError: the ledger cannot be read or written.
    """
    tiers = openings(game, ply)
    names = [t3en(position) for position in tiers[-1]]
    with _Ledger(ledger, f"# {game.name}, ply {ply}", names) as known:
        todo = [pair for pair in zip(names, tiers[-1], strict=True) if pair[0] not in known.scores]
        _search(todo, known, len(names), threads, megabytes, budget or Budget(), progress)
        if any(name not in known.scores for name in names):
            return None
        return Book(game, ply, _backed_up(game, tiers, [known.scores[name] for name in names]))


class _Ledger:
    """The scores of the positions solved so far, in memory and in a text file."""

    def __init__(self, path: Path, head: str, names: list[str]) -> None:
        self._path, self._head, self._names = path, head, names
        self.scores: dict[str, int] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> "_Ledger":
        expect_regular(self._path)
        text = read_bytes(self._path, _LARGEST).decode(errors="replace") if self._path.exists() else ""
        head = f"{self._head}\n"
        if not head.startswith(text[: len(head)]):
            raise NoughtsError(f"{self._path} belongs to another book: move it away, or choose another name")
        lines = text.split("\n")[:-1]  # an interrupted write leaves a line without an end
        todo = set(self._names)
        for number, line in enumerate(lines[1:], start=2):
            name, _, score = line.rpartition(" ")
            if name not in todo or not _SCORE.fullmatch(score):
                raise NoughtsError(
                    f"line {number} of {self._path} is damaged: delete it, and the position is solved again"
                )
            todo.remove(name)
            self.scores[name] = int(score)
        self._file = self._path.open("r+" if text else "w", encoding="utf-8", newline="\n")
        self._file.seek(len("\n".join([*lines, ""]).encode()))
        self._file.truncate()
        if not lines:
            self._write(self._head)
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, name: str, score: int) -> None:
        with self._lock:
            self.scores[name] = score
            self._write(f"{name} {score}")

    def _write(self, line: str) -> None:
        self._file.write(f"{line}\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _search(
    todo: list[tuple[str, Position]],
    known: _Ledger,
    total: int,
    threads: int,
    megabytes: int,
    budget: Budget,
    progress: Progress | None,
) -> None:
    """Search the positions, each in one of the threads, and add their scores to the ledger."""
    queue: SimpleQueue[list[tuple[str, Position]]] = SimpleQueue()
    for first in range(0, len(todo), _TOGETHER):
        queue.put(todo[first : first + _TOGETHER])
    budgets = [Budget() for _ in range(threads)]

    def work(own: Budget) -> None:
        kernel: GeneralKernel | None = None
        with suppress(Empty):
            while not own.stopped:
                for name, position in queue.get_nowait():
                    kernel = kernel or GeneralKernel(position.game, megabytes)
                    score = kernel.score(position, control=own.control())
                    if score is None:
                        return
                    known.add(name, score)

    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(work, own) for own in budgets]
        try:
            while not budget.stopped and wait(jobs, _TICK, FIRST_EXCEPTION).not_done:
                if progress:
                    progress(len(known.scores), total)
                if any(job.done() and job.exception() for job in jobs):
                    break
        finally:
            for own in budgets:
                own.stop()
    if progress:
        progress(len(known.scores), total)
    for job in jobs:
        job.result()


def _backed_up(game: Game, tiers: list[list[Position]], last: list[int]) -> list[int]:
    """Return the scores of the positions at every ply (`tiers`), given the scores of the positions at the last ply."""
    symmetry = SymmetryCache(game.symmetries)
    scores = {symmetry.smallest(at.x, at.o): score for at, score in zip(tiers[-1], last, strict=True)}
    for tier in reversed(tiers[:-1]):
        for position in tier:
            after = (position.play(move) for move in position.moves)
            best = max(-int(at.score) if at.is_over else -scores[symmetry.smallest(at.x, at.o)] for at in after)
            scores[symmetry.smallest(position.x, position.o)] = best
    return [scores[symmetry.smallest(position.x, position.o)] for tier in tiers for position in tier]
