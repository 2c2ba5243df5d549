"""The principal variation: the moves of a game in which both players play their best moves."""

from collections.abc import Callable
from typing import Any

from noughts.rules.board import Move
from noughts.rules.position import Position, Score
from noughts.search.result import Deadline
from noughts.solver.solver import Solver


def principal_variation(
    position: Position,
    solver: Solver | None = None,
    *,
    nodes: int | None = None,
    deadline: Deadline | None = None,
    prefer: Callable[[Position, Move], Any] | None = None,
) -> tuple[Move, ...]:
    """Return a sequence of best moves from a position to the end of the game, or an empty tuple if the game is over.

    Every move in the sequence has the best possible score: the winner wins as soon as possible, and the loser delays as
    long as possible. A drawn game ends with a full board.

    Args:
        position: any position.
        solver: a solver whose earlier results are reused. By default, a new one is created.
        nodes: the maximum number of nodes to search.
        deadline: returns whether the time is up.
        prefer: ranks moves with the same score. The first move with the highest rank is taken.

    Raises:
        SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed.
    """
    solver = solver or Solver(position.game)
    most = None if nodes is None else solver.visited + nodes

    def score(after: Position, alpha: Score, beta: Score) -> Score:
        left = None if most is None else most - solver.visited
        return solver.score(after, alpha, beta, nodes=left, deadline=deadline)

    line: list[Move] = []
    if position.is_over:
        return ()
    best = score(position, float("-inf"), float("inf"))
    while not position.is_over:
        # The best reply is worth at least -best to the opponent. The move is a best one if the reply is worth no more.
        moves = (m for m in position.moves if score(position.play(m), -best, 1 - best) <= -best)
        move = next(moves) if prefer is None else max(moves, key=lambda m: prefer(position, m))
        line.append(move)
        position, best = position.play(move), -best
    return tuple(line)
