"""The process of a worker: load a user's function, and call it in one position after another.

The parent, `noughts.grading.worker`, writes each request as a line of JSON. The process answers each with a line, and
the first with two: one when the file has run, and one when the function has been tried out. It exits when its parent
does.
"""

import json
import queue
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from noughts.grading.sandbox import limit_resources
from noughts.grading.user_code.answers import Printed
from noughts.grading.user_code.call import Call
from noughts.grading.user_code.functions import chosen_player
from noughts.grading.user_code.limits import error_words, imports_noughts
from noughts.grading.user_code.loading import load, split_name
from noughts.grading.user_code.player import UserPlayer, called_function
from noughts.players.opponent import Choice, PlayerFault
from noughts.rules.board import Board
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.system.child_process import private_pipes, questions


def main() -> None:
    """Run the worker process."""
    pipe, answers = private_pipes()
    limit_resources()
    encode = json.JSONEncoder(default=list, skipkeys=True).encode  # the user's code may replace json.dumps
    for answer in _work(questions(pipe)):
        answers.write(encode({**answer, "noughts": imports_noughts()}).encode() + b"\n")
        answers.flush()


def _game(board: dict[str, Any], full: str | None, **fields: Any) -> Game:
    """Return the game that the parent has sent, which can be a game of the user's own."""
    sets: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    return Game(board=Board(tuple(map(tuple, board["points"]))), full=Player(full) if full else None, **sets)


def _work(lines: "queue.SimpleQueue[bytes]") -> Iterator[dict[str, Any]]:
    """Yield the answer to each request."""
    time.sleep = _no_sleep  # type: ignore[assignment]
    task = json.loads(lines.get())
    given = Call.from_data(task["call"]) if isinstance(task["call"], list) else task["call"]
    game = _game(**task["game"])
    decode = json.JSONDecoder().decode
    path, name = split_name(task["text"])
    try:
        loaded = load(path)
        yield {}
        if isinstance(given, str) and not name:
            name = called_function(loaded, given)
        if name:
            user_player = UserPlayer.named(loaded, name, task["marks"], given)
        else:
            user_player = chosen_player(loaded, game, task["marks"])
        yield {
            "name": user_player.name,
            "call": user_player.call(game).to_data(),
            "left_out": user_player.left_out,
            "counts": user_player.counts,
            "skipped": user_player.skipped,
        }
    except NoughtsError as error:
        yield {"error": str(error), "reason": getattr(error, "reason", "not-understood")}
        return
    except Exception as error:  # an object of the user's code with methods that fail
        yield {"error": f"noughts cannot use {cut(path.name)}: {error_words(error, None)}", "reason": "crashes"}
        return
    while True:
        x, o, turn, seed, number, alone = decode(lines.get().decode())
        try:
            if alone:
                user_player.reload()
            answer = user_player.answer(Position(game, x, o, Player(turn)), Random(seed))
        except PlayerFault as fault:
            yield {"number": number, "fault": str(fault)}
        except Exception as error:  # an object of the user's code with methods that fail
            yield {"number": number, "fault": f"{user_player.name}() crashed: {error_words(error, None)}"}
        else:
            yield {"number": number, "shown": answer.shown, "visited": answer.visited, "spoilt": answer.spoilt} | _raw(
                answer.value
            )


def _raw(answer: Any) -> dict[str, Any]:
    """Return a plain answer as JSON data. The parent looks for the move in it."""
    match answer:
        case Choice():
            return {"cell": answer.move}
        case Printed():
            return {"printed": answer.text}
    return {"returned": answer}


def _no_sleep(seconds: float, /) -> None:
    """Return at once. This function replaces `time.sleep`, which some players call to look as if they were thinking."""


if __name__ == "__main__":
    main()
