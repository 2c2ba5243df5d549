"""Run a user's function in a separate process, where it can hang, crash or exit without harming the program.

The process runs `noughts.grading.worker_process`. No answer is trusted: code that disturbs its own process only loses
its own game. The process says how it called the function and what the function answered. What the answer means, and
which mistakes are in its form, is found out here.
"""

import contextlib
import dataclasses
import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Self

from noughts.grading.sandbox import Sandbox
from noughts.grading.user_code.answers import Printed, count, plain
from noughts.grading.user_code.call import Call
from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.loading import split_name
from noughts.grading.user_code.player import RawAnswer
from noughts.players.opponent import Choice, Crash, TimeOut
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.system.child_process import end_group, pump

_LEAST = 30.0  # seconds to load a file and detect its calling style, even if the time limit per move is lower
_LONGEST = 1 << 20  # bytes of an answer
_LARGEST = 1 << 62  # of a number in an answer
_WAITING = 16  # answers that wait to be read
_PRINTED = 100  # the last characters of the output of a function
_OFTEN = 0.1  # seconds between two looks at whether the worker is stopped


class ProcessEnded(Crash):
    """Raised when a user's function ends its process, or writes into the pipe of its process."""


@dataclasses.dataclass(frozen=True)
class Ready:
    """What a worker reports after it has loaded a function and found out how to call it.

    Attributes:
        name: the name of the function.
        call: how to call it, or None for an engine.
        left_out: descriptions of the statements in the file that did not run.
        counts: whether the function counts its nodes.
        engine: a description of the engine, if it is one.
        skipped: why other functions of the file, whose names say that they choose moves, were not judged.
    """

    name: str
    call: Call | None
    left_out: tuple[str, ...]
    counts: bool
    engine: str = ""
    skipped: tuple[str, ...] = ()

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The mistakes in the form of its answers; see `Call.mistakes`."""
        return self.call.mistakes if self.call else ()

    @property
    def words(self) -> str:
        """A description of how noughts calls the function."""
        return self.call.words if self.call else self.engine


class Worker:
    """A player that runs a user's own function in a separate process, with a time limit per move.

    Attributes:
        ready: what the process reported.
        imports_noughts: whether the process noticed that the function's code imports noughts.
        alone: whether to load the file again before each answer, so that it does not depend on earlier ones.
        spoilt: the positions in which the function changed the board that it was given, besides its answer.

    Args:
        text: the file and the function, such as ``mine.py:best_move``. The function may be left out.
        game: the game.
        seconds: the time limit per move.
        marks: the marks on the function's board; see `noughts.grading.user_code.load_user_code`.
        call: how to call the function, as Python; see `noughts.grading.user_code.call`.
        ready: what another worker reported about the same function. It need not be found out again.
        folder: a folder that the function can read in a sandbox, too.
        stopped: returns whether to give up waiting for an answer. It is called several times a second.

    Raises:
        NoughtsError: the function cannot be loaded or called, or `stopped` returned true.
    """

    def __init__(
        self,
        text: str,
        game: Game,
        *,
        seconds: float,
        marks: str | None = None,
        call: str | None = None,
        ready: Ready | None = None,
        folder: Path | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        path, self.name = split_name(text)
        self._given_up = stopped
        self._path, self._game, self._marks, self._seconds = path, game, marks, seconds
        self._call = call
        self._sandbox = Sandbox(path, folder)
        self._process: subprocess.Popen[bytes] | None = None
        self._closed, self._asked = False, 0
        self.imports_noughts = self.alone = False
        self.spoilt: set[Position] = set()
        try:
            self.ready: Ready = self._start(ready)
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

    def __call__(self, position: Position, random: Random) -> Choice:
        """Choose a move. If the process has ended, start a new one.

        Raises:
            PlayerFault: the function crashed, did not return a legal move, ended its process, or took too long.
        """
        if self._process is None:
            self.ready = self._start(self.ready)
        self._asked += 1
        question = [position.x, position.o, position.turn.value, random.getrandbits(64), self._asked, self.alone]
        answer = self._ask(question, self._seconds)
        call = self.ready.call
        assert call
        if answer is None:
            raise TimeOut(f"{call.expression} did not answer within {self._seconds:g} seconds")
        if answer.get("spoilt") is True:
            self.spoilt.add(position)
        match answer if answer.get("number") == self._asked else {}:
            case {"fault": str(fault)}:
                raise Crash(cut(fault, 500))
            case {"cell": int(cell), "visited": visited}:
                return Choice(cell, count(visited))
            case {"printed": str(text), "visited": visited}:
                found = RawAnswer(Printed(text[-_PRINTED:]), "", count(visited))
            case {"returned": value, "shown": str(shown), "visited": visited}:
                found = RawAnswer(plain(value), cut(shown, 100), count(visited))
            case _:
                self._end()
                raise self._disturbed()
        return found.choice(self.ready.name, call, position)

    def close(self) -> None:
        """End the process for good, and remove its folder. Another thread may still wait for an answer."""
        self._closed = True
        self._end()
        self._sandbox.close()

    def restart(self) -> None:
        """End the process. The next request starts a new one."""
        self._end()

    def _end(self) -> None:
        if process := self._process:
            self._process = None
            self._stopped.set()
            end_group(process, self._reader)

    def _start(self, known: Ready | None) -> Ready:
        if self._closed:
            raise NoughtsError("the worker is closed")
        self._process = self._sandbox.start("noughts.grading.worker_process")
        self._answers: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._stopped = threading.Event()
        self._reader = threading.Thread(
            target=pump,
            args=(self._process.stdout, self._answers),
            kwargs={"longest": _LONGEST, "stopped": self._stopped},
            daemon=True,
        )
        self._reader.start()
        seconds = max(_LEAST, self._seconds)
        text = f"{self._path}:{known.name if known else self.name}".removesuffix(":")
        call = known.call.to_data() if known and known.call else self._call
        when = "while the file was loaded"
        try:
            rules = dataclasses.asdict(self._game) | {"full": self._game.full and self._game.full.value}
            ready = self._ask({"text": text, "game": rules, "marks": self._marks, "call": call}, seconds)
            if ready == {}:
                when = f"while noughts tried {f'{self.name}()' if self.name else 'its functions'}"
                ready = self._answer(seconds)
        except Crash as crash:
            raise NotGradable(f"{crash} {when}", "exits") from None
        if ready is None:
            raise NotGradable(
                f"{self._path.name} took more than {seconds:g} seconds {when}: remove any endless loop, or allow more "
                "time with --seconds",
                "endless",
            )
        if "error" in ready:
            self._end()
            raise NotGradable(cut(str(ready["error"]), 2_000), cut(str(ready.get("reason")), 20))
        try:
            return _read_ready(ready)
        except (KeyError, TypeError, ValueError, AttributeError):
            self._end()
            raise NotGradable(f"{self._disturbed()} {when}", "exits") from None

    def _ask(self, question: object, seconds: float) -> dict[str, Any] | None:
        """Send a request and return the answer. If no answer arrives in time, end the process and return None."""
        assert self._process
        assert self._process.stdin
        with contextlib.suppress(OSError, ValueError):  # it has ended: reading the other pipe detects that
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
        return self._answer(seconds)

    def _answer(self, seconds: float) -> dict[str, Any] | None:
        """Return the next answer. If none arrives in time, end the process and return None."""
        process = self._process
        assert process
        try:
            line = self._line(self._answers, seconds)
        except queue.Empty:
            self._end()
            return None
        except BaseException:  # Ctrl-C: a late answer must not be read as the next one
            self._end()
            raise
        if not line:
            status = process.wait()
            self._end()
            status_words = f"signal {-status}" if status < 0 else f"exit status {status}"
            raise ProcessEnded(f"{self._title()} ended the whole program ({status_words})")
        try:
            answer = _clean(json.loads(line))
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            self._end()
            raise self._disturbed()
        self.imports_noughts |= answer.pop("noughts", False) is True
        return answer

    def _line(self, answers: "queue.Queue[bytes]", seconds: float) -> bytes:
        """Return the next line of the process.

        Raises:
            Empty: there is none within the time limit.
            NoughtsError: the caller has stopped the worker.
        """
        if not self._given_up:
            return answers.get(timeout=seconds)
        end = time.monotonic() + seconds
        while not self._given_up():
            with contextlib.suppress(queue.Empty):
                return answers.get(timeout=max(0.0, min(_OFTEN, end - time.monotonic())))
            if time.monotonic() >= end:
                raise queue.Empty
        raise NoughtsError("the worker was stopped")

    def _title(self) -> str:
        name = self.ready.name if hasattr(self, "ready") else self.name
        return f"{name}()" if name else self._path.name

    def _disturbed(self) -> ProcessEnded:
        return ProcessEnded(f"{self._title()} disturbed the process in which it ran")


def _clean(value: Any) -> Any:
    """Return JSON data without huge numbers and control characters, which could change a terminal. Line ends stay."""
    match value:
        case str():
            return printable(value)
        case list():
            return [_clean(item) for item in value]
        case dict():
            return {_clean(name): _clean(item) for name, item in value.items()}
        case int():
            return value if abs(value) <= _LARGEST else _LARGEST
    return value


def _read_ready(data: dict[str, Any]) -> Ready:
    """Check and convert a worker's report.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: the report has another form.
    """
    return Ready(
        name=cut(str(data["name"]), 100),
        call=Call.from_data(data["call"]),
        left_out=tuple(cut(str(line), 300) for line in data["left_out"][:100]),
        counts=bool(data["counts"]),
        skipped=tuple(cut(str(line), 300) for line in data["skipped"][:20]),
    )
