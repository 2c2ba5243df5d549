"""What the rules alone prove on a board of any size: a win at once, a fork, and having no answer to these."""

from collections.abc import Iterator

from noughts.explain.seen import wins_at_once
from noughts.explain.threats import forks, to_move
from noughts.rules.board import Move
from noughts.rules.position import Position, Score


def certain(position: Position) -> Score | None:
    """Return the exact score of a position where these prove it, seen by the player to move; else None.

    Proven are: the game is over; a win at once; a fork, which wins two plies later; and a loss, where the opponent
    could do one of these after every move.
    """
    if position.is_over:
        return position.score
    if (won := _won(position)) is not None:
        return won
    if not _is_threatened(position) or saving(position) is not None:
        return None
    return max(-(_won(position.play(move)) or 0) for move in position.moves)


def saving(position: Position) -> Move | None:
    """Return a move that does not lose, after which the opponent can neither win at once nor fork; or None.

    What such a move is worth is another question. Of several, the first that stands where the opponent would.
    """
    return next((move for move in _answers(position) if _won(position.play(move)) is None), None)


def loses_quickly(position: Position, move: Move) -> bool:
    """Return whether a move loses, or the opponent can win at once after it, or fork."""
    return _won(position.play(move)) is not None


def _won(position: Position) -> Score | None:
    """Return the score of the player to move where it is a win, proven by the end, a win at once or a fork."""
    empty = position.empty.bit_count()
    if position.is_over:
        return position.score if position.score >= 1 else None
    if wins_at_once(position):
        return empty
    return empty - 2 if forks(position) else None


def _is_threatened(position: Position) -> bool:
    """Return whether the opponent could win at once or fork, if to move; or misère or a full board may make it so."""
    if position.game.misere or position.game.full is not None:
        return True
    return _won(to_move(position, position.turn.other)) is not None


def _answers(position: Position) -> Iterator[Move]:
    """Yield the legal moves, those first by which the opponent would win or fork."""
    other = to_move(position, position.turn.other)
    first = dict.fromkeys([*wins_at_once(other), *forks(other)])
    legal = position.moves
    yield from (move for move in first if move in legal)
    yield from (move for move in legal if move not in first)
