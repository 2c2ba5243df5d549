"""The truth about a position: its exact value, all its optimal moves, and how long the game lasts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from noughts.rules.board import Move
from noughts.rules.position import Position, Score, expect_state
from noughts.search.result import SearchLimit
from noughts.solver.analysis import MOST_PLAIN, distance, everyday_nodes
from noughts.solver.budget import Budget
from noughts.solver.solver import Solver

NODES = 3_000_000
"""How many nodes the solver in plain Python may search for the moves of one position: some ten seconds."""
KERNEL_NODES = 1_000_000
"""How many the compiled kernel may search on larger boards: some seconds."""

_FIRST = 20_000  # nodes of the solver in plain Python before the kernel is asked


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


def value(
    position: Position, solver: Solver | None = None, *, nodes: int | Literal["everyday"] | None = "everyday"
) -> Value:
    """Return what a position is exactly worth.

    Small boards are solved in plain Python. On more than 16 empty cells the compiled kernel is asked, where it is
    installed and the board has up to 128: it proves draws of plain k in a row even on large ones, while the moves of
    a won game need to be searched for how soon they win.

    Args:
        position: any position.
        solver: keeps what it learns for the next call; without one a new one is made.
        nodes: the most nodes to search; ``everyday`` for as many as take some seconds, None for no limit.

    Raises:
        SearchLimit: these nodes do not suffice; the message says how many they were.
        ValueError: the solver is for another game.
        TypeError: the position is text that has still to be read.
    """
    expect_state(position)
    if position.is_over:
        return Value(position, position.score, {})
    solver = solver or Solver(position.game)
    is_large = position.empty.bit_count() > MOST_PLAIN
    with_kernel = is_large and solver.general is not None
    if nodes == "everyday":
        by_kernel = KERNEL_NODES * (1 if with_kernel and solver.kernel else 10)  # what is no plain game goes faster
        nodes = NODES if not is_large else by_kernel if with_kernel else 10 * everyday_nodes(position)
    before = solver.visited
    try:
        found = solver.solve(position, nodes=_FIRST if with_kernel and (nodes is None or nodes > _FIRST) else nodes)
        return Value(position, found.score, found.scores)
    except SearchLimit as limit:
        used = solver.visited - before
        if nodes is None and not with_kernel:  # then it was another limit than that of nodes
            raise
        scores = _by_kernel(position, solver, None if nodes is None else nodes - used) if with_kernel else None
        if scores is None:
            more = f"allow more, as in nodes={10 * max(nodes or 0, 1):_}, or nodes=None for no limit"
            raise SearchLimit(f"no exact answer within {nodes:,} nodes: {more}") from limit
    return Value(position, max(scores.values()), scores)


def _by_kernel(position: Position, solver: Solver, nodes: int | None) -> dict[Move, Score] | None:
    """Return the score of every move by the compiled kernel, or None where these nodes do not suffice."""
    effort, after = Budget(nodes), {move: position.play(move) for move in position.moves}
    values = solver.kernel.moves(position, effort) if solver.kernel else {}
    scores: dict[Move, Score] = {}
    for move, reached in after.items():
        score: Score | None = 0 if move in values and values[move].value == 0 else None
        if score is None and solver.general and not effort.is_spent:
            found = solver.general.score(reached, control=effort.control())
            score = None if found is None else -found
        if score is None:
            return None
        scores[move] = score
    return scores
