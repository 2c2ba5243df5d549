"""Run another program as a player: an engine that speaks Gomocup's protocol or the Universal Game Interface (UGI).

The driver sends the whole position before every move, so engines need no memory. It finds out which protocol an engine
speaks, and waits only for answers that the protocol promises, each with a time limit. What engines say about values
is passed on unchecked.
"""

import contextlib
import queue
import re
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import IO, ClassVar, Protocol, Self
from weakref import finalize

from noughts.apps.pipes import end_group
from noughts.apps.worker import TimeOut
from noughts.players.opponent import Choice, Opponent, PlayerFault
from noughts.players.registry import player
from noughts.players.user_code import Crash, IllegalAnswer
from noughts.rules.board import Move, cells_in
from noughts.rules.errors import NoughtsError, cut, short_repr
from noughts.rules.game import Game, Player, mnk
from noughts.rules.notation import t3en
from noughts.rules.position import Position, sides
from noughts.search.result import Deadline
from noughts.solver.kernel import plain
from noughts.solver.solver import Solver

PREFIX = "engine:"
"""The beginning of a player's name that is followed by the command of an engine."""

SECONDS = 1.0
"""The time that an engine has for a move, unless the user chooses another one."""

_TO_START = 10.0  # seconds until an engine has answered its first commands
_TO_END = 0.2  # seconds before the engine and all its processes are killed
_TOLERANCE = 1.0  # seconds by which a move may be late
_LONGEST_LINE = 65_536  # bytes
_MOST_LINES = 10_000  # that wait to be read; further ones are lost
_GOMOCUP_LENGTH = 5  # Gomocup's protocol knows only five in a row

Log = Callable[[str], None]
"""Receives a line of the conversation with an engine: the seconds since its start, ``<`` or ``>``, and the text."""


def is_engine(name: str) -> bool:
    """Return whether the name of a player refers to an engine, as in ``engine:pbrain-rapfi``."""
    return name.strip().lower().startswith(PREFIX)


def any_player(
    name: str,
    *,
    first: bool = False,
    solver: Solver | None = None,
    deadline: Deadline | None = None,
    seconds: float = SECONDS,
) -> Opponent:
    """Return the player with this name, as `noughts.player` does. A name can also be ``engine:COMMAND``.

    Args:
        name: the name.
        first: passed to `noughts.player`, like `solver` and `deadline`.
        solver: see `first`.
        deadline: see `first`.
        seconds: the time that an engine has for a move.
    """
    if is_engine(name):
        return Opponent(name.strip(), Engine(name.strip()[len(PREFIX) :], seconds=seconds))
    return player(name, first=first, solver=solver, deadline=deadline)


class Engine:
    """A player that runs another program. The program starts with the first position and ends with noughts.

    Args:
        command: the program and its arguments, as in a shell.
        seconds: the time for each move.

    Attributes:
        log: receives the conversations with all engines, or None.

    Raises:
        NoughtsError: the command is empty or has an open quote.
    """

    log: ClassVar[Log | None] = None

    def __init__(self, command: str, *, seconds: float = SECONDS) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError:
            self._command = []
        if not self._command:
            raise NoughtsError(
                f"expected a command after {PREFIX}, as in engine:pbrain-rapfi, not {short_repr(command)}"
            )
        self.name, self._seconds = Path(self._command[0]).name, seconds
        self._game: Game | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._protocol: _Protocol | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __call__(self, position: Position, random: Random) -> Choice:
        """Return the engine's move.

        Raises:
            NoughtsError: the program cannot be run, or does not play this game.
            PlayerFault: the engine did not answer in time, made an illegal move, or ended.
        """
        protocol = self.start(position.game)
        try:
            move = protocol.choose(position, self._seconds)
        except BaseException:  # a late answer must not be read as the next one
            self.close()
            raise
        if reason := position.why_illegal(move):
            self.close()
            raise IllegalAnswer(f"{self.name} made an illegal move: {reason}")
        return Choice(move)

    @property
    def remark(self) -> str:
        """What the engine said about its last move, or an empty string."""
        return self._conversation.remark if self._process else ""

    @property
    def words(self) -> str:
        """The protocol that the engine speaks."""
        return f"an engine that speaks {self._protocol.name}" if self._protocol else "an engine"

    def start(self, game: Game) -> "_Protocol":
        """Start the program, unless it runs already, and find out which protocol it speaks.

        Raises:
            NoughtsError: the program cannot be run, or does not play this game.
        """
        if self._protocol and self._game == game:
            return self._protocol
        self.close()
        try:
            self._process = process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C must reach only noughts
            )
        except OSError as error:
            raise NoughtsError(f"cannot run {short_repr(self._command[0])}: {error.strerror or error}") from None
        self._end = finalize(self, end_group, process)
        self._conversation = _Conversation(process, self.name, Engine.log)
        try:
            self._protocol, self._game = _protocol(self._conversation, game), game
        except BaseException:
            self.close()
            raise
        return self._protocol

    def close(self) -> None:
        """End the program and all programs that it has started."""
        if self._process:
            if self._protocol:
                self._conversation.send(self._protocol.farewell)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_TO_END)
            self._end()
            self._process = self._protocol = None


