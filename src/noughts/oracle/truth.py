"""The exact value of a position, its optimal moves, and its distance to the end of the game."""

from dataclasses import replace

from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.evaluation import Bounds, Evaluation, MoveEvaluation, distance
from noughts.solver.limit import Budget, Limit
from noughts.solver.policy import MOST_IN_PYTHON, interactive_nodes
from noughts.solver.solve import GameSolver
from noughts.solver.solver import Solver

NODES = 3_000_000
"""The Python solver's node budget for all moves of one position, which lasts about ten seconds."""
KERNEL_NODES = 1_000_000
"""The compiled kernel's node budget on larger boards, which lasts a few seconds."""

_FIRST = 20_000  # nodes for the Python solver before the kernel takes over


def value(position: Position | str, limit: Limit | int | None = None, *, solver: Solver | None = None) -> Evaluation:
    """Return the exact evaluation of a position: the score of every legal move, without estimates.

    Small boards are solved in plain Python. With more than 16 empty cells, the compiled kernel is used if it is
    installed and the board has at most 128 cells. It can prove draws of plain k in a row even on large boards. Won
    games take longer, because the search must also find the distance to the win.

    Args:
        position: any position, or its text.
        limit: how long the search may take. A number limits the nodes. By default, the limit is a few seconds of work.
            `noughts.Limit()` sets no limit.
        solver: a solver to reuse between calls. By default, a new one is created.

    Raises:
        SearchLimit: the limit is too small. The message gives the number of nodes.
        NoughtsError: the solver is for another game, or the text does not describe a position.
    """
    position = read_position(position)
    if position.is_over:
        return Evaluation.of_finished(position)
    solver = solver or Solver(position.game)
    is_usual = limit is None or (isinstance(limit, Limit) and limit.nodes == "interactive")
    budget = Budget(limit, nodes=_usual(position, solver) if is_usual else None)
    before = solver.visited
    with_kernel = position.empty.bit_count() > MOST_IN_PYTHON and solver.general is not None
    first = _FIRST if with_kernel and (budget.limit is None or budget.limit > _FIRST) else budget.limit
    try:
        scores = solver.solve(position, nodes=first, deadline=budget.is_over).scores
    except SearchLimit as found:
        budget.count(solver.visited - before)
        if budget.limit is None and not with_kernel and not budget.is_over():  # a limit of the solver itself
            raise
        known = _by_kernel(position, solver, budget) if with_kernel else Evaluation(position)
        if not known.exact:
            if budget.limit is None or budget.is_over():
                raise SearchLimit("no exact answer in time: allow more, or noughts.Limit() for no limit") from found
            more = f"allow more, as in {10 * max(budget.limit, 1):_}, or noughts.Limit() for no limit"
            raise SearchLimit(f"no exact answer within {budget.limit:,} nodes: {more}") from found
        return known
    empty = position.empty.bit_count()
    moves = (
        MoveEvaluation(move, position.play(move), Bounds(sign(score), sign(score)), distance(score, empty))
        for move, score in scores.items()
    )
    return _best_first(Evaluation(position, moves=tuple(moves), nodes=solver.visited - before))


def _usual(position: Position, solver: Solver) -> int:
    """Return a node budget that lasts a few seconds."""
    if position.empty.bit_count() <= MOST_IN_PYTHON:
        return NODES
    if solver.general is None:
        return 10 * interactive_nodes(position)
    return KERNEL_NODES * (1 if solver.kernel else 10)  # variants have faster nodes


def _by_kernel(position: Position, solver: Solver, budget: Budget) -> Evaluation:
    """Return what the compiled kernels prove within the budget: who wins, and then how soon."""
    known = GameSolver(position.game, shared=solver).solve(position, budget, all_moves=True)
    moves, empty, general = list[MoveEvaluation](), position.empty.bit_count(), solver.general
    with budget:
        for move in known.moves:
            score = None
            if move.distance is None and general and not budget.is_spent:
                score = general.score(move.position, control=budget.control())
            if score is not None:
                result = -sign(score)
                move = replace(move, bounds=Bounds(result, result), distance=distance(score, empty))
            moves.append(move)
    return _best_first(replace(known, moves=tuple(moves), nodes=budget.nodes))


def _best_first(known: Evaluation) -> Evaluation:
    """Sort the moves by score, and draw the conclusion for the position if all scores are known."""
    if not known.exact:
        return known
    moves = sorted(known.moves, key=lambda move: move.rank, reverse=True)
    return replace(known, bounds=moves[0].bounds, distance=moves[0].distance, moves=tuple(moves))
