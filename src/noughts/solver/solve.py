"""Find out who wins a position, how soon, and with which moves. `noughts.solver.policy` chooses the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from noughts.rules.board import Move
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.rules.notation import game_or_position
from noughts.rules.position import Position
from noughts.solver.evaluation import Evaluation
from noughts.solver.kernels.general import GeneralKernel, general_kernel
from noughts.solver.kernels.limits import MEGABYTES, expect_memory
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget, Limit
from noughts.solver.policy import MOST_IN_PYTHON, exact_nodes, finds_distances, nodes_for
from noughts.solver.solver import Solver
from noughts.solver.steps import exact_scores, prove_best, prove_scores, prove_values


def solve(
    start: Position | Game | str = "tictactoe",
    limit: Limit | Budget | int | None = None,
    *,
    weak: bool = False,
    all_moves: bool = False,
) -> Evaluation:
    """Find out who wins a game or a position if both players play their best moves.

    Args:
        start: a position, a game, or the text of either, such as ``"4,4,4"`` or ``"o_x/x2_/x2o x"``.
        limit: how long the search may take. A number limits the nodes. By default, there is no limit.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
        all_moves: find the value of every move. On large boards, only one best move is found otherwise.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
        NoughtsError: the compiled kernel is needed but not installed, the board is too large for it, or the limit is
            invalid.
    """
    *_, evaluation = solve_steps(start, limit, weak=weak, all_moves=all_moves)
    return evaluation


def solve_steps(
    start: Position | Game | str = "tictactoe",
    limit: Limit | Budget | int | None = None,
    *,
    weak: bool = False,
    all_moves: bool = False,
) -> Iterator[Evaluation]:
    """Solve a game or a position, and yield an `Evaluation` each time more is proved.

    From one evaluation to the next, values only become more precise: unknown, one or two results ruled out, who wins,
    how soon. The last evaluation is also the result of `solve`. To stop early, leave the loop. The arguments are the
    same as for `solve`.
    """
    position = game_or_position(start)
    return GameSolver(position.game, weak=weak).steps(position, limit, all_moves=all_moves)


class GameSolver:
    """Solves the positions of one game and remembers results between calls.

    Args:
        game: the game or its name.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
        shared: a solver of the same game, whose results are used and extended. By default, a new one.
        megabytes: the maximum memory for each table of the compiled kernel.

    Raises:
        NoughtsError: a table is too large, or the weak game was chosen, but the game is not plain k in a row or is too
            large for the kernel.
    """

    def __init__(
        self,
        game: Game | str = "tictactoe",
        *,
        weak: bool = False,
        shared: Solver | None = None,
        megabytes: int = MEGABYTES,
    ) -> None:
        game = named_game(game)
        expect_memory(megabytes)
        self._mnk, self._shared = MnkKernel(game, megabytes=megabytes) if weak else None, shared
        self.game, self.weak, self._megabytes = game, weak, megabytes

    def solve(self, position: Position, limit: Limit | Budget | int | None, *, all_moves: bool = False) -> Evaluation:
        """Solve a position, and return the last evaluation that `steps` yields."""
        *_, evaluation = self.steps(position, limit, all_moves=all_moves)
        return evaluation

    def steps(
        self, position: Position, limit: Limit | Budget | int | None, *, all_moves: bool = False
    ) -> Iterator[Evaluation]:
        """Return an iterator that yields an evaluation each time something is proved.

        Args:
            position: a position of this game.
            limit: limits the nodes and can stop the search.
            all_moves: find the value of every move.

        Raises:
            NoughtsError: the kernel is needed but not installed, or the board is too large for it.
        """
        if position.is_over:
            return iter([Evaluation.of_finished(position, weak=self.weak)])
        budget = self._budget(position, limit)
        if self.finds_distances(position):
            steps = prove_scores(position, budget, self._general)
        elif all_moves:
            steps = prove_values(position, budget, self.kernel(), weak=self.weak)
        else:
            steps = prove_best(position, budget, self.kernel(), weak=self.weak)
        return self._watched(steps, budget)

    def scores(self, position: Position, limit: Limit | Budget | int | None) -> Evaluation:
        """Find the exact score of every move, as far as the limit allows, even on large boards."""
        if position.is_over:
            return Evaluation.of_finished(position)
        in_python = position.empty.bit_count() <= MOST_IN_PYTHON or not isinstance(self._general, GeneralKernel)
        kernel = self._shared or Solver(self.game) if in_python else self._general
        if isinstance(limit, Limit) and isinstance(limit.nodes, str):
            limit = Budget(limit, nodes=exact_nodes(position, with_kernel=not in_python))
        first = None if in_python or self.finds_distances(position) else self.kernel()
        with Budget.of(limit) as budget:
            if budget.is_over():
                budget.stop()
            known = exact_scores(position, budget, kernel, first)
        return known if known.exact else replace(known, ended=known.ended or budget.ended)

    def line(self, budget: Budget) -> list[Move]:
        """Return the first moves of the sequence that another thread is currently searching."""
        return self._mnk.line(budget) if self._mnk else budget.line

    def kernel(self) -> MnkKernel:
        """Return the kernel for this game. The kernel keeps the results that it has found so far.

        Raises:
            NoughtsError: it is not installed, the game is not plain k in a row, or its board is too large.
        """
        if self._mnk is None:
            shared = self._shared and self._shared.kernel
            self._mnk = shared or MnkKernel(self.game, megabytes=self._megabytes)
        return self._mnk

    @cached_property
    def _general(self) -> GeneralKernel | Solver:
        if self._shared:
            return self._shared.general or self._shared
        return general_kernel(self.game, self._megabytes) or Solver(self.game)

    def finds_distances(self, position: Position) -> bool:
        """Whether the solver also finds how soon a game ends. On large boards, the solver finds out only who wins."""
        return not self.weak and finds_distances(position, with_kernel=isinstance(self._general, GeneralKernel))

    def _budget(self, position: Position, limit: Limit | Budget | int | None) -> Budget:
        """Return the budget for a limit. For an interactive limit, `nodes_for` chooses the number of nodes."""
        if isinstance(limit, Limit) and isinstance(limit.nodes, str):
            nodes = nodes_for(position, limit)
            if not self.finds_distances(position):
                return Budget(limit, nodes=nodes.values)
            return Budget(limit, nodes=nodes.scores if isinstance(self._general, GeneralKernel) else nodes.python)
        return Budget.of(limit)

    def _watched(self, steps: Iterator[Evaluation], budget: Budget) -> Iterator[Evaluation]:
        """Yield the steps of a search within a budget. If the budget ends the search, the last step says why."""
        with budget:
            for known in steps:
                yield known
        if budget.ended and not known.ended and not self._is_complete(known):
            yield replace(known, ended=budget.ended)

    def _is_complete(self, known: Evaluation) -> bool:
        timed = self.finds_distances(known.position)
        return bool(known.moves) and all(
            move.value is not None and (move.distance is not None or not timed) for move in known.moves
        )
