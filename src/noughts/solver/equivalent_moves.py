"""Moves that are alike: a symmetry of the position takes one to the other, so they are worth the same.

The cells of the empty board, those that are alike by one number; what holds for one of them holds for all::

    1 2 1
    2 3 2
    1 2 1
"""

from noughts.rules.board import Move
from noughts.rules.game import moved
from noughts.rules.position import Position

_MOST_AXES = 3  # in four dimensions and more there are too many symmetries to look at


def equivalent_moves(position: Position) -> list[frozenset[Move]]:
    """Return the moves of a position, those together that are alike, in the order of the first of each."""
    game = position.game
    symmetries = game.symmetries if len(game.board.shape) <= _MOST_AXES else ()
    keeping = [s for s in symmetries if moved(position.x, s) == position.x and moved(position.o, s) == position.o]
    groups = [frozenset({move, *(symmetry[move] for symmetry in keeping)}) for move in position.moves]
    return list(dict.fromkeys(groups))
