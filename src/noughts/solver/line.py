"""The principal variation: how a game goes on when both play their best, by exact scores."""

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
    """Return a line of best play from a position to the end of the game; empty when the game is over.

    Every move in it has the best score there is: the winner wins as soon, and the loser loses as late, as can
    be. A won or lost game ends at its distance, a drawn one with the board full.

    Args:
        position: any position.
        solver: keeps what it learns for the next call; without one a new one is made.
        nodes: the most nodes to search.
        deadline: says whether the time is up.
        prefer: ranks moves of the same score; the greatest is taken, and the first of these.

    Raises:
        SearchLimit: more than `nodes` nodes, or the `deadline` has passed.
    """
    solver = solver or Solver(position.game)
    most = None if nodes is None else solver.visited + nodes

    def score(at: Position, alpha: Score, beta: Score) -> Score:
        left = None if most is None else most - solver.visited
        return solver.score(at, alpha, beta, nodes=left, deadline=deadline)

    line: list[Move] = []
    if position.is_over:
        return ()
    best = score(position, float("-inf"), float("inf"))
    while not position.is_over:
        # No move scores more than the best, so a reply's score is at least -best: is it that, or more?
        moves = (m for m in position.moves if score(position.play(m), -best, 1 - best) <= -best)
        move = next(moves) if prefer is None else max(moves, key=lambda m: prefer(position, m))
        line.append(move)
        position, best = position.play(move), -best
    return tuple(line)
