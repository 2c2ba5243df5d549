"""Find out who wins a position, how soon, and with which moves, using the fastest solver available.

For most games, `noughts.solver.kernels.general` (or `noughts.solver.solver` without the kernel) finds every score. For
large plain k-in-a-row games, `noughts.solver.kernels.mnk` finds out who wins. If a search stops early, the verdict
states bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from noughts.rules.board import Move
from noughts.rules.errors import whole_number
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.rules.notation import game_or_position
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.solver.budget import Budget
from noughts.solver.kernels.general import GeneralKernel, general_kernel
from noughts.solver.kernels.mnk import Bounds, MnkKernel, plain
from noughts.solver.solver import Solver
from noughts.solver.steps import MOST_PLAIN, MOST_TIMED, prove_scores, prove_values, valued
from noughts.solver.verdict import Verdict


def solve(
    start: Position | Game | str = "tictactoe",
    *,
    budget: Budget | int | None = None,
    weak: bool = False,
    all_moves: bool = False,
    threads: int = 1,
) -> Verdict:
    """Find out who wins a game or a position if both players play their best moves.

    Args:
        start: a position, a game, or the text of either, such as ``"4,4,4"`` or ``"o_x/x2_/x2o x"``.
        budget: the maximum number of nodes to search. By default, there is no limit.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
        all_moves: find the value of every move.
        threads: the number of threads in which the compiled kernel searches.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
        NoughtsError: the compiled kernel is needed but not installed, or the board is too large for it.
    """
    position = game_or_position(start)
    limit = budget if isinstance(budget, Budget) else Budget(budget)
    return GameSolver(position.game, weak=weak, threads=threads).answer(position, limit, all_moves=all_moves)


def solve_steps(
    start: Position | Game | str = "tictactoe", *, budget: Budget | int | None = None, threads: int = 1
) -> Iterator[Verdict]:
    """Solve a game or a position, and yield a `Verdict` on it and on all its moves each time more is proved.

    From one verdict to the next, values only become more precise: unknown, one or two results ruled out, who wins, how
    soon. The last verdict is what `solve(start, all_moves=True)` returns. To stop early, leave the loop, or call
    `Budget.stop` from another thread.

    Args:
        start: a position, a game, or the text of either.
        budget: the maximum number of nodes to search. By default, there is no limit.
        threads: the number of threads in which the compiled kernel searches.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
        NoughtsError: the compiled kernel is needed but not installed, or the board is too large for it.
    """
    position = game_or_position(start)
    limit = budget if isinstance(budget, Budget) else Budget(budget)
    return GameSolver(position.game, threads=threads).steps(position, limit)


class GameSolver:
    """Solves the positions of one game and remembers results between calls.

    Args:
        game: the game or its name.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
        threads: the number of threads that search together, if the kernel is used.
        shared: a solver of the same game, whose results are used and extended. By default, a new one.

    Raises:
        NoughtsError: the weak game was chosen, but the game is not plain k in a row or is too large for the kernel.
            Also if the number of threads is not a whole number of at least 1.
    """

    def __init__(
        self, game: Game | str = "tictactoe", *, weak: bool = False, threads: int = 1, shared: Solver | None = None
    ) -> None:
        game = named_game(game)
        self._mnk, self._shared = MnkKernel(game) if weak else None, shared
        self.game, self.weak, self._threads = game, weak, whole_number(threads, "the number of threads", 1)
        self._is_plain = plain(game) is not None

    def answer(self, position: Position, budget: Budget, *, all_moves: bool = False) -> Verdict:
        """Return the verdict on a position. If the budget is too small, the verdict gives only bounds on the value.

        Args:
            position: a position of this game.
            budget: limits the nodes and can stop the search.
            all_moves: find the value of every move.

        Raises:
            NoughtsError: the kernel is needed but not installed, or the board is too large for it.
        """
        if not (self.finds_distances(position) or all_moves or position.is_over):
            return self._who_wins(position, budget)
        *_, verdict = self.steps(position, budget)
        if all_moves:
            return verdict
        best = (move for move in verdict.moves if verdict.value is not None and move.bounds == verdict.bounds)
        return replace(verdict, moves=tuple(move for move in best if verdict.distance in (None, move.distance)))

    def steps(self, position: Position, budget: Budget) -> Iterator[Verdict]:
        """Yield a verdict on a position and all its moves each time something is proved.

        Raises:
            NoughtsError: the kernel is needed but not installed, or the board is too large for it.
        """
        if position.is_over:
            result = sign(position.score)
            return iter([Verdict(position, self.weak, Bounds(result, result), 0, (), 0)])
        if not self.finds_distances(position):
            return prove_values(position, budget, self.kernel(), weak=self.weak, threads=self._threads)
        return prove_scores(position, budget, self._general, threads=self._threads)

    def line(self, budget: Budget) -> list[Move]:
        """Return the first moves of the sequence that another thread is currently searching."""
        return self._mnk.line(budget) if self._mnk else budget.line

    def kernel(self) -> MnkKernel:
        """Return the kernel for this game. The kernel keeps the results that it has found so far.

        Raises:
            NoughtsError: it is not installed, the game is not plain k in a row, or its board is too large.
        """
        self._mnk = self._mnk or (self._shared and self._shared.kernel) or MnkKernel(self.game)
        return self._mnk

    @cached_property
    def _general(self) -> GeneralKernel | Solver:
        if self._shared:
            return self._shared.general or self._shared
        return general_kernel(self.game) or Solver(self.game)

    def finds_distances(self, position: Position) -> bool:
        """Whether the solver also finds how soon a game ends. On large boards, it only finds who wins."""
        most = MOST_TIMED if isinstance(self._general, GeneralKernel) else MOST_PLAIN
        return not self.weak and (not self._is_plain or position.empty.bit_count() <= most)

    def _who_wins(self, position: Position, budget: Budget) -> Verdict:
        """Find the value of a position, and one move that keeps it."""
        kernel, weak, threads = self.kernel(), self.weak, self._threads
        bounds = kernel.bounds(position, budget, weak=weak, threads=threads)
        best = None
        if bounds.value is not None:
            best = kernel.best(position, bounds.value, budget, weak=weak, threads=threads)
        moves = {} if best is None else {best: bounds}
        return replace(
            valued(position, weak, bounds, moves, budget), is_one_of_some=len(moves) == 1 < len(position.moves)
        )
