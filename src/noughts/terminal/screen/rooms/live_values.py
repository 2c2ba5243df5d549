"""Evaluate a position for a person who watches: first estimates, then values as they are proved."""

from collections.abc import Iterator

from noughts.rules.position import Position
from noughts.solver.analyse import analyse
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Budget, Limit
from noughts.solver.policy import MOST_IN_PYTHON
from noughts.solver.solve import GameSolver
from noughts.solver.solver import Solver

_QUICK_NODES = 300  # for the first estimates


def live_values(position: Position, solver: Solver, budget: Budget) -> Iterator[Evaluation]:
    """Yield what is known about a position each time something is proved, until the budget is stopped.

    Args:
        position: the position.
        solver: a solver of its game, whose earlier results are used and extended.
        budget: stops the search.
    """
    stop = Limit(stop=lambda: budget.stopped).stop
    is_small = position.empty.bit_count() <= MOST_IN_PYTHON
    if position.is_over or is_small or not (solver.kernel or solver.general):
        yield analyse(position, Limit("interactive", stop=stop), solver=solver)
        return
    known = analyse(position, Limit(0, stop=stop), solver=solver, estimate_nodes=_QUICK_NODES)
    yield known
    for step in GameSolver(position.game, shared=solver).steps(position, budget, all_moves=True):
        yield step.combined(known)
