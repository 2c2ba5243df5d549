"""Prove the values of a position and its moves one by one, and yield what is known after each improvement.

Every evaluation of `prove_scores` and `prove_values` lists all moves. From one evaluation to the next, values only
become more precise: unknown, one or two results ruled out, who wins, how soon. The last evaluation has the number of
all nodes searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.book.shipped import shipped_book
from noughts.solver.evaluation import OPEN, Bounds, Evaluation, MoveEvaluation, best_first, distance
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.known_draws import opening_bounds
from noughts.solver.limit import Budget
from noughts.solver.solver import Solver

_FIRST_LIMIT = 20_000  # nodes for the first attempt at each move
_GROWTH = 4  # the factor by which each further attempt gets more nodes
_REMEMBERED = 20  # enough nodes for the kernel to answer from its table
_FIRST_SHARE = 5_000  # nodes for the kernel before it moves on to the next question, doubled in each round
_TURNS = 3  # questions in a round: two about safety, and one about a win


def prove_scores(position: Position, budget: Budget, kernel: GeneralKernel | Solver | None) -> Iterator[Evaluation]:
    """Find the score of every move. The search first finds out who wins, then how soon.

    The moves are searched in turn, with more nodes in each round, so easy moves are decided first. The kernel keeps its
    results: a later call continues where this one stops.

    Args:
        position: an unfinished position.
        budget: ends the search.
        kernel: the compiled kernel, or the solver in plain Python, which finds the exact score of one move after
            another. With None, only moves that end the game and those in the opening book are decided.
    """
    known = _Scores(position, budget)
    yield known.evaluation()
    for _ in known.search(kernel):
        yield known.evaluation()
    if known.undecided():
        yield known.evaluation()


def exact_scores(
    position: Position, budget: Budget, kernel: GeneralKernel | Solver, first: MnkKernel | None = None
) -> Evaluation:
    """Return the exact score of every move, as far as the budget allows.

    On a large board, the kernel `first` finds out who wins before `kernel` finds how soon. The other arguments are the
    same as for `prove_scores`.
    """
    known = _Scores(position, budget)
    for step in prove_values(position, budget, first) if first else ():
        known.learn(step)
    for _ in known.search(kernel):
        pass
    return known.evaluation()


class _Scores:
    """Bounds on the score of each move, for the player to move.

    At first, it knows the scores of moves that end the game and those in the opening book.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self.position, self.budget, self._empty = position, budget, position.empty.bit_count()
        self._ended = ""  # the reason why the search ended, unless it was the budget
        self.after = {move: position.play(move) for move in position.moves}
        book = shipped_book(position.game)
        self._best = book.score(position) if book else None  # the position's own score, if it is known
        self._bounds = dict.fromkeys(self.after, (-self._empty, self._empty if self._best is None else self._best))
        for move, after in self.after.items():
            score = int(after.score) if after.is_over else book.score(after) if book else None
            if score is not None:
                self._bounds[move] = -score, -score

    def undecided(self, *, value_only: bool = False) -> list[Move]:
        """Return the moves whose scores are unknown. With `value_only`, return the moves whose values are unknown."""
        return [
            move for move, (low, high) in self._bounds.items() if low < high and not (value_only and low * high > 0)
        ]

    def highest(self, move: Move) -> int:
        """Return the highest score that a move may have."""
        return self._bounds[move][1]

    def search(self, kernel: GeneralKernel | Solver | None) -> Iterator[None]:
        """Find scores until all are known or the budget is used up, and yield after each improvement."""
        if isinstance(kernel, Solver):
            yield from self._in_python(kernel)
        elif kernel:
            yield from self._in_rounds(kernel)

    def learn(self, known: Evaluation) -> None:
        """Record what is known about the values of moves."""
        for move in known.moves:
            low, high = move.bounds
            self.narrow(move.move, -self._empty if low < 0 else low, self._empty if high > 0 else high)

    def narrow(self, move: Move, low: int, high: int) -> bool:
        """Record that a move's score is between two bounds. Return whether the bounds have become narrower."""
        before = self._bounds[move]
        self._bounds[move] = max(before[0], low), min(before[1], high)
        return self._bounds[move] != before

    def evaluation(self) -> Evaluation:
        """Return the evaluation of the position, worked out from the bounds on its moves."""
        moves = (MoveEvaluation(move, self.after[move], *self._value(*bounds)) for move, bounds in self._bounds.items())
        low, high = (
            max(bounds) if self._best is None else self._best for bounds in zip(*self._bounds.values(), strict=True)
        )
        return Evaluation(self.position, *self._value(low, high), best_first(moves), self.budget.nodes, self._ended)

    def _value(self, low: int, high: int) -> tuple[Bounds, int | None]:
        """Return the value and the distance that follow from bounds on a score."""
        return Bounds(sign(low), sign(high)), distance(low, self._empty) if low == high else None

    def _in_rounds(self, kernel: GeneralKernel) -> Iterator[None]:
        """Search the moves in turn, with more nodes in each round: first who wins, then how soon."""
        budget = self.budget
        for value_only in (True, False):
            for most in (_FIRST_LIMIT * _GROWTH**attempt for attempt in count()):
                todo = self.undecided(value_only=value_only)
                if not todo:
                    break
                for move in sorted(todo, key=self.highest, reverse=True):
                    if budget.is_spent:
                        return
                    low, high = kernel.bounds(
                        self.after[move], control=budget.control(most), value_only=value_only, threads=budget.threads
                    )
                    if self.narrow(move, -high, -low):
                        yield

    def _in_python(self, solver: Solver) -> Iterator[None]:
        """Find the exact score of one move after another."""
        budget, before = self.budget, self.budget.nodes - solver.visited

        def spent() -> bool:
            budget.count(before + solver.visited)
            return budget.is_spent

        for move in self.undecided():
            left = None if budget.limit is None else budget.limit - budget.nodes
            try:
                score = -int(solver.score(self.after[move], nodes=left, deadline=spent))
            except SearchLimit as limit:
                self._ended = "" if spent() else str(limit)
                return
            spent()
            self.narrow(move, score, score)
            yield


