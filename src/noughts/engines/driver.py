"""Run another program as a player: an engine that speaks Gomocup's protocol or the Universal Game Interface (UGI).

What engines say about values is passed on unchecked.
"""

import contextlib
import shlex
import subprocess
from pathlib import Path
from random import Random
from typing import ClassVar, Self
from weakref import finalize

from noughts.engines.conversation import Conversation, Log
from noughts.engines.protocols import Protocol, find_protocol
from noughts.players.opponent import Choice, Crash, IllegalAnswer, Opponent
from noughts.players.registry import player
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver.limit import Limit
from noughts.solver.solver import Solver
from noughts.system.child_process import end_group

PREFIX = "engine:"
"""The beginning of a player's name that is followed by the command of an engine."""

SECONDS = 1.0
"""The time that an engine has for a move, unless the user chooses another one."""

_TO_END = 0.2  # seconds before the engine and all its processes are killed


def is_engine(name: str) -> bool:
    """Return whether the name of a player refers to an engine, as in ``engine:pbrain-rapfi``."""
    return name.strip().lower().startswith(PREFIX)


def any_player(
    name: str,
    *,
    first: bool = False,
    solver: Solver | None = None,
    limit: Limit | None = None,
    seconds: float = SECONDS,
) -> Opponent:
    """Return the player with this name, as `noughts.player` does. A name can also be ``engine:COMMAND``.

    Args:
        name: the name.
        first: passed to `noughts.player`, like `solver` and `limit`.
        solver: see `first`.
        limit: see `first`.
        seconds: the time that an engine has for a move.
    """
    if is_engine(name):
        return Opponent(name.strip(), ExternalEngine(name.strip()[len(PREFIX) :], seconds=seconds))
    return player(name, first=first, solver=solver, limit=limit)


class ExternalEngine:
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

    def start(self, game: Game) -> Protocol:
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
        self._conversation = Conversation(process, self.name, ExternalEngine.log)
        try:
            self._protocol, self._game = find_protocol(self._conversation, game), game
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
