"""Where a calculation starts, which positions it meets, and how its numbers are shown."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeAlias

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.search.result import SearchLimit
from noughts.solver.reach import reachable

LIMIT = 150_000
"""The most unfinished positions that may come up, unless a caller says otherwise."""

Start: TypeAlias = Position | Game | str
"""Where games start: in a position, or in the first one of a game or of the game with a name."""

Following: TypeAlias = dict[Position, dict[Move, Position]]
"""Unfinished positions, ply by ply, each with the positions that moves lead to."""


def starting(start: Start) -> Position:
    """Return the first position.

    Raises:
        NoughtsError: it is neither a position nor a game.
    """
    if isinstance(start, str):
        return Position(named_game(start))
    if isinstance(start, Game):
        return Position(start)
    if isinstance(start, Position):
        return start
    raise NoughtsError(f"games cannot start at {start!r:.40}: expected a position, a game, or the name of a game")


def seat(side: Player) -> Player:
    """Return the side.

    Raises:
        NoughtsError: it is none.
    """
    if isinstance(side, Player):
        return side
    raise NoughtsError(f"{side!r:.40} is no side: expected Player.X or Player.O")


def walk(
    first: Position,
    limit: int,
    moves: Callable[[Position], Iterable[Move]] | None = None,
    key: Callable[[Position], Hashable] | None = None,
) -> Following:
    """Return the unfinished positions that can come up, as `noughts.solver.reach.reachable` does.

    Raises:
        SearchLimit: there are more than the limit.
    """
    try:
        return reachable(first, limit=limit, moves=moves, key=key)
    except SearchLimit as error:
        raise SearchLimit(f"{error}, or a larger limit") from None


def against_anything(
    first: Position, limit: int, asked: Callable[[Position], Iterable[Move]], side: Player
) -> Following:
    """Return the unfinished positions that can come up where one side makes moves of its own and the other any.

    Raises:
        SearchLimit: there are more than the limit.
    """
    return walk(first, limit, lambda position: asked(position) if position.turn is side else position.moves)


def shown(number: Fraction, most: int = 16) -> str:
    """Return a number as a fraction, or as a decimal where that is too long to read."""
    text = str(number)
    return text if len(text) <= most else f"{float(number):.6g}"
