"""Find all positions that can be reached from a starting position by legal moves, or only by certain moves."""

from collections.abc import Callable, Hashable, Iterable

from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.search.result import SearchLimit


def reachable(
    start: Position,
    *,
    limit: int,
    moves: Callable[[Position], Iterable[Move]] | None = None,
    key: Callable[[Position], Hashable] | None = None,
) -> dict[Position, dict[Move, Position]]:
    """Map every reachable unfinished position to its moves, and each move to the position that it leads to.

    The positions are ordered by ply, so the successors of a position come after it. The result is empty if the game is
    over at the start.

    Args:
        start: the first position.
        limit: the maximum number of unfinished positions.
        moves: returns the moves to follow from an unfinished position. By default, all legal moves are followed.
        key: returns the key of a position. Only the first position with each key is kept. By default, all are.

    Raises:
        SearchLimit: there are more than `limit` unfinished positions.
    """
    following: dict[Position, dict[Move, Position]] = {}
    tier = [] if start.is_over else [start]
    known = len(tier)
    while tier:
        met: dict[Hashable, Position] = {}
        for position in tier:
            if known > limit:
                raise SearchLimit(
                    f"{start.game} has more than {limit:,} unfinished positions: expected a game small enough for "
                    "every position to be examined, such as tictactoe, misere, 3,3,3 gravity or 4,3,3"
                )
            after = following[position] = {}
            for move in position.moves if moves is None else moves(position):
                reached = position.play(move)
                name = reached if key is None else key(reached)
                after[move] = first = met.setdefault(name, reached)
                known += first is reached and not reached.is_over
        tier = [position for position in met.values() if not position.is_over]
    return following
