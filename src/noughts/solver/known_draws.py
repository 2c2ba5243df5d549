"""Proven draws early in two games (8,8,5 and 10,10,6), each of which takes the kernel half a minute to prove.

The draws follow from two facts about the weak game, in which Maker moves first and Breaker only stops Maker:

1. Maker cannot complete a line.
2. Breaker can answer Maker's first move with any central cell: Maker still cannot complete a line.

More stones for Breaker never help Maker. So a player whose opponent has at most one stone can rely on these facts. The
tests prove them again with the kernel, and the guide page *Solve* tells how to check a proof of the first fact.
"""

from noughts.rules.board import Cells, Move, cell_set
from noughts.rules.game import Game
from noughts.rules.position import Position, sides
from noughts.solver.evaluation import OPEN, Bounds
from noughts.solver.kernels.mnk import Shape, plain

DRAWN = (Shape(8, 8, 5), Shape(10, 10, 6))
"""The games for which both facts are proven."""


def centre(game: Game) -> Cells:
    """Return the four central cells of a rectangle with sides of even length."""
    middles = [{side // 2 - 1, side // 2} for side in game.board.shape]
    points = game.board.points
    return cell_set(c for c, point in enumerate(points) if all(x in m for x, m in zip(point, middles, strict=True)))


def opening_bounds(position: Position) -> dict[Move, Bounds]:
    """Return the bounds on each move's value, for the player to move, that follow from the two known draws."""
    if plain(position.game) not in DRAWN:
        return dict.fromkeys(position.moves, OPEN)
    mine, theirs = sides(position, position.turn)
    central = centre(position.game)

    def is_held(maker: Cells, breaker: Cells) -> bool:
        return not maker or (maker.bit_count() == 1 and bool(breaker & central))

    high = 0 if is_held(mine, theirs) else 1
    return {move: Bounds(0 if is_held(theirs, mine | 1 << move) else -1, high) for move in position.moves}
