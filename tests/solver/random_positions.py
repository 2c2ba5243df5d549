"""Random positions that need not be reachable in play."""

from random import Random

from noughts import Game, Player, Position, RulesError


def random_position(game: Game, random: Random, most: int = 10) -> Position:
    """Return a random position with at most this many empty cells, with either player to move, finished or not."""
    cells = list(range(len(game.board)))
    while True:
        random.shuffle(cells)
        taken = cells[random.randint(0, most) :] if len(cells) > most else cells[random.randint(0, len(cells)) :]
        x = sum(1 << cell for cell in taken if random.random() < 0.5)
        o = sum(1 << cell for cell in taken) - x
        try:
            return Position(game, x, o, random.choice(list(Player)))
        except RulesError:  # both players have a line
            continue
