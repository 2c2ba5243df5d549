"""Named players, the moves they choose, and the errors raised by user-written players."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, TypeAlias

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError, expect_random
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score


@dataclass(frozen=True)
class Choice:
    """A move chosen by a player, with the number of states searched and, if known, the score.

    Attributes:
        move: the move.
        visited: the number of states that the player searched.
        score: the score of the move from the player's point of view, or None if the player does not know it.
        exact: whether the score is proven.
    """

    move: Move
    visited: int = 0
    score: Score | None = None
    exact: bool = False


class PlayerFault(NoughtsError):
    """A user's own player crashed, made an illegal move, or returned something that is not a move."""


class IllegalAnswer(PlayerFault):
    """A user's function returned an illegal move, or something that is not a move."""

    kind: ClassVar[str] = "illegal"


class ExtraOutput(IllegalAnswer):
    """A program printed more than its move, so it is unclear which line answers which position."""


class Crash(PlayerFault):
    """A user's function raised an error."""

    kind: ClassVar[str] = "crash"


class TimeOut(PlayerFault):
    """A user's function or engine did not answer in time."""

    kind: ClassVar[str] = "time-out"


Chooser: TypeAlias = Callable[[Position, Random], Choice]
"""Chooses a move in an unfinished position, with random numbers from the generator that is passed on."""


@dataclass(frozen=True)
class Opponent:
    """A player with a name.

    Attributes:
        name: the display name.
        choose: the function that chooses a move in an unfinished position, given a random number generator.
        pure: whether the player's moves depend only on the position and on the random numbers. Such moves can be kept.
    """

    name: str
    choose: Chooser
    pure: bool = False

    def play(self, position: Position | str, random: Random | None = None) -> Position:
        """Return the position after this player's move.

        Args:
            position: an unfinished position, or its text.
            random: the random number generator. By default, the player always makes the same move in a position.

        Raises:
            NoughtsError: the text does not describe a position, the game is over, or `random` is not a random number
                generator.
            PlayerFault: a user's own player crashed, or did not return a legal move.
            SearchLimit: the player cannot search this position within its limits.
        """
        position = read_position(position)
        if position.is_over:
            raise NoughtsError("the game is over: there are no moves to choose from")
        random = Random(0) if random is None else random
        expect_random(random)
        return position.play(self.choose(position, random).move)


AnyPlayer: TypeAlias = Opponent | str | Callable[..., Any]
"""A player, its name, or a function that chooses moves: whatever `noughts.player` accepts."""
