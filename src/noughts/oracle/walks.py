"""Helpers for the oracle: starting positions, reachable positions, and fractions as text."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeAlias

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.policy import interactive_nodes
from noughts.solver.reach import reachable
from noughts.solver.solver import Solver

LIMIT = 150_000
"""The default limit on the number of unfinished positions."""

Start: TypeAlias = Position | Game | str
"""The starting point of games: a position, a game, or the name of a game."""

Following: TypeAlias = dict[Position, dict[Move, Position]]
"""Unfinished positions in order of ply, each with the position after each of its moves."""


def starting(start: Start) -> Position:
    """Convert a starting point (a position, a game or the name of a game) to a position.

    Raises:
        NoughtsError: the argument is neither a position nor a game.
    """
    if isinstance(start, str):
        return Position(named_game(start))
    if isinstance(start, Game):
        return Position(start)
    if isinstance(start, Position):
        return start
    raise NoughtsError(f"invalid start {short_repr(start)}: expected a position, a game, or the name of a game")


def start_value(first: Position, limit: int) -> int:
    """Solve the starting position. Return 1 if the player to move wins, 0 for a draw, or -1 for a loss.

    Calculations find this value first. So a game that is too large is rejected before a slow policy is called for
    thousands of positions.

    Raises:
        SearchLimit: the position is too hard to solve within the limit.
    """
    try:
        return sign(Solver(first.game).score(first, nodes=interactive_nodes(first, 4 * limit)))
    except SearchLimit:
        raise SearchLimit(
            f"the start in {first.game} cannot be solved within the limit of {limit:,} positions: expected a smaller "
            "game, a later position, or a larger limit"
        ) from None


def walk(
    first: Position,
    limit: int,
    moves: Callable[[Position], Iterable[Move]] | None = None,
    key: Callable[[Position], Hashable] | None = None,
) -> Following:
    """Return the reachable unfinished positions, as found by `noughts.solver.reach.reachable`.

    Raises:
        SearchLimit: there are more positions than the limit.
    """
    try:
        return reachable(first, limit=limit, moves=moves, key=key)
    except SearchLimit as error:
        raise SearchLimit(f"{error}, or a larger limit") from None


def against_anything(
    first: Position, limit: int, asked: Callable[[Position], Iterable[Move]], side: Player
) -> Following:
    """Return the unfinished positions that can arise if one side follows a policy and the other may make any move.

    Raises:
        SearchLimit: there are more positions than the limit.
    """
    return walk(first, limit, lambda position: asked(position) if position.turn is side else position.moves)


def shown(number: Fraction, most: int = 16) -> str:
    """Format a number as a fraction, or as a decimal if the fraction is too long."""
    text = str(number)
    return text if len(text) <= most else f"{float(number):.6g}"
