"""Run a user's function in a separate process, where it can hang, crash or exit without harming the program.

The process runs `noughts.grading.worker_process`. `noughts.grading.conversation` writes the questions and interprets
the answers.
"""

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Self, TypeVar

from noughts.grading.conversation import Ask, Conversation, Heard, Query, Ready, Steps
from noughts.grading.sandbox import Sandbox
from noughts.players.opponent import Choice
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.system.child_process import end_group, pump

_LONGEST = 1 << 20  # bytes of an answer
_WAITING = 16  # answers that wait to be read
_OFTEN = 0.1  # seconds between two looks at whether the process is stopped

_T = TypeVar("_T")


class Process:
    """A process that runs a user's function, and with which noughts has a conversation.

    Args:
        file: the user's file.
        folder: a folder that the function can read in a sandbox, too.
        stopped: returns whether to give up waiting for an answer. It is called several times a second.
    """

    def __init__(self, file: Path, folder: Path | None = None, stopped: Callable[[], bool] = lambda: False) -> None:
        self.sandbox = Sandbox(file, folder)
        self.child: subprocess.Popen[bytes] | None = None
        self._stopped = stopped
        self._closed = False

    def run(self, steps: Steps[_T]) -> _T:
        """Run a conversation with the process, and return the result of the conversation.

        Raises:
            NoughtsError: `stopped` returned true, or the process is closed.
        """
        try:
            ask = next(steps)
            while True:
                ask = steps.send(self.ask(ask))
        except StopIteration as done:
            result: _T = done.value
            return result

    def ask(self, ask: Ask) -> Heard:
        """Send lines to the process, and return its next line."""
        if ask.fresh:
            self.end()
            self._start()
        child = self.child
        if self._closed or not child:
            raise NoughtsError("the worker is closed")
        assert child.stdin
        # the process may have ended: reading the other pipe detects that
        with contextlib.suppress(OSError, ValueError):
            child.stdin.write(b"".join(line + b"\n" for line in ask.lines))
            child.stdin.flush()
        began = time.perf_counter()
        try:
            line = self._line(ask.seconds)
        except queue.Empty:
            self.end()
            return Heard(None)
        except BaseException:  # Ctrl-C: a late answer must not be read as the next one
            self.end()
            raise
        if line:
            return Heard(line, time.perf_counter() - began)
        status = child.wait()
        self.end()
        if self._stopped():
            raise NoughtsError("the worker was stopped")
        return Heard(None, ended=f"signal {-status}" if status < 0 else f"exit status {status}")

    def end(self) -> None:
        """End the process."""
        if child := self.child:
            self.child = None
            self._ended.set()
            end_group(child, self._reader)

    def close(self) -> None:
        """End the process for good, and remove its folder. Another thread may still be waiting for an answer."""
        self._closed = True
        self.end()
        self.sandbox.close()

    def _start(self) -> None:
        if self._closed:
            raise NoughtsError("the worker is closed")
        self.child = self.sandbox.start("noughts.grading.worker_process")
        self._answers: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._ended = threading.Event()
        self._reader = threading.Thread(
            target=pump,
            args=(self.child.stdout, self._answers),
            kwargs={"longest": _LONGEST, "stopped": self._ended},
            daemon=True,
        )
        self._reader.start()

    def _line(self, seconds: float) -> bytes:
        """Return the next line that the process writes.

        Raises:
            Empty: no line came within the time limit.
            NoughtsError: the caller has stopped the worker.
        """
        answers, end = self._answers, time.monotonic() + seconds
        while not self._stopped():
            with contextlib.suppress(queue.Empty):
                return answers.get(timeout=max(0.0, min(_OFTEN, end - time.monotonic())))
            if time.monotonic() >= end:
                raise queue.Empty
        raise NoughtsError("the worker was stopped")


class Worker:
    """A player that runs a user's own function in a separate process, with a time limit per move.

    Attributes:
        ready: what the process reported.

    Args:
        text: the file and the function, such as ``mine.py:best_move``. The function may be left out.
        game: the game.
        seconds: the time limit per move.
        marks: the marks on the function's board; see `noughts.grading.user_code.load_user_code`.
        call: how to call the function, as Python; see `noughts.grading.user_code.call`.
        folder: a folder that the function can read in a sandbox, too.

    Raises:
        NoughtsError: the function cannot be loaded or called.
    """

    def __init__(
        self,
        text: str,
        game: Game,
        *,
        seconds: float,
        marks: str | None = None,
        call: str | None = None,
        folder: Path | None = None,
    ) -> None:
        self._conversation = Conversation(text, game, seconds=seconds, marks=marks, call=call)
        self.process = Process(self._conversation.path, folder)
        try:
            self.ready: Ready = self.process.run(self._conversation.start())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def words(self) -> str:
        """A description of how noughts calls the function."""
        return self.ready.words

    @property
    def imports_noughts(self) -> bool:
        """Whether the process has noticed that the function's code imports noughts."""
        return self._conversation.imports_noughts

    def __call__(self, position: Position, random: Random) -> Choice:
        """Choose a move. If the process has ended, start a new one.

        Raises:
            PlayerFault: the function crashed, did not return a legal move, ended its process, or took too long.
        """
        self._conversation.ask([Query(position, random.getrandbits(64))])
        return self.process.run(self._conversation.answer())

    def close(self) -> None:
        """End the process for good, and remove its folder. Another thread may still be waiting for an answer."""
        self.process.close()
