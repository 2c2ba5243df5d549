"""Equivalent moves: moves that a symmetry of the position maps to each other, so they have the same score.

Equivalent cells of the empty board, marked with the same number::

    1 2 1
    2 3 2
    1 2 1
"""

from noughts.rules.board import Move
from noughts.rules.game import moved
from noughts.rules.position import Position

_MOST_AXES = 3  # a board with four or more dimensions has too many symmetries to check


def equivalent_moves(position: Position) -> list[frozenset[Move]]:
    """Return the legal moves in groups of equivalent moves, ordered by the first move of each group."""
    game = position.game
    symmetries = game.symmetries if len(game.board.shape) <= _MOST_AXES else ()
    keeping = [s for s in symmetries if moved(position.x, s) == position.x and moved(position.o, s) == position.o]
    groups = [frozenset({move, *(symmetry[move] for symmetry in keeping)}) for move in position.moves]
    return list(dict.fromkeys(groups))
