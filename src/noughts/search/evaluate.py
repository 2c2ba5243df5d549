"""Evaluation: how good an unfinished position looks, without looking ahead.

Source: the lines still open to each player, as in AIMA, 4th edition, exercise 6.1, weighted by their stones.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from noughts.rules.board import cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position, Score, sides

Evaluation: TypeAlias = Callable[[Any], Score]
"""Guesses the score of an unfinished state, strictly between -1 and +1, seen by the player to move."""


def unknown(state: object) -> Score:
    """Guess nothing: every unfinished state is 0."""
    return 0


def open_lines(position: Position) -> Score:
    """Guess by the lines that only one player has stones on: each counts 4 to the power of its stones.

    The difference d becomes d / (s + |d|), where s is what a line is worth that lacks one stone, with the sign
    turned in misère games. A full board that one player wins counts as one more line for that player.
    """
    x, o = position.x, position.o
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


def promise(position: Position) -> list[float]:
    """Return for every cell how promising a move there looks: the lines it furthers, and those it stops.

    A line with s stones of one player only counts 8 to the power of s, half as much again for the player
    to move; in misère games the other way round. For the order of moves, not for scores.
    """
    mine, theirs = sides(position, position.turn)
    sign = -1 if position.game.misere else 1
    found = [0.0] * len(position.game.board)
    for line in position.game.lines:
        ours, others = line & mine, line & theirs
        if ours and others:
            continue
        worth = sign * (8 ** others.bit_count() if others else 1.5 * 8 ** ours.bit_count())
        for cell in cells_in(line):
            found[cell] += worth
    return found
