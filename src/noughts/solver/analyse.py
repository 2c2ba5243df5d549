"""Find the score of every move in a position, how soon the game ends, and how many of the opponent's replies lose."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.result import Deadline, SearchLimit
from noughts.solver.book.shipped import shipped_book
from noughts.solver.equivalent_moves import equivalent_moves
from noughts.solver.estimate import estimate
from noughts.solver.evaluation import Bounds, Evaluation, MoveEvaluation, distance
from noughts.solver.kernels.mnk import MOST_CELLS
from noughts.solver.limit import Budget, Limit
from noughts.solver.policy import MOST_IN_PYTHON, MOST_TIMED, Nodes, interactive_nodes, nodes_for
from noughts.solver.solver import Solver


def analyse(
    position: Position | str,
    limit: Limit | int | None = None,
    *,
    solver: Solver | None = None,
    estimate_nodes: int = 2_000,
) -> Evaluation:
    """Return what is known about a position and its moves: proven scores, losing replies, and estimates.

    Args:
        position: a position or its text.
        limit: how long to look for exact answers. A number limits the nodes. Moves that are not decided within the
            limit get estimates. By default, there is no limit with up to 16 empty cells, up to half a minute in connect
            four, and otherwise about ten seconds. If the limit's `stop` says so, the analysis returns at once with what
            is known, and gives a rough estimate of everything else.
        solver: a solver whose earlier results are reused. By default, a new one is created.
        estimate_nodes: the maximum number of nodes for an estimate. With 0, the moves are only ranked quickly.

    Raises:
        NotationError: the text does not describe a position.
        NoughtsError: `solver` is not a `Solver` for this game, or the limit is invalid.
    """
    position = read_position(position)
    limit = limit if isinstance(limit, Limit) else Limit(limit)
    if not isinstance(solver, Solver | None):
        raise NoughtsError(f"expected a Solver, such as noughts.Solver('3,3,3'), not {short_repr(solver)}")
    if position.is_over:
        return Evaluation.of_finished(position)
    solver, budget = solver or Solver(position.game), Budget(limit)
    deadline = None if limit.stop is None and limit.seconds is None else budget.is_over
    nodes = nodes_for(position, limit, is_alone=not estimate_nodes)
    before = solver.visited
    try:
        known = Evaluation(position, moves=_exact(position, solver, nodes.first, deadline))
    except SearchLimit:
        used = solver.visited - before
        known = _beyond_python(position, solver, nodes, used, deadline, estimate_nodes, limit.stop)
    return _concluded(replace(known, nodes=known.nodes + solver.visited - before + 1))


def _exact(
    position: Position, solver: Solver, nodes: int | None, deadline: Deadline | None
) -> tuple[MoveEvaluation, ...]:
    """Return the exact score and the losing replies of every move, found by the solver in plain Python."""
    most = None if nodes is None else solver.visited + nodes

    def score(after: Position, alpha: Score, beta: Score) -> Score:
        left = None if most is None else most - solver.visited
        return -solver.score(after, alpha, beta, nodes=left, deadline=deadline)

    moves, empty = list[MoveEvaluation](), position.empty.bit_count()
    for move in position.moves:
        after = position.play(move)
        value = score(after, float("-inf"), float("inf"))
        # A reply loses for the opponent if the position after it has a score of 1 or more for us.
        traps = tuple(reply for reply in after.moves if -score(after.play(reply), 0, 1) >= 1)
        result = sign(value)
        moves.append(MoveEvaluation(move, after, Bounds(result, result), distance(value, empty), traps=traps))
    return tuple(moves)


def _beyond_python(
    position: Position,
    solver: Solver,
    most: Nodes,
    used: int,
    deadline: Deadline | None,
    estimate_nodes: int,
    stop: Deadline | None,
) -> Evaluation:
    """Return what is known about a position that the solver in plain Python did not finish, with its `used` nodes.

    Without the kernel, that solver continues with the rest of its nodes.
    """
    empty = position.empty.bit_count()
    larger = empty > MOST_IN_PYTHON and estimate_nodes > 0
    kernel = solver.kernel if larger else None
    general = solver.general if larger and (not kernel or empty <= MOST_TIMED) else None
    python = most.python
    if deadline:  # the rest of the time is for estimates
        python = min(python, interactive_nodes(position)) if empty <= MOST_CELLS else 0
    if larger and not (kernel or general) and python > used:
        with suppress(SearchLimit):  # then the scores are estimated
            return Evaluation(position, moves=_exact(position, solver, python - used, deadline))
    estimated = estimate(
        position,
        kernel,
        general,
        solver.patterns if estimate_nodes else None,
        nodes=most.scores if general else most.values,
        deadline=deadline,
        estimate_nodes=estimate_nodes,
        stop=stop,
    )
    return replace(estimated, moves=_share_among_equivalents(estimated)) if estimate_nodes else estimated


def _share_among_equivalents(known: Evaluation) -> tuple[MoveEvaluation, ...]:
    """Give equivalent moves the same facts.

    A proven value takes precedence. If no value is proven, the lowest estimate is used, because its search has seen a
    danger.
    """
    moves, shared = {move.move: move for move in known.moves}, dict[int, MoveEvaluation]()
    for group in equivalent_moves(known.position):
        alike = [moves[move] for move in group if move in moves]
        if not alike:
            continue
        proven = [move for move in alike if move.value is not None]
        if proven:
            best = max(proven, key=lambda move: (move.distance is not None, abs(move.score or 0)))
        else:
            best = min(alike, key=lambda move: move.rank)
        shared |= {move: replace(best, move=move, position=known.position.play(move)) for move in sorted(group)}
    return tuple(shared[move] for move in [*moves, *(move for move in shared if move not in moves)])


def _concluded(known: Evaluation) -> Evaluation:
    """Sort the moves, and draw the conclusions for the position."""
    moves = _best_first(known.moves, known.value, known.distance)
    bounds, plies, best = known.bounds, known.distance, moves[0]
    is_exact = replace(known, moves=tuple(moves)).exact
    if is_exact or best.value == 1:
        bounds, plies = best.bounds, best.distance
    elif bounds.value is not None and plies is None and best.bounds == bounds:
        plies = best.distance
    if bounds.value is not None and shipped_book(known.position.game):  # estimates would contradict the book
        moves = [move if move.value is not None else replace(move, estimate=None) for move in moves]
    return replace(known, bounds=bounds, distance=plies, moves=tuple(moves))


def _best_first(moves: Iterable[MoveEvaluation], value: int | None, plies: int | None) -> list[MoveEvaluation]:
    """Sort moves by score, given the value of the position and its distance, if they are proven."""
    moves = list(moves)
    is_reached = any(value is not None and move.value == value for move in moves)

    def order(move: MoveEvaluation) -> tuple[float, ...]:
        is_best = move.value is not None and move.value == value and None is not plies == move.distance
        is_worse = move.value is not None and value is not None and move.value < value and not is_reached
        safe = move.value is not None and move.value >= 0
        return not is_best, is_worse, not safe, *(-part for part in move.rank)

    return sorted(moves, key=order)
