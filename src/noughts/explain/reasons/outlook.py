"""Explain the estimate of a position in a sentence about a threat, a fork, or the rows that are still open."""

from collections import Counter
from operator import itemgetter

from noughts.explain.naming import CELLS, Naming
from noughts.explain.words import abbreviate, join_or, plural
from noughts.rules.game import Player
from noughts.rules.position import Position, Score, sides
from noughts.rules.tactics import forks, line_wins, with_turn


def outlook(position: Position, estimate: Score, naming: Naming = CELLS) -> str:
    """Name the threats or forks of the player whom an estimate favours, as in ``O threatens to win at c3.``

    Without such a threat or fork, the sentence compares the rows that each player can still complete.

    Args:
        position: an unfinished position.
        estimate: its estimated score, for the player to move.
        naming: how moves are named.
    """
    me, you, board = position.turn, position.turn.other, position.game.board
    if estimate <= 0 and (threats := line_wins(position, you)):
        return f"{you} threatens to win at {join_or(abbreviate(naming.moves(board, threats)))}."
    if estimate >= 0 and (mine := forks(position)):
        return f"{me} can make two threats at once at {join_or(abbreviate(naming.moves(board, mine)))}."
    if estimate <= 0 and not line_wins(position, me) and (theirs := forks(with_turn(position, you))):
        cells = join_or(abbreviate(naming.moves(board, theirs)))
        return f"If {me} does not prevent it, {you} makes two threats at once at {cells}."
    return _open_rows(position, estimate)


def _open_rows(position: Position, estimate: Score) -> str:
    """Compare the rows on which only one player has marks, the fullest rows first."""
    mine, theirs = (_open_by_marks(position, player) for player in (position.turn, position.turn.other))
    ends = " A row loses this game." if position.game.misere else ""
    moves = "" if ends or estimate <= 0 else f" it is {position.turn}'s move"
    for marks in sorted({*mine, *theirs}, reverse=True):
        if mine[marks] != theirs[marks]:
            (more, leader), (less, other) = sorted(
                [(mine[marks], position.turn), (theirs[marks], position.turn.other)], reverse=True, key=itemgetter(0)
            )
            but = f", but{moves}" if moves and other is position.turn else ""
            rows = f"{plural(more, 'open row')} with {plural(marks, 'mark')}"
            return f"{leader} has {rows}, and {other} has {less or 'none'}{but}.{ends}"
    return f"Each player can still complete {plural(mine.total(), 'row')}{f', and{moves}' if moves else ''}.{ends}"


def _open_by_marks(position: Position, player: Player) -> Counter[int]:
    """Count a player's open rows (without marks of the opponent) by the number of the player's marks."""
    mine, theirs = sides(position, player)
    return Counter((line & mine).bit_count() for line in position.game.lines if not line & theirs)
