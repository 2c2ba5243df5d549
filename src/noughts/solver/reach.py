"""Which positions can come up: all that follow from one, or those that chosen moves lead to."""

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
    """Return every unfinished position that can be reached, with the positions that its moves lead to.

    They come ply by ply, the start first, so that whatever follows from a position comes after it. No positions
    come from a start at which the game is over.

    Args:
        start: the first position.
        limit: the most unfinished positions there may be.
        moves: the moves to follow from an unfinished position; otherwise all legal ones.
        key: positions with the same key are taken for one, the first that is met; otherwise only equal ones are.

    Raises:
        SearchLimit: there are more than `limit`.
    """
    following: dict[Position, dict[Move, Position]] = {}
    tier = [] if start.is_over else [start]
    known = len(tier)
    while tier:
        met: dict[Hashable, Position] = {}
        for position in tier:
            if known > limit:
                raise SearchLimit(
                    f"{start.game} has more than {limit:,} unfinished positions: expected a game small enough to "
                    "ask about every one, such as tictactoe, misere, 3,3,3 gravity or 4,3,3"
                )
            after = following[position] = {}
            for move in position.moves if moves is None else moves(position):
                reached = position.play(move)
                name = reached if key is None else key(reached)
                after[move] = first = met.setdefault(name, reached)
                known += first is reached and not reached.is_over
        tier = [position for position in met.values() if not position.is_over]
    return following
