"""A guest in a process of its own: it may hang, crash or end the program, and nothing is lost but that process.

The parent writes one line of JSON a question, the worker one line an answer: first what to load, then one position
after the other. A worker ends by itself when its parent does.
"""

import contextlib
import dataclasses
import json
import os
import queue
import signal
import subprocess
import threading
import time
from random import Random
from typing import Any, ClassVar, Self

from noughts.apps.pipes import command, environment, private_pipes, pump, questions
from noughts.players.opponent import Choice, PlayerFault
from noughts.players.user_code import Crash, IllegalAnswer, load_user_code
from noughts.players.user_code.styles import Style
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

_LEAST = 10.0  # seconds to load a file and to try its function in many ways, even if a move has less


class TimeOut(PlayerFault):
    """A guest did not answer in time."""

    kind: ClassVar[str] = "time-out"


class Worker:
    """Somebody's own function as a player, in a process of its own, with a limit of time for every move.

    Args:
        text: the file and the function, as in ``mine.py:best_move``.
        game: the game.
        seconds: the time for a move.
        marks: the marks on the function's board; see `noughts.players.user_code.load_user_code`.

    Raises:
        NoughtsError: the function cannot be loaded or called.
    """

    def __init__(self, text: str, game: Game, *, seconds: float, marks: str | None = None) -> None:
        self.name = text.rpartition(":")[2]
        self._task = {"text": text, "game": game.name, "marks": marks, "style": None}
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self.words: str = self._start()
        """How the function is called, as a person reads it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __call__(self, position: Position, random: Random) -> Choice:
        """Choose a move; a process that has ended is replaced first.

        Raises:
            PlayerFault: the function crashed, made no legal move, ended its process, or took too long.
        """
        if self._process is None:
            self._start()
        question = [position.x, position.o, position.turn.value, random.getrandbits(64)]
        answer = self._ask(question, self._seconds)
        if answer is None:
            raise TimeOut(f"{self.name}() did not answer within {self._seconds:g} seconds")
        if "fault" in answer:
            raise {"illegal": IllegalAnswer}.get(answer["kind"], Crash)(answer["fault"])
        return Choice(answer["move"], answer["visited"])

    def close(self) -> None:
        """End the process."""
        if process := self._process:
            self._process = None
            if hasattr(os, "killpg"):  # with all that the function started
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def _start(self) -> str:
        self._process = subprocess.Popen(
            command("noughts.apps.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment(), "PYTHONHASHSEED": "0"},
            start_new_session=True,  # Ctrl-C is for the parent
        )
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=pump, args=(self._process.stdout, self._answers), daemon=True).start()
        seconds = max(_LEAST, self._seconds)
        try:
            ready = self._ask(self._task, seconds)
        except Crash as crash:
            raise NoughtsError(f"{crash} while it was loaded") from None
        if ready is None:
            raise NoughtsError(f"{self.name} could not be loaded and tried within {seconds:g} seconds")
        if "error" in ready:
            self.close()
            raise NoughtsError(ready["error"])
        self._task["style"] = ready["style"]
        return str(ready["words"])

    def _ask(self, question: object, seconds: float) -> dict[str, Any] | None:
        """Return the answer to a question, or None (and end the process) when it does not come in time."""
        assert self._process
        assert self._process.stdin
        try:
            with contextlib.suppress(OSError):  # it has ended: that is read from the other pipe
                self._process.stdin.write(json.dumps(question).encode() + b"\n")
                self._process.stdin.flush()
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            self.close()
            return None
        except BaseException:  # Ctrl-C: the answer would be taken for the next one's
            self.close()
            raise
        if not line:
            status = self._process.wait()
            self.close()
            how = f"signal {-status}" if status < 0 else f"exit status {status}"
            raise Crash(f"{self.name}() ended the whole program ({how})")
        answer: dict[str, Any] = json.loads(line)
        return answer


def main() -> None:
    """Be the worker."""
    pipe, answers = private_pipes()
    for answer in _work(questions(pipe)):
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _work(lines: "queue.SimpleQueue[bytes]") -> Any:
    """Yield the answer to each question."""
    time.sleep = _no_sleep  # type: ignore[assignment]
    task = json.loads(lines.get())
    style = task["style"] and Style(**{**task["style"], "marks": tuple(task["style"]["marks"])})
    game = named_game(task["game"])
    try:
        guest = load_user_code(task["text"], marks=task["marks"], style=style)
        yield {"style": dataclasses.asdict(guest.style(game)), "words": guest.words(game)}
    except NoughtsError as error:
        yield {"error": str(error)}
        return
    while True:
        x, o, turn, seed = json.loads(lines.get())
        try:
            choice = guest(Position(game, x, o, Player(turn)), Random(seed))
            yield {"move": choice.move, "visited": choice.visited}
        except (IllegalAnswer, Crash) as fault:
            yield {"fault": str(fault), "kind": fault.kind}


def _no_sleep(seconds: float, /) -> None:
    """Do not sleep: many a function pretends to think."""


if __name__ == "__main__":
    main()
