"""All positions of a game."""

from collections.abc import Iterator

from noughts.rules.game import Game
from noughts.rules.notation import game_or_position
from noughts.rules.position import Position


def positions(start: Position | Game | str = "tictactoe") -> Iterator[Position]:
    """Yield every position that legal moves can reach, each once, in order of the number of stones.

    The first position is the start. On 3 × 3, there are 5,478 positions, including the finished ones. Large games have
    more positions than any computer can visit, and all those with the same number of stones are in memory at once.

    Args:
        start: a game or a position, or the text of either.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
    """
    tier = {game_or_position(start): None}
    while tier:
        yield from tier
        tier = dict.fromkeys(position.play(move) for position in tier for move in position.moves)
