"""Run another program as a player.

The program is an engine that speaks Gomocup's protocol or the Universal Game Interface (UGI), or a program in any
language that reads the moves so far as a line and prints its move as a line.

Comments of engines about values are passed on unchecked.
"""

import contextlib
import shlex
import subprocess
from pathlib import Path
from random import Random
from typing import ClassVar, Self
from weakref import finalize

from noughts.engines.conversation import Conversation, Log
from noughts.engines.protocols import LinesOfMoves, Protocol, find_protocol
from noughts.players.opponent import Choice, Crash, IllegalAnswer, Opponent
from noughts.players.registry import UnknownPlayer, player
from noughts.rules.errors import NoughtsError, cut, short_repr
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver.limit import Limit
from noughts.solver.solver import Solver
from noughts.system.child_process import end_group

PREFIX = "engine:"
"""The beginning of a player's name that is followed by the command of an engine."""

LINES = "lines:"
"""The beginning of a player's name that is followed by the command of a program that reads lines of moves."""

_TO_END = 0.2  # seconds before the engine and all its processes are killed


def is_engine(name: str) -> bool:
    """Return whether the name of a player refers to another program, as in ``engine:pbrain-rapfi``."""
    return name.strip().lower().startswith((PREFIX, LINES))


def default_seconds(name: str) -> float:
    """Return the time limit per move: a second for an engine, and a minute for other code."""
    return 1.0 if name.strip().lower().startswith(PREFIX) else 60.0


def external_engine(name: str, seconds: float | None = None) -> "ExternalEngine":
    """Return the external program with a name such as ``engine:pbrain-rapfi`` or ``lines:node mine.js``.

    Args:
        name: the name.
        seconds: the time limit per move. By default, `default_seconds`.
    """
    kind, _, command = name.strip().partition(":")
    lines = f"{kind.lower()}:" == LINES
    return ExternalEngine(command, seconds=seconds or default_seconds(name), lines=lines)


def any_player(
    name: str,
    *,
    first: bool = False,
    solver: Solver | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
) -> Opponent:
    """Return the player with this name, which can be any player of `noughts.player` or an external program.

    Args:
        name: the name.
        first: passed to `noughts.player`.
        solver: passed to `noughts.player`.
        limit: passed to `noughts.player`.
        seconds: the time limit per move of another program.
    """
    if is_engine(name):
        return Opponent(name.strip(), external_engine(name, seconds))
    try:
        return player(name, first=first, solver=solver, limit=limit)
    except UnknownPlayer as error:
        raise UnknownPlayer(f"{error}, or {PREFIX}COMMAND") from None


class ExternalEngine:
    """A player that runs another program, from the program's first move until noughts exits.

    Args:
        command: the program and its arguments, as in a shell.
        seconds: the time for each move.
        lines: whether the program reads and prints lines of moves. By default, it speaks UGI or Gomocup's protocol.

    Attributes:
        log: receives the conversations with all engines, or None.
        lines: whether the program reads and prints lines of moves.

    Raises:
        NoughtsError: the command is empty or has an open quote.
    """

    log: ClassVar[Log | None] = None

    def __init__(self, command: str, *, seconds: float = 1.0, lines: bool = False) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError:
            self._command = []
        if not self._command:
            example = "lines:, as in lines:node mine.js" if lines else "engine:, as in engine:pbrain-rapfi"
            raise NoughtsError(f"expected a command after {example}, not {short_repr(command)}")
        self.name = cut(" ".join(Path(self._command[-1 if lines else 0]).name.split()), 40)
        self._seconds, self.lines = seconds, lines
        self._game: Game | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._protocol: Protocol | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __call__(self, position: Position, random: Random) -> Choice:
        """Return the engine's move.

        Raises:
            NoughtsError: the program cannot be run, or does not play this game.
            PlayerFault: the engine did not answer in time, made an illegal move, or ended, or cannot be started again.
        """
        has_played = self._game == position.game
        try:
            protocol = self.start(position.game)
        except NoughtsError as error:
            if has_played:
                raise Crash(f"{self.name} cannot be started again: {error}") from None
            raise
        try:
            move = protocol.choose(position, self._seconds)
        except BaseException:  # a late answer must not be read as the next one
            self.close()
            raise
        if reason := position.why_illegal(move):
            raise IllegalAnswer(f"{self.name} made an illegal move: {reason}")
        return Choice(move)

    @property
    def remark(self) -> str:
        """The engine's comment on its last move, or an empty string."""
        return self._conversation.remark if self._process else ""

    @property
    def words(self) -> str:
        """A description of the program and its protocol."""
        if self.lines:
            return LinesOfMoves.words
        return self._protocol.words if self._protocol else "an engine"

    def start(self, game: Game) -> Protocol:
        """Start the engine unless it is already running, and find out which protocol it speaks.

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
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C must reach only noughts, not the engine
            )
        except OSError as error:
            raise NoughtsError(f"cannot run {short_repr(self._command[0])}: {error.strerror or error}") from None
        self._end = finalize(self, end_group, process)
        self._conversation = Conversation(process, self.name, ExternalEngine.log)
        try:
            talk = self._conversation
            protocol: Protocol = LinesOfMoves(talk, self.name) if self.lines else find_protocol(talk, game)
            self._protocol, self._game = protocol, game
        except BaseException:
            self.close()
            raise
        return protocol

    def close(self) -> None:
        """End the program and all programs that it has started."""
        if self._process:
            if self._protocol:
                self._conversation.end(*self._protocol.farewell)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_TO_END)
            self._end()
            self._process = self._protocol = None