class _Conversation:
    """Sends lines to an engine and reads its answers. A thread reads everything that the engine writes.

    Attributes:
        remark: the last comment of the engine.
    """

    def __init__(self, process: subprocess.Popen[bytes], name: str, log: Log | None) -> None:
        assert process.stdin
        assert process.stdout
        self._process, self._input, self._name, self._log = process, process.stdin, name, log
        self._began = time.monotonic()
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.remark = ""
        threading.Thread(target=self._read, args=(process.stdout,), daemon=True).start()

    def send(self, *lines: str) -> None:
        """Send lines. If the engine has ended, the next answer says so."""
        for line in lines:
            self._write_log("<", line)
        with contextlib.suppress(OSError, ValueError):
            self._input.write("".join(f"{line}\n" for line in lines).encode())
            self._input.flush()

    def answers(self, seconds: float) -> Iterator[str]:
        """Yield the lines that the engine sends, without its comments, until the time is up.

        Raises:
            TimeOut: the time is up.
            Crash: the engine has ended.
        """
        ends = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, ends - time.monotonic()))
            except queue.Empty:
                raise TimeOut(f"{self._name} did not answer within {seconds:g} seconds") from None
            if line is None:
                raise Crash(f"{self._name} ended")
            yield line

    def forget(self) -> None:
        """Forget everything that the engine has sent so far."""
        self.remark = ""
        with contextlib.suppress(queue.Empty):
            while self._lines.get_nowait() is not None:
                pass
            self._lines.put(None)  # the engine has ended

    def _read(self, output: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := output.readline(_LONGEST_LINE):
                text = line.decode(errors="replace").strip()
                self._write_log(">", text)
                if comment := re.match(r"(?:MESSAGE|info)\s+(.+)", text):
                    self.remark = cut(comment[1], 200)
                elif text and not text.startswith("DEBUG") and self._lines.qsize() < _MOST_LINES:
                    self._lines.put(text)
        self._lines.put(None)

    def _write_log(self, direction: str, text: str) -> None:
        if self._log:
            self._log(f"{time.monotonic() - self._began:9.3f} {self._name} {direction} {text}")


def _protocol(conversation: _Conversation, game: Game) -> "_Protocol":
    """Return the protocol that an engine speaks and in which it can play this game.

    The first commands of both protocols are sent at once: each engine ignores or rejects those that it does not know.
    """
    shape = plain(game)
    is_for_gomocup = shape is not None and game == mnk(*shape) and shape.length == _GOMOCUP_LENGTH
    options = []
    conversation.send("ugi")
    if is_for_gomocup:
        conversation.send(_Gomocup.start(game))
    errors = []
    try:
        for line in conversation.answers(_TO_START):
            if line == "OK" and is_for_gomocup:
                return _Gomocup(conversation, game)
            if line.startswith("option name "):
                options.append(line.split()[2])
            if line == "ugiok":
                return _Ugi(conversation, game, has_games="Game" in options)
            if line.startswith(("ERROR", "UNKNOWN")):
                errors.append(line)
                if len(errors) > is_for_gomocup:
                    break
    except PlayerFault as fault:
        errors.append(str(fault))
    reason = f" ({cut(errors[-1], 100)})" if errors else ""
    known = "UGI or Gomocup's protocol" if is_for_gomocup else "UGI; Gomocup's protocol is for five in a row"
    raise NoughtsError(f"the engine does not play {game}{reason}: expected {known}")


class _Protocol(Protocol):
    """A protocol: its name, its last command, and how to ask for a move."""

    name: str
    farewell: str

    def choose(self, position: Position, seconds: float) -> Move:
        """Return the engine's move, which may be illegal."""
        ...


class _Gomocup:
    name, farewell = "Gomocup's protocol", "END"

    def __init__(self, conversation: _Conversation, game: Game) -> None:
        self._conversation, self._game = conversation, game

    @staticmethod
    def start(game: Game) -> str:
        columns, rows = game.board.shape
        return f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}"

    def choose(self, position: Position, seconds: float) -> Move:
        points, talk = self._game.board.points, self._conversation
        mine, theirs = (cells_in(cells) for cells in sides(position, position.turn))
        if not (mine or theirs):  # BEGIN needs an empty board
            talk.forget()
            talk.send(self.start(self._game))
            for line in talk.answers(_TO_START):
                if line == "OK":
                    break
        talk.forget()
        milliseconds = int(1000 * seconds)
        talk.send("INFO rule 0", "INFO game_type 1", f"INFO timeout_turn {milliseconds}", "INFO timeout_match 0")
        talk.send("INFO time_left 2147483647")
        if mine or theirs:
            # The stones alternate, as in a game, because some engines find out from them whose turn it is.
            first = 1 if len(mine) >= len(theirs) else 2
            stones = [(index, first != 1, cell, 1) for index, cell in enumerate(mine)]
            stones += [(index, first != 2, cell, 2) for index, cell in enumerate(theirs)]
            board = [f"{points[cell][0]},{points[cell][1]},{field}" for _, _, cell, field in sorted(stones)]
            talk.send("BOARD", *board, "DONE")
        else:
            talk.send("BEGIN")
        for line in talk.answers(seconds + _TOLERANCE):
            if suggested := re.fullmatch(r"SUGGEST\s+(\d+\s*,\s*\d+)", line):
                talk.send(f"PLAY {suggested[1]}")
            elif found := re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,4})", line):
                cell = self._game.board.at.get((int(found[1]), int(found[2])))
                if cell is None:
                    raise IllegalAnswer(f"the engine made an illegal move: {line} is not on the board")
                return cell
        raise AssertionError("answers ends only with an exception")


