"""Round-robin tournaments, and Elo ratings with error bars from their results."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import NamedTuple

from noughts.players.match import GameCallback, MatchResult, match
from noughts.players.opponent import AnyPlayer
from noughts.players.registry import player
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game

_SCALE = 400 / math.log(10)  # Elo points for each unit of log-odds
_PRIOR = 1.0  # drawn games that each pair is assumed to have played, so that ratings stay finite
_CONFIDENCE = 1.96  # standard errors on each side of a 95% interval


class Rating(NamedTuple):
    """A player's strength in Elo points, relative to the mean of all rated players.

    Attributes:
        elo: the rating.
        error: half the width of its 95% interval.
    """

    elo: float
    error: float


@dataclass
class Tournament:
    """The results of a round-robin tournament.

    Attributes:
        names: the names of the players.
        matches: the match of each pair of players that have played, by the players' numbers.
    """

    names: tuple[str, ...]
    matches: dict[tuple[int, int], MatchResult] = field(default_factory=dict)

    @property
    def played(self) -> int:
        """The number of games played."""
        return sum(result.played for result in self.matches.values())

    def wins(self, player: int, other: int | None = None) -> int:
        """Return how many games a player won against another player, or against all."""
        return sum(
            result.wins(pair.index(player))
            for pair, result in self.matches.items()
            if player in pair and (other is None or other in pair)
        )

    def losses(self, player: int) -> int:
        """Return how many games a player lost."""
        return sum(result.wins(1 - pair.index(player)) for pair, result in self.matches.items() if player in pair)

    def draws(self, player: int, other: int | None = None) -> int:
        """Return how many games a player drew against another player, or against all."""
        return sum(
            result.draws for pair, result in self.matches.items() if player in pair and (other is None or other in pair)
        )

    def faults(self, player: int) -> list[str]:
        """Return a message for each game that a player lost through an error."""
        return [
            fault
            for pair, result in self.matches.items()
            if player in pair
            for fault in result.faults[pair.index(player)]
        ]

    def ratings(self) -> list[Rating | None]:
        """Return the rating of each player, or None for a player who has played too few games for a comparison.

        These are the most likely strengths in the Bradley–Terry model, in which a draw counts as half a win. Each pair
        that has played is assumed to have drawn one more game, so that a player who won all games has a finite rating.
        With many draws, the true error is smaller than the error bar.

        Two players can be compared if they have met, or if a chain of matches links them. Only the largest group of
        linked players is rated.
        """
        rated = max((self._group(player) for player in range(len(self.names))), key=len, default=[])
        if len(rated) < 2:
            return [None] * len(self.names)
        place = {player: number for number, player in enumerate(rated)}
        games = [[0.0] * len(rated) for _ in rated]
        points = [0.0] * len(rated)
        for pair, result in self.matches.items():
            if result.played and pair[0] in place:
                a, b = (place[player] for player in pair)
                games[a][b] = games[b][a] = result.played + _PRIOR
                points[a] += result.wins(0) + (result.draws + _PRIOR) / 2
                points[b] += result.wins(1) + (result.draws + _PRIOR) / 2
        found = ratings(games, points)
        return [found[place[player]] if player in place else None for player in range(len(self.names))]

    def _group(self, player: int) -> list[int]:
        """Return a player and all players that a chain of matches links to it, in the order of their numbers."""
        group = {player}
        for _ in self.names:
            group |= {one for pair, result in self.matches.items() if result.played and group & {*pair} for one in pair}
        return sorted(group)


def ratings(games: Sequence[Sequence[float]], points: Sequence[float]) -> list[Rating]:
    """Compute the players' ratings from each pair's number of games and each player's points."""
    count = len(points)
    strength = [0.0] * count
    for _ in range(100):  # Newton's method; the likelihood is concave
        expected = [[_expected(strength[a] - strength[b]) for b in range(count)] for a in range(count)]
        slope = [points[a] - sum(games[a][b] * expected[a][b] for b in range(count)) for a in range(count)]
        covariance = _covariance(games, expected)
        step = [sum(covariance[a][b] * slope[b] for b in range(count)) for a in range(count)]
        longest = max(map(abs, step), default=0)
        strength = [s + d * min(1, 2 / (longest or 1)) for s, d in zip(strength, step, strict=True)]
        if longest < 1e-9:
            break
    expected = [[_expected(strength[a] - strength[b]) for b in range(count)] for a in range(count)]
    covariance = _covariance(games, expected)
    return [
        Rating(strength[a] * _SCALE, _CONFIDENCE * math.sqrt(max(0.0, covariance[a][a])) * _SCALE) for a in range(count)
    ]


def _expected(difference: float) -> float:
    """Return a player's expected score, given the difference of strengths in log-odds."""
    return 1 / (1 + math.exp(-difference))


def _covariance(games: Sequence[Sequence[float]], expected: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the covariance of strengths whose mean is 0: the pseudoinverse of the Fisher information."""
    count = len(games)
    information = [[1 / count] * count for _ in range(count)]  # makes the mean 0
    for a in range(count):
        for b in range(count):
            weight = games[a][b] * expected[a][b] * expected[b][a]
            information[a][a] += weight
            information[a][b] -= weight
    inverse = _inverse(information)
    return [[value - 1 / count for value in row] for row in inverse]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by Gauss–Jordan elimination."""
    count = len(matrix)
    rows = [[*row, *(float(a == b) for b in range(count))] for a, row in enumerate(matrix)]
    for a in range(count):
        pivot = max(range(a, count), key=lambda row: abs(rows[row][a]))
        rows[a], rows[pivot] = rows[pivot], rows[a]
        rows[a] = [value / (rows[a][a] or 1e-12) for value in rows[a]]
        for b in range(count):
            if b != a and rows[b][a]:
                rows[b] = [x - rows[b][a] * y for x, y in zip(rows[b], rows[a], strict=True)]
    return [row[count:] for row in rows]


def tournament(
    players: Sequence[AnyPlayer],
    *,
    games: int = 100,
    game: Game | str = "tictactoe",
    seed: int = 0,
    swap: bool = True,
    progress: Callable[[Tournament], None] | None = None,
    watch: GameCallback | None = None,
) -> Tournament:
    """Play a match between every two players.

    Args:
        players: the players, or their names as in `noughts.player`.
        games: the number of games in each match.
        game: the game or its name.
        seed: the seed for all random choices. The same seed gives the same tournament.
        swap: whether the players of a match change sides after every game.
        progress: called after every game with the results so far.
        watch: called after every game, as by `noughts.match`.

    Raises:
        NoughtsError: there are fewer than two players, or `noughts.match` raises an error.
    """
    if len(players) < 2:
        raise NoughtsError(f"expected at least two players, not {len(players)}")
    opponents, random = [player(one) for one in players], Random(seed)
    results = Tournament(tuple(one.name for one in opponents))
    for number, pair in enumerate(combinations(range(len(opponents)), 2)):

        def so_far(result: MatchResult, pair: tuple[int, int] = pair) -> None:
            results.matches[pair] = result
            if progress:
                progress(results)

        a, b = pair
        seed = random.getrandbits(64) if number else seed
        results.matches[pair] = match(
            *(opponents[a], opponents[b]), games=games, game=game, seed=seed, swap=swap, progress=so_far, watch=watch
        )
    return results
