"""Threats: where a player could complete a line, and where a player could make two such places at once.

All of it is seen in the position itself; nothing is searched. In a misère game nobody wants to complete a
line, so there are no threats in it and no forks.
"""

from collections.abc import Iterator

from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Game, Player
from noughts.rules.position import Position


def stones(position: Position, player: Player) -> Cells:
    """Return the stones of a player."""
    return position.x if player is Player.X else position.o


def to_move(position: Position, player: Player) -> Position:
    """Return the position with a player to move, as if the other had passed."""
    if position.turn is player:
        return position
    return Position(position.game, position.x, position.o, player)


def rows_completed(position: Position, move: Move, player: Player) -> tuple[Cells, ...]:
    """Return the lines that a player would complete by a move."""
    mine = stones(position, player) | 1 << move
    return tuple(line for line in position.game.lines_at[move] if line & mine == line)


def winning(position: Position, player: Player) -> tuple[Move, ...]:
    """Return the moves by which a player, if to move, would complete a line and win by that."""
    if position.game.misere:
        return ()
    return completing(position, player)


def completing(position: Position, player: Player) -> tuple[Move, ...]:
    """Return the moves by which a player, if to move, would complete a line; that wins, or in misère loses."""
    if position.is_over:
        return ()
    game, empty = position.game, position.empty
    return cells_in(_missing(game, stones(position, player)) & _playable(game, empty))


def forks(position: Position) -> tuple[Move, ...]:
    """Return the moves by which the player to move would fork.

    A move forks when the game goes on after it, the opponent cannot complete a line at once, and the mover
    could at two cells or more: the opponent can take only one of them. So a fork wins, two plies later.
    """
    return tuple(_forks(position))


def _forks(position: Position) -> Iterator[Move]:
    game = position.game
    if game.misere or position.is_over:
        return
    mine, theirs = stones(position, position.turn), stones(position, position.turn.other)
    ours, others = _missing(game, mine), _missing(game, theirs)
    for move in position.moves:
        bit = 1 << move
        if ours & bit:
            continue  # it completes a line: the game is over
        playable = _playable(game, position.empty ^ bit)
        if others & playable:
            continue
        threats = ours
        for line in game.lines_at[move]:
            missing = line & ~(mine | bit)
            if missing & (missing - 1) == 0:
                threats |= missing
        threats &= playable
        if threats & (threats - 1):
            yield move


def _missing(game: Game, mine: Cells) -> Cells:
    """Return the cells that are all that a line lacks of being complete; the opponent may have taken them."""
    found = 0
    for line in game.lines:
        missing = line & ~mine
        if missing & (missing - 1) == 0:
            found |= missing
    return found


def _playable(game: Game, empty: Cells) -> Cells:
    """Return the empty cells that can be taken now."""
    if not game.needs:
        return empty
    playable = 0
    for cell in cells_in(empty):
        if not game.needs[cell] & empty:
            playable |= 1 << cell
    return playable
