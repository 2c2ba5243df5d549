"""Decide which lines to send to a process that runs a user's function. Other modules start the process and send them.

A conversation consists of *steps*: a generator that yields an `Ask` for each line that it needs, and receives the line
as `Heard`. So the same conversation works with a child process, see `noughts.grading.worker`, and in a browser, where
nothing may block, see `noughts.grading.asynchronous`. The other side is `noughts.grading.answering`.

No answer is trusted: code that disturbs its own process only loses its own game. The process reports how it called the
function and what the function answered. This module finds the meaning of the answer and the mistakes in its form.
"""

import dataclasses
import json
import re
from collections import deque
from collections.abc import Generator, Iterable
from contextlib import suppress
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from noughts.grading.user_code.answers import Printed, count, plain
from noughts.grading.user_code.call import Call
from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.loading import split_name
from noughts.grading.user_code.player import RawAnswer
from noughts.grading.user_code.recording import Recording, read_recording
from noughts.players.opponent import Choice, Crash, TimeOut
from noughts.render.names import printable
from noughts.rules.errors import cut
from noughts.rules.game import Game
from noughts.rules.position import Position

_LEAST = 30.0  # seconds to load a file and detect its calling style, even if the time limit per move is lower
_AHEAD = 64  # questions that are sent together
_LARGEST = 1 << 62  # the largest number in an answer
_DEEPEST = 100  # the most nested lists in an answer; Python for browsers has a small stack
_PRINTED = 100  # the number of characters kept from the end of a function's output


class Ask(NamedTuple):
    """A request of a conversation for the next line that the process writes.

    Attributes:
        lines: send these lines first.
        seconds: how long to wait for the line.
        fresh: begin with a new process, and end the old one.
    """

    lines: tuple[bytes, ...]
    seconds: float
    fresh: bool = False


class Heard(NamedTuple):
    """The next line that a process has written, or the reason why no line came. A process that sends no line is ended.

    Attributes:
        line: the line, or None if there was none within the time limit, or if the process ended.
        seconds: how long it took.
        ended: how the process ended, such as ``exit status 1``, or an empty string.
    """

    line: bytes | None
    seconds: float = 0.0
    ended: str = ""


_T = TypeVar("_T")
Steps: TypeAlias = Generator[Ask, Heard, _T]
"""A part of a conversation. It yields requests, and returns its result."""


class ProcessEnded(Crash):
    """Raised when a user's function ends its process, or writes into the pipe that noughts reads."""


@dataclasses.dataclass(frozen=True)
class Ready:
    """The report of a process that has loaded a function and found out how to call it.

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
        """The mistakes in the form of the function's answers; see `Call.mistakes`."""
        return self.call.mistakes if self.call else ()

    @property
    def words(self) -> str:
        """A description of how noughts calls the function."""
        return self.call.words if self.call else self.engine


class Query(NamedTuple):
    """A position to ask about, and a seed for the function's random numbers."""

    position: Position
    seed: int

    @classmethod
    def about(cls, position: Position) -> "Query":
        """Return the question about a position. Its seed depends only on the position."""
        return cls(position, random_of(position).getrandbits(64))


def random_of(position: Position) -> Random:
    """Return a random number generator that depends only on the position."""
    return Random(f"{position.x} {position.o}")


