"""Matches between two players."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from noughts.players.opponent import AnyPlayer, Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NoughtsError, short_repr, whole_number
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import Ended, Record

GameCallback: TypeAlias = Callable[[Record, str], None]
"""Called with the record of a game and, if a player lost through an error, the error message."""

_RUNNING: Ended = ""
_LOST: dict[Player, Ended] = {Player.X: "x resigned", Player.O: "o resigned"}


@dataclass
class MatchResult:
    """The result of a match between two players. The players are numbered 0 and 1.

    Attributes:
        names: the names of the players.
        games: how often each result occurred. Each key is a pair: the player who played X (0 or 1), and the winner (0,
            1, or None for a draw).
        faults: for each player, a message for every illegal move or other fault that lost a game.
    """

    names: tuple[str, str]
    games: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    faults: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    @property
    def played(self) -> int:
        """The number of games played."""
        return self.games.total()

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return self.games[0, None] + self.games[1, None]

    def wins(self, player: int | str, side: Player | str | None = None) -> int:
        """Return how many games a player won, in total or only as one side.

        Args:
            player: 0 for the first player, 1 for the second, or a name from `names`.
            side: count only the games that the player won as X, or as O. Its letter is accepted, too.

        Raises:
            NoughtsError: neither player has this name, or both do, or the side is not a player.
        """
        number = self._number(player)
        with_x = {Player.X: (number,), Player.O: (1 - number,), None: (0, 1)}[None if side is None else Player(side)]
        return sum(self.games[x, number] for x in with_x)

    def __str__(self) -> str:
        """Return a line such as ``perfect won 4, hard won 0, 5 drawn``."""
        first, second = self.names
        return f"{first} won {self.wins(0)}, {second} won {self.wins(1)}, {self.draws} drawn"

    def _number(self, player: int | str) -> int:
        if player in (0, 1):
            return int(player)
        if self.names.count(str(player)) == 1:
            return self.names.index(str(player))
        first, second = self.names
        if player == first:
            raise NoughtsError(f"both players are called {first!r}: use 0 for the first player and 1 for the second")
        raise NoughtsError(f"unknown player {short_repr(player)}: expected {first!r}, {second!r}, 0 or 1")


def match(
    first: AnyPlayer,
    second: AnyPlayer,
    *,
    games: int = 100,
    game: Game | str = "tictactoe",
    seed: int = 0,
    swap: bool = True,
    progress: Callable[[MatchResult], None] | None = None,
    watch: GameCallback | None = None,
) -> MatchResult:
    """Play a match between two players and count the results.

    A player that makes an illegal move or raises a `PlayerFault` loses the game. For example, a user's own function
    might crash.

    Args:
        first: the player that plays X in the first game, as for `noughts.player`: its name, or a function.
        second: the other player.
        games: the number of games to play.
        game: the game or its name.
        seed: the seed for all random choices. The same seed gives the same match.
        swap: whether the players change sides after every game.
        progress: called after every game with the result so far.
        watch: called after every game with its record and, if a player lost through an error, the error message.

    Raises:
        NoughtsError: no player has this name, the number of games is negative, or a function in a file cannot be
            called.
        SearchLimit: a search cannot finish within its limits.
        Exception: any other error raised by a player's `choose`.
    """
    games = whole_number(games, "the number of games")
    players, random = (player(first), player(second)), Random(seed)
    start = Position(game)
    result = MatchResult((players[0].name, players[1].name))
    for number in range(games):
        x = number % 2 if swap else 0
        record, fault = _play(start, players, x, random)
        winner = record.winner and (x if record.winner is Player.X else 1 - x)
        result.games[x, winner] += 1
        if fault and winner is not None:
            result.faults[1 - winner].append(fault)
        if watch:
            watch(record, fault)
        if progress:
            progress(result)
    return result


def _play(start: Position, players: tuple[Opponent, Opponent], x: int, random: Random) -> tuple[Record, str]:
    """Play a game. Return the game's record and, if a player lost through an error, the error message."""
    position, moves, ended, error = start, list[Move](), _RUNNING, ""
    while not position.is_over and not ended:
        mover = players[x if position.turn is Player.X else 1 - x]
        try:
            move = mover.choose(position, random).move
            position = position.play(move)
            moves.append(move)
        except (PlayerFault, IllegalMove) as fault:
            ended, error = _LOST[position.turn], str(fault)
    return Record(start, tuple(moves), (players[x].name, players[1 - x].name), ended), error
