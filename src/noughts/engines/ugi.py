"""A level as an engine that speaks the Universal Game Interface (UGI), in which the engine knows the rules.

Source: Terje Kirstihagen, *Universal Game Interface* (https://github.com/kz04px/cutegames/blob/master/ugi.md). The
protocol has no errors: a command that cannot be obeyed has no effect, and an ``info string`` gives the reason.
"""

from collections.abc import Callable
from itertools import pairwise

from noughts.engines.search import BackgroundSearch, share, usable
from noughts.players.levels import LEVELS
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position

_COMMANDS = ("ugi", "uginewgame", "setoption", "position", "query", "go", "stop")  # commands that first end the search
_NO_MOVE = "0000"  # the answer to `go` when the game is over
_SECONDS = 5.0  # seconds for a move, unless the manager sets a limit


class UgiEngine:
    """An engine for UGI, which plays both sides of any game and answers questions about the rules.

    Args:
        search: finds the moves.
        send: sends a line to the manager.
        game: the game at first. The option ``Game`` changes it.
    """

    def __init__(self, search: BackgroundSearch, send: Callable[[str], None], game: Game) -> None:
        self.search, self._send, self._position = search, send, Position(game)

    def receive(self, line: str) -> bool:
        """Obey a command. Return False after ``quit``."""
        word, _, rest = line.partition(" ")
        if word == "quit":
            return False
        if word == "isready":
            self._send("readyok")
        elif word in _COMMANDS:
            self.search.stop()
            try:
                self._obey(word, rest.strip())
            except NoughtsError as error:
                self._send(f"info string {error}")
        return True

    def _obey(self, word: str, rest: str) -> None:
        match word:
            case "ugi":
                self._introduce()
            case "uginewgame":
                self._position = Position(self._position.game)
            case "setoption":
                self._set_option(rest)
            case "position":
                self._set_position(rest)
            case "query":
                self._query(rest)
            case "go":
                self._go(rest)

    def _introduce(self) -> None:
        levels = " ".join(f"var {level}" for level in LEVELS)
        for line in (
            "id name noughts",
            "id author the noughts authors",
            f"option name Game type string default {self._position.game.name}",
            f"option name Level type combo default {self.search.level} {levels}",
            "ugiok",
        ):
            self._send(line)

    def _set_option(self, rest: str) -> None:
        name, _, value = rest.removeprefix("name ").partition(" value ")
        match name.strip().lower():
            case "game":
                self._position = Position(named_game(value))
            case "level" if value in LEVELS:
                self.search.level = value
            case "level":
                raise NoughtsError(f"unknown level {short_repr(value, 20)}: expected {', '.join(LEVELS)}")
            case _:
                raise NoughtsError(f"unknown option {short_repr(name, 20)}: expected Game or Level")

    def _position_of(self, text: str) -> Position:
        kind, _, fen = text.partition(" ")
        if kind == "startpos" and not fen:
            return Position(self._position.game)
        if kind == "fen":
            return read_position(fen, self._position.game)
        raise NoughtsError(f"expected startpos or fen and a position, not {short_repr(text, 40)}")

    def _set_position(self, rest: str) -> None:
        start, _, moves = f"{rest} ".partition(" moves ")
        position = self._position_of(start.strip())
        for move in moves.split():
            position = position.play(move)
        self._position = position

    def _query(self, rest: str) -> None:
        position = self._position
        winner = position.winner
        answers = {
            "gameover": str(position.is_over).lower(),
            "p1turn": str(position.turn is Player.X).lower(),
            "result": "none" if not position.is_over else {Player.X: "p1win", Player.O: "p2win", None: "draw"}[winner],
        }
        if rest not in answers:
            raise NoughtsError(f"unknown question {short_repr(rest, 20)}: expected {', '.join(answers)}")
        self._send(f"response {answers[rest]}")

    def _go(self, rest: str) -> None:
        position = self._position
        if position.is_over:
            self._send(f"bestmove {_NO_MOVE}")
            return
        words = rest.split()
        limits = {key: int(value) for key, value in pairwise(words) if value.isdecimal() and len(value) < 12}
        seconds: float | None = _SECONDS
        side = "p1" if position.turn is Player.X else "p2"
        if "infinite" in words or "nodes" in limits:
            seconds = None
        elif "movetime" in limits:
            seconds = usable(limits["movetime"] / 1000)
        elif f"{side}time" in limits:
            clock, increment = limits[f"{side}time"] / 1000, limits.get(f"{side}inc", 0) / 1000
            seconds = usable(share(clock, position, increment))
        self.search.start(
            position,
            lambda move: self._send(f"bestmove {position.name(move)}"),
            seconds=seconds,
            nodes=limits.get("nodes"),
            is_held="infinite" in words,
        )
