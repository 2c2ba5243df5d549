"""Find the exact result of each move that a person may try in a puzzle, for the puzzle's proof and rating."""

from collections.abc import Mapping
from typing import NamedTuple

from noughts.puzzles.puzzle import Goal
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position, Score
from noughts.rules.tactics import immediate_wins, sign
from noughts.search.forcing_wins import fours, is_for, proven_sequence
from noughts.solver.analyse import analyse
from noughts.solver.evaluation import distance
from noughts.solver.limit import Limit, kernel_control
from noughts.solver.solver import Solver

NODES = 5_000_000
"""The maximum number of nodes of the kernel for the values of all moves in a position."""

VALUES: Mapping[Goal, int] = {"win": 1, "draw": 0, "fours": 1}
"""The value of the right moves for each goal."""

FOURS_NODES = 20_000
"""The maximum number of nodes for one search for a win by fours."""


class Try(NamedTuple):
    """The result of a move if both sides then play their best moves.

    Attributes:
        value: 1 if the solver wins, 0 for a draw, -1 if the solver loses. If the goal is to win by fours: 1 if the move
            begins such a win, otherwise 0.
        plies: the number of plies to the end of the game, or to the point where no win by fours is left.
    """

    value: int
    plies: int


def tries(position: Position, goal: Goal, solver: Solver) -> Mapping[Move, Try] | None:
    """Return the result of each move, or None if the search takes too long.

    If the goal is to win by fours, the mapping contains only moves that make or complete a four.

    Args:
        position: an unfinished position.
        goal: what the solver wants to reach.
        solver: a solver of the game, whose earlier results are used.
    """
    return _by_fours(position) if goal == "fours" else _exact(position, solver)


def keeping(tries: Mapping[Move, Try]) -> frozenset[Move]:
    """Return the moves with the best value."""
    best = max((each.value for each in tries.values()), default=0)
    return frozenset(move for move, each in tries.items() if each.value == best)


def _exact(position: Position, solver: Solver) -> Mapping[Move, Try] | None:
    empty = position.empty.bit_count()
    if solver.general:
        scores: Mapping[Move, Score | None] = solver.general.scores(position, control=kernel_control(NODES))
    else:
        known = analyse(position, Limit("interactive"), solver=solver, estimate_nodes=0)
        scores = {move.move: move.score for move in known.moves} if known.exact else {}
    found = {move: Try(sign(score), distance(score, empty)) for move, score in scores.items() if score is not None}
    return found if len(found) == len(position.moves) else None


def _by_fours(position: Position) -> Mapping[Move, Try]:
    if not is_for(position.game):
        raise NoughtsError(f"{position.game} has no wins by fours: expected a game in which every cell can be taken")
    if wins := immediate_wins(position):
        return dict.fromkeys(wins, Try(1, 1))
    found = dict[Move, Try]()
    for move, answers in fours(position).items():
        if len(answers) > 1:
            found[move] = Try(1, 3)
            continue
        after = position.play(move).play(answers[0])
        win = None if after.is_over else proven_sequence(after, nodes=FOURS_NODES)
        found[move] = Try(1, 2 + len(win.moves)) if win else Try(0, 2)
    return found
