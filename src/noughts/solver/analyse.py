"""Find the score of every move in a position, how soon the game ends, and how many of the opponent's replies lose."""

from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.book.shipped import shipped_book
from noughts.solver.equivalent_moves import equivalent_moves
from noughts.solver.estimate import Estimator, glance
from noughts.solver.evaluation import Bounds, Evaluation, MoveEvaluation, distance
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget, Limit
from noughts.solver.policy import MOST_IN_PYTHON, finds_distances, nodes_for
from noughts.solver.solver import Solver
from noughts.solver.steps import prove_in_turns, prove_scores


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
    solver = solver or Solver(position.game)
    analysis, before = _Analysis(position, solver, limit, estimate_nodes), solver.visited
    known = analysis.in_python() or analysis.beyond_python()
    return _concluded(replace(known, nodes=known.nodes + solver.visited - before + 1))


class _Analysis:
    """The stages of an analysis. `noughts.solver.policy` chooses the solver and its node limit."""

    def __init__(self, position: Position, solver: Solver, limit: Limit, estimate_nodes: int) -> None:
        self._position, self._solver, self._estimate_nodes = position, solver, estimate_nodes
        self._is_large = estimate_nodes > 0 and position.empty.bit_count() > MOST_IN_PYTHON
        self._nodes = nodes_for(position, limit, is_alone=not estimate_nodes)
        self._deadline, self._stop, self._before = Budget(limit).deadline, limit.stop, solver.visited

    @cached_property
    def _kernel(self) -> GeneralKernel | MnkKernel | None:
        """The kernel that `solve` uses, or None if at most 16 cells are empty."""
        if not self._is_large:
            return None
        return self._solver.general if finds_distances(self._position, with_kernel=True) else self._solver.kernel

    def in_python(self) -> Evaluation | None:
        """Ask the plain Python solver for the score of every move. Return None if the search takes too long.

        Without the kernel, that solver continues with the rest of its nodes.
        """
        known = self._exact(self._nodes.first)
        return known if known or not self._is_large or self._kernel else self._exact(self._nodes.python)

    def _exact(self, nodes: int | None) -> Evaluation | None:
        """Return the score and the losing replies of every move, or None if the search needs more nodes than the limit
        allows.
        """
        moves, empty, solver = list[MoveEvaluation](), self._position.empty.bit_count(), self._solver

        def score(after: Position, alpha: Score, beta: Score) -> Score:
            left = None if nodes is None else max(0, nodes - (solver.visited - self._before))
            return -solver.score(after, alpha, beta, nodes=left, deadline=self._deadline)

        with suppress(SearchLimit):
            for move in self._position.moves:
                after = self._position.play(move)
                value = score(after, float("-inf"), float("inf"))
                # A reply loses for the opponent if the position after it has a score of 1 or more for us.
                traps = tuple(reply for reply in after.moves if -score(after.play(reply), 0, 1) >= 1)
                result = sign(value)
                moves.append(MoveEvaluation(move, after, Bounds(result, result), distance(value, empty), traps=traps))
            return Evaluation(self._position, moves=tuple(moves))
        return None

    def beyond_python(self) -> Evaluation:
        """Prove what can be proved quickly, and estimate the moves that are not decided."""
        if not self._estimate_nodes:
            return glance(self._position)
        known = self._proven_or_estimated()
        return replace(known, moves=_share_among_equivalents(known))

    def _proven_or_estimated(self) -> Evaluation:
        position, kernel, nodes, deadline = self._position, self._kernel, self._nodes, self._deadline
        estimator = Estimator(
            position, self._solver.patterns, nodes=self._estimate_nodes, deadline=deadline, stop=self._stop
        )
        known = Evaluation(position)
        if not isinstance(kernel, MnkKernel):
            with Budget(Limit(nodes.scores, stop=deadline)) as budget:
                *_, known = prove_scores(position, budget, kernel)
            if known.keeping:
                return estimator.other_moves(known)
        if win := estimator.win_by_fours(known):
            return win
        if known.value is not None:  # an opening book gave the value
            return estimator.other_moves(known)
        if isinstance(kernel, MnkKernel):
            known = prove_in_turns(position, Budget(Limit(nodes.values, stop=deadline)), kernel)
            if known.value == 1 and known.keeping:
                return estimator.other_moves(known)
        # Without a kernel for exact answers, this search may use the time for them. Looking ahead then still has time.
        until = self._stop if kernel else self._stop and deadline
        return estimator.win_by_open_threes(known, until) or estimator.defences(known)


def _share_among_equivalents(known: Evaluation) -> tuple[MoveEvaluation, ...]:
    """Copy what is known about each move to all equivalent moves.

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
    """Sort the moves, and return an evaluation that includes what they prove about the position."""
    known = known.ranked()
    bounds, plies, best = known.bounds, known.distance, known.moves[0]
    if known.exact or best.value == 1:
        bounds, plies = best.bounds, best.distance
    elif bounds.value is not None and plies is None and best.bounds == bounds:
        plies = best.distance
    moves = known.moves
    if bounds.value is not None and shipped_book(known.position.game):  # estimates would contradict the book
        moves = tuple(move if move.value is not None else replace(move, estimate=None) for move in moves)
    return replace(known, bounds=bounds, distance=plies, moves=moves)
