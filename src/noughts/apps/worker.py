"""Run a user's function in a separate process, where it can hang, crash or exit without harming the program.

The parent writes each request as a line of JSON: first the function to load, then one position after another. The
worker answers each with a line. It exits when its parent does.
"""

import contextlib
import dataclasses
import json
import queue
import subprocess
import threading
import time
from random import Random
from typing import Any, ClassVar, Self

from noughts.apps.pipes import command, end_group, environment, private_pipes, pump, questions
from noughts.players.opponent import Choice, PlayerFault
from noughts.players.user_code import Crash, IllegalAnswer, load_user_code
from noughts.players.user_code.styles import Style
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

_LEAST = 10.0  # seconds to load a file and detect its calling style, even if the time limit per move is lower


class TimeOut(PlayerFault):
    """Raised when a user's function does not answer in time."""

    kind: ClassVar[str] = "time-out"


class Worker:
    """A player that runs a user's own function in a separate process, with a time limit per move.

    Args:
        text: the file and the function, such as ``mine.py:best_move``.
        game: the game.
        seconds: the time limit per move.
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
        """A description of how noughts calls the function."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __call__(self, position: Position, random: Random) -> Choice:
        """Choose a move. If the process has ended, start a new one.

        Raises:
            PlayerFault: the function crashed, did not return a legal move, ended its process, or took too long.
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
            end_group(process)  # also processes started by the function

    def _start(self) -> str:
        self._process = subprocess.Popen(
            command("noughts.apps.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment(), "PYTHONHASHSEED": "0"},
            start_new_session=True,  # Ctrl-C must reach only the parent
        )
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=pump, args=(self._process.stdout, self._answers), daemon=True).start()
        seconds = max(_LEAST, self._seconds)
        try:
            ready = self._ask(self._task, seconds)
        except Crash as crash:
            raise NoughtsError(f"{crash} while the file was loaded") from None
        if ready is None:
            raise NoughtsError(
                f"loading the file and trying {self.name} took more than {seconds:g} seconds: "
                "remove any endless loop, or allow more time with --seconds"
            )
        if "error" in ready:
            self.close()
            raise NoughtsError(ready["error"])
        self._task["style"] = ready["style"]
        return str(ready["words"])

    def _ask(self, question: object, seconds: float) -> dict[str, Any] | None:
        """Send a request and return the answer. If no answer arrives in time, end the process and return None."""
        assert self._process
        assert self._process.stdin
        try:
            with contextlib.suppress(OSError):  # the process has ended: reading the other pipe detects that
                self._process.stdin.write(json.dumps(question).encode() + b"\n")
                self._process.stdin.flush()
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            self.close()
            return None
        except BaseException:  # Ctrl-C: a late answer must not be read as the next one
            self.close()
            raise
        if not line:
            status = self._process.wait()
            self.close()
            status_words = f"signal {-status}" if status < 0 else f"exit status {status}"
            raise Crash(f"{self.name}() ended the whole program ({status_words})")
        answer: dict[str, Any] = json.loads(line)
        return answer


def main() -> None:
    """Run the worker process."""
    pipe, answers = private_pipes()
    for answer in _work(questions(pipe)):
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _work(lines: "queue.SimpleQueue[bytes]") -> Any:
    """Yield the answer to each request."""
    time.sleep = _no_sleep  # type: ignore[assignment]
    task = json.loads(lines.get())
    style = task["style"] and Style(**{**task["style"], "marks": tuple(task["style"]["marks"])})
    game = named_game(task["game"])
    try:
        user_player = load_user_code(task["text"], marks=task["marks"], style=style)
        yield {"style": dataclasses.asdict(user_player.style(game)), "words": user_player.words(game)}
    except NoughtsError as error:
        yield {"error": str(error)}
        return
    while True:
        x, o, turn, seed = json.loads(lines.get())
        try:
            choice = user_player(Position(game, x, o, Player(turn)), Random(seed))
            yield {"move": choice.move, "visited": choice.visited}
        except (IllegalAnswer, Crash) as fault:
            yield {"fault": str(fault), "kind": fault.kind}


def _no_sleep(seconds: float, /) -> None:
    """Return at once. This function replaces `time.sleep`, which some players call to look as if they were thinking."""


if __name__ == "__main__":
    main()
