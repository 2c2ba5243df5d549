"""The player ``minimax:depth=2,order=random`` for plain k in a row, a thousand times as fast.

It makes the same moves as that player; `test_two_ahead` checks this.
"""

from functools import cache
from random import Random
from typing import Any

import numpy as np

from noughts.rules.board import Move, cells_in
from noughts.rules.game import Game
from noughts.rules.position import Position, sides
from noughts.search.order import shuffled


@cache
def _lines(game: Game) -> Any:
    return np.array([cells_in(line) for line in game.lines])


def _worth(mine: Any, theirs: Any) -> Any:
    """Return what `noughts.search.evaluate.open_lines` counts for lines with these numbers of stones."""
    return np.where(theirs == 0, np.where(mine > 0, 4.0**mine, 0), np.where(mine == 0, -(4.0**theirs), 0))


def two_ahead(position: Position, random: Random) -> Move:
    """Return the player's move."""
    game, (mine, theirs) = position.game, sides(position, position.turn)
    order = [cell for cell in shuffled(random.getrandbits(32))(position) if position.empty >> cell & 1]
    lines, cells = _lines(game), len(game.board)
    stones = np.array([[side >> cell & 1 for cell in range(cells)] for side in (mine, theirs)])
    own, other = stones[0][lines].sum(1), stones[1][lines].sum(1)
    k = lines.shape[1]
    completing = {cell for cell in order for row in lines[(own == k - 1) & (other == 0)] if cell in row}
    if completing:
        return next(cell for cell in order if cell in completing)
    stopping = {cell for cell in order for row in lines[(other == k - 1) & (own == 0)] if cell in row}
    here = _worth(own, other)
    gain, loss, both = np.zeros(cells), np.zeros(cells), np.zeros((cells, cells))
    np.add.at(gain, lines, (_worth(own + 1, other) - here)[:, None])
    np.add.at(loss, lines, (_worth(own, other + 1) - here)[:, None])
    change = _worth(own + 1, other + 1) - _worth(own + 1, other) - _worth(own, other + 1) + here
    np.add.at(both, (lines[:, :, None], lines[:, None, :]), change[:, None, None])
    after = here.sum() + gain[:, None] + loss[None, :] + both
    after[:, sorted({*range(cells)} - {*order})] = np.inf
    np.fill_diagonal(after, np.inf)
    worst = after.min(1) if len(order) > 2 else np.zeros(cells)  # the board is full
    scores = {cell: -np.inf if stopping - {cell} else worst[cell] for cell in order}
    return max(order, key=scores.__getitem__)