class _Ugi:
    name, farewell = "UGI", "quit"

    def __init__(self, conversation: _Conversation, game: Game, *, has_games: bool) -> None:
        self._conversation = conversation
        if has_games:
            conversation.send(f"setoption name Game value {game.name}")
        conversation.send("uginewgame", "isready")
        for line in conversation.answers(_TO_START):
            if line == "readyok":
                break

    def choose(self, position: Position, seconds: float) -> Move:
        talk = self._conversation
        talk.forget()
        talk.send(f"position {_words(position)}", f"go movetime {int(1000 * seconds)}")
        for line in talk.answers(seconds + _TOLERANCE):
            if found := re.match(r"bestmove\s+(\S+)", line):
                try:
                    return position.cell(found[1])
                except NoughtsError as error:
                    raise IllegalAnswer(f"the engine made an illegal move: {error}") from None
        raise AssertionError("answers ends only with an exception")


def _words(position: Position) -> str:
    """Return the position as moves from the empty board if possible, because engines write positions differently.

    With gravity, the order of the moves matters and is unknown.
    """
    x, o = cells_in(position.x), cells_in(position.o)
    if any(position.game.needs) or len(x) - len(o) != (position.turn is Player.O):
        return f"fen {t3en(position)}"
    cells = [cell for pair in zip_longest(x, o) for cell in pair if cell is not None]
    return " ".join(["startpos", *["moves"] * bool(cells), *(position.game.board.names[cell] for cell in cells)])
