"""Load a user's function in its own process, and call it in the positions that noughts sends.

This module runs beside the user's code, in a separate process or in a web worker of a browser. The first line gets two
answers: one after the file has run, and one after the function has been tried out. Each further line gets one answer.
`noughts.grading.conversation` trusts none of these answers.
"""

import json
import time
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from noughts.grading.user_code.answers import Printed
from noughts.grading.user_code.call import Call
from noughts.grading.user_code.functions import chosen_player
from noughts.grading.user_code.limits import error_words, imports_noughts
from noughts.grading.user_code.loading import load, split_name
from noughts.grading.user_code.player import UserPlayer, called_function
from noughts.grading.user_code.recording import MOST_CALLS, TooManyCalls, record
from noughts.players.opponent import Choice, PlayerFault
from noughts.rules.board import Board
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.game import Game, Player
from noughts.rules.position import Position


class Answering:
    """Loads and calls a user's function, as requested by the lines that noughts sends."""

    def __init__(self) -> None:
        self._player: UserPlayer | None = None
        self._decode = json.JSONDecoder().decode  # the user's code may replace json.loads and json.dumps
        self._encode = json.JSONEncoder(default=list, skipkeys=True).encode
        time.sleep = _no_sleep  # type: ignore[assignment]

    def answers(self, line: bytes) -> Iterator[bytes]:
        """Yield the answers to a line from noughts. After an answer that the function cannot be called, noughts must
        send no more lines.
        """
        message = self._decode(line.decode())
        if isinstance(message, dict) and self._player:
            answers: Iterable[dict[str, Any]] = [self._record(**message)]
        else:
            answers = [self._answer(*message)] if self._player else self._load(message)
        for answer in answers:
            yield self._encode({**answer, "noughts": imports_noughts()}).encode()

    def _load(self, task: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Load the user's function, and yield a report on how it is called, or on why it cannot be called."""
        given = Call.from_data(task["call"]) if isinstance(task["call"], list) else task["call"]
        self._game = _game(**task["game"])
        path, name = split_name(task["text"])
        try:
            loaded = load(path)
            yield {}
            if isinstance(given, str) and not name:
                name = called_function(loaded, given)
            if name:
                player = UserPlayer.named(loaded, name, task["marks"], given)
            else:
                player = chosen_player(loaded, self._game, task["marks"])
            call = player.call(self._game).to_data()
        except NoughtsError as error:
            yield {"error": str(error), "reason": getattr(error, "reason", "not-understood")}
        except Exception as error:  # an object of the user's code with methods that fail
            yield {"error": f"noughts cannot use {cut(path.name)}: {error_words(error, None)}", "reason": "crashes"}
        else:
            self._player = player
            yield {
                "name": player.name,
                "call": call,
                "left_out": player.left_out,
                "counts": player.counts,
                "skipped": player.skipped,
            }

    def _record(self, x: int, o: int, turn: str) -> dict[str, Any]:
        """Call the function in a position, and return the calls that it makes to itself, or its error."""
        player = self._player
        assert player
        assert player.loaded
        position, call = Position(self._game, x, o, Player(turn)), player.call(self._game)
        mine = position.turn if call.plays in (None, position.turn) else position.turn.other
        marks = call.marks[:2] if mine is position.turn else call.marks[1::-1]
        try:
            player.reload()
            found = record(
                lambda: player.answer(position, Random(0)),
                str(player.loaded.source.path),
                (marks[0], marks[1]),
                len(self._game.board),
            )
        except TooManyCalls:
            return {"fault": f"more than {MOST_CALLS:,} calls: choose a position with fewer empty cells"}
        except PlayerFault as fault:
            return {"fault": str(fault)}
        except Exception as error:  # an object of the user's code with methods that fail
            return {"fault": f"{player.name}() crashed: {error_words(error, None)}"}
        calls = [[call.function, call.parent, call.cells, call.returned, call.line] for call in found.calls]
        return {"calls": calls, "functions": found.functions}

    def _answer(self, x: int, o: int, turn: str, seed: int, number: int, alone: bool) -> dict[str, Any]:
        """Call the function in a position, and return its answer or its error."""
        player = self._player
        assert player
        try:
            if alone:
                player.reload()
            answer = player.answer(Position(self._game, x, o, Player(turn)), Random(seed))
        except PlayerFault as fault:
            return {"number": number, "fault": str(fault)}
        except Exception as error:  # an object of the user's code with methods that fail
            return {"number": number, "fault": f"{player.name}() crashed: {error_words(error, None)}"}
        more = {"number": number, "shown": answer.shown, "visited": answer.visited, "spoilt": answer.spoilt}
        return more | _raw(answer.value)


def _game(board: dict[str, Any], full: str | None, **fields: Any) -> Game:
    """Return the game that a message describes. It can be a custom game."""
    sets: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    return Game(board=Board(tuple(map(tuple, board["points"]))), full=Player(full) if full else None, **sets)


def _raw(answer: Any) -> dict[str, Any]:
    """Return a function's answer as JSON data, so that noughts can look for the move in it."""
    match answer:
        case Choice():
            return {"cell": answer.move}
        case Printed():
            return {"printed": answer.text}
    return {"returned": answer}


def _no_sleep(seconds: float, /) -> None:
    """Replace `time.sleep`, which some programs call to pretend that they are thinking: return at once."""
