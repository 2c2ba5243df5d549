"""Exact scores that follow from the rules without a search, on boards of any size.

They cover immediate wins, forks and lost games.
"""

from collections.abc import Iterator

from noughts.rules.board import Move
from noughts.rules.position import Position, Score
from noughts.rules.tactics import forks, immediate_wins, with_turn


def tactical_score(position: Position) -> Score | None:
    """Return the exact score for the player to move if the rules prove it, otherwise None.

    The rules prove a score when the game is over, when the player to move can win at once or fork (a fork wins two
    plies later), and when the opponent can do so after every move.
    """
    if position.is_over:
        return position.score
    if (score := _winning_score(position)) is not None:
        return score
    if not _is_threatened(position) or safe_move(position) is not None:
        return None
    return max(-(_winning_score(position.play(move)) or 0) for move in position.moves)


def safe_move(position: Position) -> Move | None:
    """Return a move that does not lose and leaves the opponent no immediate win or fork, or None if there is no such
    move.

    Moves on cells where the opponent would win or fork are preferred. Nothing else is known about the value of the
    move.
    """
    return next((move for move in _moves_by_urgency(position) if _winning_score(position.play(move)) is None), None)


def loses_quickly(position: Position, move: Move) -> bool:
    """Return whether a move loses immediately, or lets the opponent win or fork on the next turn."""
    return _winning_score(position.play(move)) is not None


def _winning_score(position: Position) -> Score | None:
    """Return the score if the player to move has won, can win at once, or can make a fork. Otherwise, return None."""
    empty = position.empty.bit_count()
    if position.is_over:
        return position.score if position.score >= 1 else None
    if immediate_wins(position):
        return empty
    return empty - 2 if forks(position) else None


def _is_threatened(position: Position) -> bool:
    """Return whether the opponent could win quickly if the player to move passed.

    Return True if this is unknown: in misère games, and in games where a full board is a win.
    """
    if position.game.misere or position.game.full is not None:
        return True
    return _winning_score(with_turn(position, position.turn.other)) is not None


def _moves_by_urgency(position: Position) -> Iterator[Move]:
    """Yield the legal moves, beginning with the cells where the opponent would win or fork."""
    other = with_turn(position, position.turn.other)
    first = dict.fromkeys([*immediate_wins(other), *forks(other)])
    legal = position.moves
    yield from (move for move in first if move in legal)
    yield from (move for move in legal if move not in first)
