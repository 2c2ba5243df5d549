"""The exact value of a position, its optimal moves, and its distance to the end of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from noughts.rules.board import Move
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.analysis import everyday_nodes
from noughts.solver.budget import Budget
from noughts.solver.solver import Solver
from noughts.solver.steps import MOST_PLAIN, MOST_TIMED, prove_scores
from noughts.solver.verdict import distance, timed_score

NODES = 3_000_000
"""The Python solver's node budget for all moves of one position, which lasts about ten seconds."""
KERNEL_NODES = 1_000_000
"""The compiled kernel's node budget on larger boards, which lasts a few seconds."""

_FIRST = 20_000  # nodes for the Python solver before the kernel takes over


@dataclass(frozen=True)
class Value:
    """The exact value of a position.

    Attributes:
        position: the position.
        score: its exact score for the player to move, as a `noughts.rules.position.Score`.
        scores: the score of every legal move. It is empty if the game is over.
    """

    position: Position
    score: Score
    scores: Mapping[Move, Score] = field(repr=False, hash=False)

    @property
    def result(self) -> int:
        """The result of perfect play for the player to move: 1 for a win, 0 for a draw, -1 for a loss."""
        return sign(self.score)

    @property
    def distance(self) -> int:
        """The number of plies to the end of the game with perfect play.

        The winner wins as soon as possible, and the loser delays as long as possible. A game is drawn only when the
        board is full.
        """
        return 0 if self.position.is_over else distance(self.score, self.position.empty.bit_count())

    @property
    def keeping(self) -> tuple[Move, ...]:
        """The moves that keep the result of perfect play."""
        return tuple(move for move, score in self.scores.items() if sign(score) == self.result)

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves with the best score. They win as soon as possible, or lose as late as possible."""
        return tuple(move for move, score in self.scores.items() if score == self.score)

    def __str__(self) -> str:
        if self.position.outcome:
            winner = self.position.outcome.winner
            return f"the game is over: {f'{winner} has won' if winner else 'a draw'}"
        verb = {1: "wins in {}", 0: "draws", -1: "loses in {}"}[self.result].format(self.distance)
        names = self.position.game.board.names
        return f"{self.position.turn} {verb}: {' '.join(names[move] for move in self.best)}"


def value(
    position: Position | str, solver: Solver | None = None, *, nodes: int | Literal["everyday"] | None = "everyday"
) -> Value:
    """Return the exact value of a position.

    Small boards are solved in plain Python. With more than 16 empty cells, the compiled kernel is used if it is
    installed and the board has at most 128 cells. It can prove draws of plain k in a row even on large boards. Won
    games take longer, because the search must also find the distance to the win.

    Args:
        position: any position, or its text.
        solver: a solver to reuse between calls. By default, a new one is created.
        nodes: the node budget, ``everyday`` for a few seconds of work, or None for no limit.

    Raises:
        SearchLimit: the budget is too small. The message gives the budget.
        NoughtsError: the solver is for another game, or the text does not describe a position.
    """
    position = read_position(position)
    if position.is_over:
        return Value(position, position.score, {})
    solver = solver or Solver(position.game)
    is_large = position.empty.bit_count() > MOST_PLAIN
    with_kernel = is_large and solver.general is not None
    if nodes == "everyday":
        by_kernel = KERNEL_NODES * (1 if with_kernel and solver.kernel else 10)  # variants have faster nodes
        nodes = NODES if not is_large else by_kernel if with_kernel else 10 * everyday_nodes(position)
    before = solver.visited
    try:
        solution = solver.solve(position, nodes=_FIRST if with_kernel and (nodes is None or nodes > _FIRST) else nodes)
        return Value(position, solution.score, solution.scores)
    except SearchLimit as limit:
        used = solver.visited - before
        if nodes is None and not with_kernel:  # a limit other than the budget
            raise
        scores = _by_kernel(position, solver, None if nodes is None else nodes - used) if with_kernel else {}
        if len(scores) < len(position.moves):
            more = f"allow more, as in nodes={10 * max(nodes or 0, 1):_}, or nodes=None for no limit"
            raise SearchLimit(f"no exact answer within {nodes:,} nodes: {more}") from limit
    return Value(position, max(scores.values()), scores)


def _by_kernel(position: Position, solver: Solver, nodes: int | None) -> dict[Move, Score]:
    """Return the scores of the moves that the compiled kernel decides within its budget."""
    effort, empty, general = Budget(nodes), position.empty.bit_count(), solver.general
    if general and (not solver.kernel or empty <= MOST_TIMED):
        *_, verdict = prove_scores(position, effort, general)
        known = [(move.move, move.bounds.value, move.distance) for move in verdict.moves]
        return {
            move: timed_score(value, plies, empty)
            for move, value, plies in known
            if value is not None and plies is not None
        }
    after = {move: position.play(move) for move in position.moves}
    values = solver.kernel.moves(position, effort) if solver.kernel else {}
    scores: dict[Move, Score] = {}
    for move, reached in after.items():
        score: Score | None = 0 if move in values and values[move].value == 0 else None
        if score is None and general and not effort.is_spent:
            reply = general.score(reached, control=effort.control())
            score = None if reply is None else -reply
        if score is not None:
            scores[move] = score
    return scores
