"""Evaluation functions: estimate the score of an unfinished position without looking ahead.

Source: the lines that each player can still complete, as in AIMA, 4th edition, exercise 6.1, weighted by their stones.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

from noughts.rules.board import cells_in
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score, sides

EvaluationFunction: TypeAlias = Callable[[Any], Score]
"""Estimates the score of an unfinished state for the player to move, strictly between -1 and +1."""


def unknown(state: object) -> Score:
    """Return 0 for every unfinished state."""
    return 0


def open_lines(position: Position | str) -> Score:
    """Estimate the score from the lines on which only one player has stones. A line with n stones counts as 4 ** n.

    The difference d between the players' sums becomes d / (s + |d|), where s is the count of a line that lacks one
    stone. Misère games reverse the sign. If a full board wins for one player, an extra line with one stone is added for
    that player.
    """
    if isinstance(position, str):
        position = read_position(position)
    try:
        x, o = position.x, position.o
    except AttributeError:
        raise NoughtsError(f"expected a Position, not {short_repr(position)}") from None
    balance = 0
    for line in position.game.lines:
        mine, theirs = line & x, line & o
        if mine and not theirs:
            balance += 4 ** mine.bit_count()
        elif theirs and not mine:
            balance -= 4 ** theirs.bit_count()
    if position.game.misere:
        balance = -balance
    if position.game.full is not None:
        balance += 4 if position.game.full is Player.X else -4
    if position.turn is Player.O:
        balance = -balance
    scale: int = 4 ** max((line.bit_count() - 1 for line in position.game.lines[:1]), default=0)
    return balance / (scale + abs(balance))


def count_open_lines(position: Position) -> dict[Player, dict[int, int]]:
    """Count, for each player and each number of stones, the lines on which only this player has stones."""
    counts: dict[Player, dict[int, int]] = {}
    for player in Player:
        mine, theirs = sides(position, player)
        stones = Counter((line & mine).bit_count() for line in position.game.lines if line & mine and not line & theirs)
        counts[player] = dict(sorted(stones.items()))
    return counts


def move_weights(position: Position) -> list[float]:
    """Return a weight for every cell, to help order the moves. A cell's weight depends on the lines through the cell.

    A line with n stones, all of one player, counts as 8 ** n, or 1.5 times as much if that player is to move.
    Misère games reverse the sign.
    """
    mine, theirs = sides(position, position.turn)
    sign = -1 if position.game.misere else 1
    weights = [0.0] * len(position.game.board)
    for line in position.game.lines:
        ours, others = line & mine, line & theirs
        if ours and others:
            continue
        worth = sign * (8 ** others.bit_count() if others else 1.5 * 8 ** ours.bit_count())
        for cell in cells_in(line):
            weights[cell] += worth
    return weights