class Conversation:
    """A conversation with a process that runs a user's function.

    Attributes:
        ready: what the process reported, or None before it has started.
        imports_noughts: whether the process noticed that the function's code imports noughts.
        spoilt: the positions in which the function changed the board that it was given, besides its answer.
        seconds: how long the last answer took.

    Args:
        text: the file and the function, such as ``mine.py:best_move``. The function may be left out.
        game: the game.
        seconds: the time limit per move.
        marks: the marks on the function's board; see `noughts.grading.user_code.load_user_code`.
        call: how to call the function, as Python; see `noughts.grading.user_code.call`.
        ready: what another process reported about the same function. It need not be found out again.

    Raises:
        NoughtsError: the text does not name a function of a file.
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
    ) -> None:
        self.path, self._name = split_name(text)
        self._game, self._marks, self._call, self._limit = game, marks, call, seconds
        self.ready = ready
        self.imports_noughts, self.seconds = False, 0.0
        self.spoilt: set[Position] = set()
        self._waiting, self._sent = deque[Query](), deque[Query]()
        self._runs, self._alone, self._number = False, False, 0

    def start(self) -> Steps[Ready]:
        """Start a new process that loads the function and finds out how to call it.

        Raises:
            NotGradable: the function cannot be loaded or called.
        """
        known, seconds = self.ready, max(_LEAST, self._limit)
        text = f"{self.path}:{known.name if known else self._name}".removesuffix(":")
        call = known.call.to_data() if known and known.call else self._call
        rules = dataclasses.asdict(self._game) | {"full": self._game.full and self._game.full.value}
        when = "while the file was loaded"
        try:
            task = _line({"text": text, "game": rules, "marks": self._marks, "call": call})
            ready = yield from self._next(Ask((task,), seconds, fresh=True))
            if ready == {}:
                when = f"while noughts tried {f'{self._name}()' if self._name else 'its functions'}"
                ready = yield from self._next(Ask((), seconds))
        except Crash as crash:
            raise NotGradable(f"{crash} {when}", "exits") from None
        if ready is None:
            raise NotGradable(
                f"{self.path.name} took more than {seconds:g} seconds {when}: remove any endless loop, or allow more "
                "time with --seconds",
                "endless",
            )
        if "error" in ready:
            raise NotGradable(cut(str(ready["error"]), 2_000), cut(str(ready.get("reason")), 20))
        try:
            self.ready = _read_ready(ready)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise NotGradable(f"{self._disturbed()} {when}", "exits") from None
        self._runs = True
        return self.ready

    def restart(self) -> None:
        """Ask the next question in a new process."""
        self._runs = False
        self._waiting.extendleft(reversed(self._sent))
        self._sent.clear()

    def ask(self, questions: Iterable[Query], *, alone: bool = False) -> None:
        """Replace the questions still waiting with new ones. Each call of `answer` then answers the next
        question.

        Args:
            questions: the questions. Several are sent together.
            alone: whether to load the file again before each answer, so that it does not depend on earlier ones.
        """
        if self._sent:
            self.restart()
        self._waiting, self._alone = deque(questions), alone

    def answer(self) -> Steps[Choice]:
        """Answer the next question: choose a move. If the process has ended, first start a new process.

        Raises:
            NotGradable: the function cannot be loaded again.
            PlayerFault: the function crashed, did not return a legal move, ended its process, or took too long.
        """
        self.seconds = 0.0
        if not self._runs:
            yield from self.start()
        lines = list[bytes]()
        if not self._sent:
            while self._waiting and len(self._sent) < _AHEAD:
                self._sent.append(question := self._waiting.popleft())
                lines.append(self._asked(question, self._number + len(self._sent)))
        position, self._number = self._sent.popleft().position, self._number + 1
        answer = yield from self._next(Ask(tuple(lines), self._limit))
        assert self.ready
        call = self.ready.call
        assert call
        if answer is None:
            raise TimeOut(f"{call.expression} did not answer within {self._limit:g} seconds")
        if answer.get("spoilt") is True:
            self.spoilt.add(position)
        match answer if answer.get("number") == self._number else {}:
            case {"fault": str(fault)}:
                raise Crash(cut(fault, 500))
            case {"cell": int(cell), "visited": visited}:
                return Choice(cell, count(visited))
            case {"printed": str(text), "visited": visited}:
                found = RawAnswer(Printed(text[-_PRINTED:]), "", count(visited))
            case {"returned": value, "shown": str(shown), "visited": visited}:
                found = RawAnswer(plain(value), cut(shown, 100), count(visited))
            case _:
                raise self._disturbed()
        return found.choice(self.ready.name, call, position)

    def record(self, position: Position) -> Steps[Recording]:
        """Call the function in a position, and return a recording of the calls that it makes to itself.

        Raises:
            NotGradable: the function cannot be loaded or called.
            PlayerFault: the function crashed, took too long, or called itself too often.
        """
        if not self._runs:
            yield from self.start()
        line = _line({"x": position.x, "o": position.o, "turn": position.turn.value})
        answer = yield from self._next(Ask((line,), max(_LEAST, self._limit)))
        if answer is None:
            raise TimeOut(f"{self._title} did not return")
        match answer:
            case {"fault": str(fault)}:
                raise Crash(cut(fault, 500))
            case {"calls": list(calls), "functions": list(functions)}:
                with suppress(TypeError, ValueError, OverflowError):
                    return read_recording(calls, functions)
        raise self._disturbed()

    def _asked(self, question: Query, number: int) -> bytes:
        at = question.position
        return _line([at.x, at.o, at.turn.value, question.seed, number, self._alone])

    def _next(self, ask: Ask) -> Steps[dict[str, Any] | None]:
        """Return the next message from the process, or None if none arrives in time."""
        heard = yield ask
        self.seconds = heard.seconds
        if heard.line is None:
            self.restart()
            if heard.ended:
                raise ProcessEnded(f"{self._title} ended the whole program ({heard.ended})")
            return None
        try:
            message = _clean(json.loads(heard.line)) if _depth(heard.line) <= _DEEPEST else None
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._disturbed()
        self.imports_noughts |= message.pop("noughts", False) is True
        return message

    @property
    def _title(self) -> str:
        name = self.ready.name if self.ready else self._name
        return f"{name}()" if name else self.path.name

    def _disturbed(self) -> ProcessEnded:
        self.restart()
        return ProcessEnded(f"{self._title} disturbed the process in which it ran")


def _depth(line: bytes) -> int:
    """Return how deeply lists and objects are nested in a line of JSON, or 0 if there are few of them."""
    if line.count(b"[") + line.count(b"{") <= _DEEPEST:
        return 0
    brackets = re.sub(rb'"(?:[^"\\]|\\.)*+"?|[^][{}]', b"", line)
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0)


def _line(message: object) -> bytes:
    return json.dumps(message).encode()


def _clean(value: Any) -> Any:
    """Return JSON data with huge numbers replaced, and without control characters other than line ends."""
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
    """Check the report of a process, and convert it to `Ready`.

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
