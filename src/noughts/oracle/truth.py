"""The truth about a position: its exact value, all its optimal moves, and how long the game lasts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from noughts.rules.board import Move
from noughts.rules.position import Position, Score
from noughts.solve.analysis import distance
from noughts.solve.solver import Solver

NODES = 3_000_000
"""How many nodes the solver may search for the moves of one position: some ten seconds."""


@dataclass(frozen=True)
class Value:
    """What a position is worth.

    Attributes:
        position: the position.
        score: its exact score, seen by the player to move, in the unit of `noughts.rules.position.Score`.
        scores: the same of every legal move; none when the game is over.
    """

    position: Position
    score: Score
    scores: Mapping[Move, Score] = field(repr=False, hash=False)

    @property
    def result(self) -> int:
        """How the game ends in best play, for the player to move: 1 won, 0 drawn, -1 lost."""
        return result(self.score)

    @property
    def distance(self) -> int:
        """Plies to the end when the winner hurries and the loser holds out; a drawn game fills the board."""
        return 0 if self.position.is_over else distance(self.score, self.position.empty.bit_count())

    @property
    def keeping(self) -> tuple[Move, ...]:
        """The moves that keep the result."""
        return tuple(move for move, score in self.scores.items() if result(score) == self.result)

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the score too: they win soonest, or lose latest."""
        return tuple(move for move, score in self.scores.items() if score == self.score)

    def __str__(self) -> str:
        if self.position.outcome:
            winner = self.position.outcome.winner
            return f"the game is over: {f'{winner} has won' if winner else 'a draw'}"
        verb = {1: "wins in {}", 0: "draws", -1: "loses in {}"}[self.result].format(self.distance)
        names = self.position.game.board.names
        return f"{self.position.turn} {verb}: {' '.join(names[move] for move in self.best)}"


def result(score: Score) -> int:
    """Return 1 for the exact score of a win, 0 for a draw's, and -1 for a loss's."""
    return (score > 0) - (score < 0)


def value(position: Position, solver: Solver | None = None, *, nodes: int | None = NODES) -> Value:
    """Return what a position is exactly worth.

    Args:
        position: any position.
        solver: keeps what it learns for the next call; without one a new one is made.
        nodes: the most nodes to search; None for no limit.

    Raises:
        SearchLimit: these nodes do not suffice.
        ValueError: the solver is for another game.
    """
    if position.is_over:
        return Value(position, position.score, {})
    found = (solver or Solver(position.game)).solve(position, nodes=nodes)
    return Value(position, found.score, found.scores)