def prove_values(position: Position, budget: Budget, kernel: MnkKernel, *, weak: bool = False) -> Iterator[Evaluation]:
    """Find out who wins, and then who wins after every move, in a plain k-in-a-row game on a large board.

    Args:
        position: an unfinished position.
        budget: ends the search.
        kernel: the compiled kernel for this game.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
    """
    moves = dict.fromkeys(position.moves, OPEN)
    yield valued(position, weak, OPEN, moves, budget)
    bounds = kernel.bounds(position, budget, weak=weak, threads=budget.threads)
    for moves in kernel.improve_moves(position, budget, known=bounds, weak=weak, threads=budget.threads):
        yield valued(position, weak, bounds, moves, budget)
    yield valued(position, weak, bounds, moves, budget)


def prove_best(position: Position, budget: Budget, kernel: MnkKernel, *, weak: bool = False) -> Iterator[Evaluation]:
    """Find who wins, and one move that keeps this result. The arguments are the same as for `prove_values`."""
    bounds = kernel.bounds(position, budget, weak=weak, threads=budget.threads)
    best = None
    if bounds.value is not None:
        yield valued(position, weak, bounds, {}, budget)
        best = kernel.best(position, bounds.value, budget, weak=weak, threads=budget.threads)
    yield valued(position, weak, bounds, {} if best is None else {best: bounds}, budget)


def valued(position: Position, weak: bool, bounds: Bounds, moves: dict[Move, Bounds], budget: Budget) -> Evaluation:
    """Return the evaluation that follows from bounds on the values of a position and its moves."""
    empty, known = position.empty.bit_count(), list[MoveEvaluation]()
    for move, value in moves.items():
        after = position.play(move)
        if after.is_over:
            result = -sign(after.score)
            known.append(MoveEvaluation(move, after, Bounds(result, result), 1))
        else:
            known.append(MoveEvaluation(move, after, value, empty if value.value == 0 else None))
    bounds = Bounds(max(bounds.low, *(move.bounds.low for move in known), -1), bounds.high)
    plies = empty if bounds.value == 0 else None
    return Evaluation(position, bounds, plies, best_first(known), budget.nodes, weak=weak)


def prove_in_turns(position: Position, budget: Budget, kernel: MnkKernel) -> Evaluation:
    """Prove as much as a small budget allows, starting from the known draws.

    A third of the nodes goes to the question whether the player to move can win. The rest goes to safety. The search
    first asks whether the opponent can win. Next, it looks for a move that keeps the value. Finally, it looks at all
    moves.
    """
    known, share = _Values(position, kernel), _FIRST_SHARE
    for turn in count(1):
        if budget.is_spent or budget.is_over() or all(value.value is not None for value in known.moves.values()):
            break
        with budget.part(share) as part:
            if turn % _TURNS == 0 and known.bounds.low < 1 == known.bounds.high:
                known.look_for_win(part)
            else:
                known.look_for_safety(part)
        budget.count(budget.nodes + max(part.nodes, 1))
        share *= 1 if turn % _TURNS else 2
    return valued(position, False, known.bounds, known.moves, budget)


class _Values:
    """Bounds on the values of a position and its moves in plain k in a row."""

    def __init__(self, position: Position, kernel: MnkKernel) -> None:
        self._position, self._kernel = position, kernel
        self.moves = opening_bounds(position)
        self.bounds = Bounds(*map(max, zip(*self.moves.values(), strict=True)))
        self._kept = self.bounds.low  # the value that a move is known to keep

    def look_for_win(self, budget: Budget) -> None:
        """Ask the kernel whether the player to move can win."""
        wins = self._kernel.can_win(self._position, self._position.turn, budget)
        if wins is not None:
            self.bounds = Bounds(1, 1) if wins else Bounds(self.bounds.low, 0)

    def look_for_safety(self, budget: Budget) -> None:
        """Ask the kernel whether the opponent can win, which move keeps a value, or how good all moves are."""
        position, kernel, (low, high) = self._position, self._kernel, self.bounds
        if self._kept < low:
            best = kernel.best(position, low, budget, first=_REMEMBERED)
            if best is not None:
                self._kept, self.moves[best] = low, Bounds(low, min(self.moves[best].high, high))
        elif low < 0 <= high:
            wins = kernel.can_win(position, position.turn.other, budget)
            if wins is not None:
                self.bounds = Bounds(-1, -1) if wins else Bounds(0, high)
        else:
            for move, proven in kernel.moves(position, budget, known=self.bounds).items():
                self.moves[move] = proven & self.moves[move]
