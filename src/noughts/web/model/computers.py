"""The computer players that the pages offer."""

from noughts.players.levels import LEVELS, level_name
from noughts.rules.game import Game

COMPUTERS = (*LEVELS, "minimax:depth=2", "mcts:simulations=300")
"""The levels of the computer players that the pages offer."""

VISIBLE = tuple(level for level in LEVELS if level != "random")
"""The levels that the Play page shows as buttons. The page folds the others away."""

_PLAIN = {
    "random": "random moves",
    "minimax:depth=2": "looks 2 moves ahead",
    "mcts:simulations=300": "tries 300 games in its head",
}


def player_words(level: str, game: Game) -> str:
    """Describe in a few words how a computer player plays a game."""
    return _PLAIN.get(level) or level_name(level, game)


def computers(game: Game) -> dict[str, str]:
    """Return the levels of the computer players that the pages offer, each with its name in a game."""
    return {level: player_words(level, game) for level in COMPUTERS}
