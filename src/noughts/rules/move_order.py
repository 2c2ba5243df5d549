"""Find moves that lead from the empty board to a position."""

from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position


def moves_to(position: Position) -> tuple[Move, ...] | None:
    """Return moves from the empty board to a position, or None if no game leads there.

    Of several orders, the first one is returned in which each move is the lowest possible cell. Earlier moves never end
    the game.
    """
    if position.x.bit_count() - position.o.bit_count() != (position.turn is Player.O):
        return None
    order: list[Move] = []
    failed: set[Cells] = set()  # stones from which the position cannot be reached

    def extend(at: Position) -> bool:
        stones = at.x | at.o
        if at.empty == position.empty:
            return True
        if at.is_over or stones in failed:
            return False
        target = position.x if at.turn is Player.X else position.o
        for move in cells_in(target & ~stones):
            if not at.why_illegal(move):
                order.append(move)
                if extend(at.play(move)):
                    return True
                order.pop()
        failed.add(stones)
        return False

    return tuple(order) if extend(Position(position.game)) else None
