"""Search for a move in a background thread, within a time limit, and stop at once on request."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BufferedIOBase
from math import inf
from queue import Empty, SimpleQueue
from random import Random
from typing import Protocol, TextIO

from noughts.players.levels import level_chooser
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.solver.analyse import analyse
from noughts.solver.limit import Limit
from noughts.solver.solver import Solver

LONGEST_LINE = 65_536
"""The maximum number of bytes read at once. A longer line is read as several lines."""

_NO_LIMIT = 1 << 62  # a number of nodes that is never reached: only the time limits the search
_IN_HAND, _PART_IN_HAND = 0.03, 0.05  # the reserve of time: at least this many seconds, and this part of the time
_EXACT, _ALL = 0.6, 0.9  # the parts of the time after which the search for proofs ends, and all searches end
_LATE = 0.01  # seconds of the reserve for a search that ends late
_GRACE = 0.1  # seconds that a stopped search has to return its move
_FEWEST_MOVES, _MOST_MOVES = 5, 30  # expected moves of a player in the rest of the game, to share out its time


def usable(seconds: float) -> float:
    """Return the time that a search may use so that its move arrives within the given seconds."""
    return max(0.0, seconds * (1 - _PART_IN_HAND) - _IN_HAND)


def share(clock: float, position: Position, increment: float = 0) -> float:
    """Return the seconds to spend on the next move, given the seconds left on the clock."""
    moves = min(max(position.empty.bit_count() / 2, _FEWEST_MOVES), _MOST_MOVES)
    return max(0.0, min(clock, clock / moves + increment))


class BackgroundSearch:
    """Searches for a level's moves in background threads, one position at a time.

    Args:
        level: a key of `noughts.players.levels.LEVELS`.
        random: makes the random choices.
    """

    def __init__(self, level: str, random: Random) -> None:
        self.level, self._random = level, random
        self._solver: Solver | None = None
        self._messages: SimpleQueue[Move | None] = SimpleQueue()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self.is_abandoned = False
        """Whether a search did not stop in time and may still be running."""

    def start(
        self,
        position: Position,
        answer: Callable[[Move], None],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        is_held: bool = False,
    ) -> None:
        """Search an unfinished position in another thread, and pass the move to `answer` exactly once.

        Args:
            position: the position.
            answer: called with the move.
            seconds: the time limit. The move is passed on before the limit ends, even if the move is only a quick
                guess.
            nodes: the maximum number of nodes for exact answers.
            is_held: keep the move until `stop` is called.
        """
        began = time.monotonic()
        self.stop()
        self._messages, self._stopped = SimpleQueue(), threading.Event()
        if self._solver is None or self._solver.game != position.game:
            self._solver = Solver(position.game)
        exact = None if seconds is None else _EXACT * seconds
        stop = _passed(began + _ALL * (inf if seconds is None else seconds), self._stopped)
        limit = Limit(_NO_LIMIT if nodes is None else nodes, exact, stop)
        choose = level_chooser(self.level, solver=self._solver, limit=limit)
        messages = self._messages

        def search() -> None:
            move = None
            try:
                move = choose(position, self._random).move
            finally:  # pass on a move even after an error, which Python prints on standard error
                messages.put(move)

        def wait() -> None:
            guess = _guess(position)  # the guess comes first, because the search may still be busy when the time is up
            ends = None if seconds is None else began + seconds + _LATE
            threading.Thread(target=search, daemon=True).start()
            answer(self._move(guess, messages, ends, is_held))

        if seconds is not None and seconds <= 0:
            answer(_guess(position))
            return
        self._thread = threading.Thread(target=wait, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the search, if one is running. Return after the caller has received the move."""
        if self._thread:
            self._stopped.set()
            self._messages.put(None)
            self._thread.join()
            self._thread = None

    def _move(self, guess: Move, messages: "SimpleQueue[Move | None]", ends: float | None, is_held: bool) -> Move:
        """Return the move from the search when it is due, or a quick guess if the search does not end in time."""
        move: Move | None = None
        try:
            move = messages.get(timeout=None if ends is None else max(0.0, ends - time.monotonic()))
            if is_held and move is not None:
                messages.get()  # `stop` sends None
            elif move is None:
                move = messages.get(timeout=_GRACE)
        except Empty:
            self.is_abandoned, self._solver = True, None  # the search may still be using the solver
        return guess if move is None else move


def _passed(limit: float, stopped: threading.Event) -> Callable[[], bool]:
    return lambda: stopped.is_set() or time.monotonic() > limit


def _guess(position: Position) -> Move:
    return analyse(position, 0, estimate_nodes=0).moves[0].move


class CommandHandler(Protocol):
    """Answers the commands of a match manager. The handler calls a function with each line to send."""

    search: BackgroundSearch

    def receive(self, line: str) -> bool:
        """Obey a command. Return whether to read another command."""
        ...


def sender(output: TextIO) -> Callable[[str], None]:
    """Return a function that writes a line and flushes it. Any thread may call the function."""
    lock = threading.Lock()

    def send(line: str) -> None:
        with lock, suppress(OSError):  # the manager has gone, so the input ends, too
            print(line, file=output, flush=True)

    return send


def lines(file: BufferedIOBase) -> Iterator[str]:
    """Yield the lines of a file as they arrive. CR, LF or both end a line. Empty lines are left out."""
    rest = b""
    while chunk := file.read1(LONGEST_LINE):
        *whole, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
        if len(rest) >= LONGEST_LINE:
            whole, rest = [*whole, rest], b""
        yield from filter(None, (line.decode(errors="replace").strip() for line in whole))
    if line := rest.decode(errors="replace").strip():
        yield line


def run(engine: CommandHandler, commands: BufferedIOBase) -> None:
    """Pass commands to an engine until a command or the end of the input stops it. Then stop its search."""
    for line in lines(commands):
        if not engine.receive(line):
            break
    engine.search.stop()
