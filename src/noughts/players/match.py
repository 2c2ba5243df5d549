"""Matches: two players meet, and the results are counted."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from noughts.players.opponent import Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.errors import IllegalMove
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position


@dataclass
class MatchResult:
    """The results of a match between two players, 0 and 1.

    Attributes:
        names: the players' names.
        games: how many games ended so: who had X (0 or 1), and who won (0, 1, or None for a draw).
        faults: for each player the illegal moves and other faults, which lose the game, as sentences.
    """

    names: tuple[str, str]
    games: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    faults: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.games.total()

    @property
    def draws(self) -> int:
        """How many games were drawn."""
        return self.games[0, None] + self.games[1, None]

    def wins(self, player: int, side: Player | None = None) -> int:
        """Return how many games player 0 or 1 won, in all or with one side."""
        seats = {Player.X: (player,), Player.O: (1 - player,), None: (0, 1)}[side]
        return sum(self.games[x, player] for x in seats)


def match(
    players: tuple[Opponent | str, Opponent | str],
    *,
    games: int = 100,
    game: Game | str = "tictactoe",
    random: Random,
    swap: bool = True,
    progress: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Let two players meet and count the results.

    An illegal move loses the game, and so does a `PlayerFault`: that is how somebody's own function in a file crashes.

    Args:
        players: the two, or their names as in `player`; the first has X in the first game.
        games: how many games to play.
        game: the game or its name.
        random: draws whatever the players draw; the same numbers give the same match.
        swap: change seats after every game.
        progress: is told the result so far after every game.

    Raises:
        NoughtsError: a name is no player's, or a function in a file cannot be called.
        SearchLimit: a search that plays cannot finish within its nodes.
        Exception: whatever else an opponent's own `choose` raises.
    """
    pair = _opponent(players[0]), _opponent(players[1])
    start = Position(named_game(game) if isinstance(game, str) else game)
    result = MatchResult((pair[0].name, pair[1].name))
    for number in range(games):
        x = number % 2 if swap else 0
        result.games[x, _play(start, pair, x, random, result)] += 1
        if progress:
            progress(result)
    return result


def _opponent(opponent: Opponent | str) -> Opponent:
    return player(opponent) if isinstance(opponent, str) else opponent


def _play(
    position: Position, players: tuple[Opponent, Opponent], x: int, random: Random, result: MatchResult
) -> int | None:
    """Play one game and return who won, 0, 1, or None for a draw."""
    while not position.is_over:
        mover = x if position.turn is Player.X else 1 - x
        try:
            position = position.play(players[mover].choose(position, random).move)
        except (PlayerFault, IllegalMove) as fault:
            result.faults[mover].append(str(fault))
            return 1 - mover
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return None
    return x if outcome.winner is Player.X else 1 - x
