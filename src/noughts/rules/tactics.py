"""Tactics: cells that complete a line, cells that can be played, immediate wins and forks.

None of this needs a search.
"""

from collections.abc import Iterable, Iterator

from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, sides


def sign(score: Score) -> int:
    """Return 1 for a proven win, -1 for a proven loss, and 0 for a draw or an estimate."""
    return (score >= 1) - (score <= -1)


def completing_cells(game: Game, stones: Cells, lines: Iterable[Cells] | None = None) -> Cells:
    """Return the cells on which one more stone would complete a line.

    The opponent's stones are not considered. Mask the result with the empty cells, or with those that can be played.

    Args:
        game: the game.
        stones: one player's stones.
        lines: the lines to check. By default, all lines of the game.
    """
    cells, beyond = 0, game.beyond_of
    for line in game.lines if lines is None else lines:
        missing = line & ~stones
        if missing & (missing - 1) == 0 and not (beyond and beyond[line] & stones):
            cells |= missing
    return cells


def playable_cells(game: Game, empty: Cells) -> Cells:
    """Return the empty cells that can be taken now. With gravity, a stone must rest on the floor or another stone."""
    needs = game.needs
    if not needs:
        return empty
    cells = 0
    for cell in cells_in(empty):
        if not needs[cell] & empty:
            cells |= 1 << cell
    return cells


def with_turn(position: Position, player: Player) -> Position:
    """Return the position with this player to move, as if the opponent had passed."""
    if position.turn is player:
        return position
    return Position(position.game, position.x, position.o, player)


def completed_lines(position: Position, move: Move, player: Player) -> tuple[Cells, ...]:
    """Return the lines that a player would complete by taking a cell."""
    stones = sides(position, player)[0] | 1 << move
    return tuple(position.game.completed(stones, position.game.lines_at[move]))


def completing_moves(position: Position, player: Player) -> tuple[Move, ...]:
    """Return the moves that would complete a line if it were this player's turn. In a misère game, these moves lose."""
    if position.is_over:
        return ()
    game = position.game
    cells = completing_cells(game, sides(position, player)[0])
    return cells_in(cells & playable_cells(game, position.empty))


def line_wins(position: Position, player: Player) -> tuple[Move, ...]:
    """Return the moves that would win by completing a line if it were this player's turn.

    Returns an empty tuple in a misère game.
    """
    return () if position.game.misere else completing_moves(position, player)


def immediate_wins(position: Position) -> tuple[Move, ...]:
    """Return the moves that win at once for the player to move, by completing a line or by filling the board."""
    if position.game.full is None:
        return line_wins(position, position.turn)
    return tuple(move for move in position.moves if position.play(move).winner is position.turn)


def forks(position: Position) -> tuple[Move, ...]:
    """Return the moves that create a fork for the player to move, or an empty tuple in a misère game.

    After a fork, the game is not over, the opponent cannot complete a line at once, and the mover could complete a line
    on any of two or more cells. The opponent can take only one of these cells, so a fork wins two plies later.
    """
    if position.game.misere or position.is_over:
        return ()
    return tuple(_forks(position))


def _forks(position: Position) -> Iterator[Move]:
    game = position.game
    mine, theirs = sides(position, position.turn)
    own, other = completing_cells(game, mine), completing_cells(game, theirs)
    for move in position.moves:
        bit = 1 << move
        if own & bit:
            continue  # this move completes a line and ends the game
        playable = playable_cells(game, position.empty ^ bit)
        if other & playable:
            continue
        # a row that becomes too long ends an old threat
        old = completing_cells(game, mine | bit) if game.beyond and own else own
        threats = (old | completing_cells(game, mine | bit, game.lines_at[move])) & playable
        if threats & (threats - 1):
            yield move
