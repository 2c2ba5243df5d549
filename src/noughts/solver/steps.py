"""Prove the values of a position and its moves one by one, and yield what is known after each improvement.

Every evaluation lists all moves. From one evaluation to the next, values only become more precise: unknown, one or two
results ruled out, who wins, how soon. The last one has the number of all nodes searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.book.shipped import shipped_book
from noughts.solver.evaluation import OPEN, Bounds, Evaluation, MoveEvaluation, best_first, distance
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget
from noughts.solver.solver import Solver

_FIRST_LIMIT = 20_000  # nodes for the first attempt at each move
_GROWTH = 4  # the factor by which each further attempt gets more nodes


def prove_scores(position: Position, budget: Budget, kernel: GeneralKernel | Solver | None) -> Iterator[Evaluation]:
    """Find the score of every move: first who wins, then how soon.

    The moves are searched in turn, with more nodes in each round, so easy moves are decided first. The kernel keeps its
    results: a later call continues where this one stops.

    Args:
        position: an unfinished position.
        budget: ends the search.
        kernel: the compiled kernel, or the solver in plain Python, which finds the exact score of one move after
            another. With None, only moves that end the game and those in the opening book are decided.
    """
    empty, book = position.empty.bit_count(), shipped_book(position.game)
    after = {move: position.play(move) for move in position.moves}
    best = book.score(position) if book else None
    scores = dict.fromkeys(after, (-empty, empty if best is None else best))  # bounds for the player to move
    for move, reached in after.items():
        score = int(reached.score) if reached.is_over else book.score(reached) if book else None
        if score is not None:
            scores[move] = -score, -score
    known = _scored(position, scores, budget, best)
    yield known
    if isinstance(kernel, Solver):
        yield from _in_python(known, scores, after, budget, kernel)
    if not isinstance(kernel, GeneralKernel):
        return
    for value_only in (True, False):
        for most in (_FIRST_LIMIT * _GROWTH**attempt for attempt in count()):
            todo = [move for move, (low, high) in scores.items() if low < high and not (value_only and low * high > 0)]
            for move in sorted(todo, key=lambda move: scores[move][1], reverse=True):
                if budget.is_spent:
                    yield _scored(position, scores, budget, best)
                    return
                low, high = kernel.bounds(
                    after[move], control=budget.control(most), value_only=value_only, threads=budget.threads
                )
                better = max(scores[move][0], -high), min(scores[move][1], -low)
                if better != scores[move]:
                    scores[move] = better
                    yield _scored(position, scores, budget, best)
            if not todo:
                break


def _in_python(
    known: Evaluation, scores: dict[Move, tuple[int, int]], after: dict[Move, Position], budget: Budget, solver: Solver
) -> Iterator[Evaluation]:
    before = budget.nodes
    spent = _counting(solver, budget, before)
    for move in [move for move, (low, high) in scores.items() if low < high]:
        left = None if budget.limit is None else budget.limit - budget.nodes
        try:
            score = -int(solver.score(after[move], nodes=left, deadline=spent))
        except SearchLimit as limit:
            failed = "" if spent() else str(limit)
            yield replace(known, nodes=budget.nodes, ended=failed)
            return
        spent()
        scores[move] = score, score
        known = _scored(known.position, scores, budget)
        yield known


def _counting(solver: Solver, budget: Budget, before: int) -> Callable[[], bool]:
    """Return a function that records the solver's nodes in the budget and returns whether the budget is used up."""
    earlier = solver.visited

    def spent() -> bool:
        budget.count(before + solver.visited - earlier)
        return budget.is_spent

    return spent


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
    """Find out who wins, and one move that keeps this value. The arguments are those of `prove_values`."""
    bounds = kernel.bounds(position, budget, weak=weak, threads=budget.threads)
    best = None
    if bounds.value is not None:
        yield valued(position, weak, bounds, {}, budget)
        best = kernel.best(position, bounds.value, budget, weak=weak, threads=budget.threads)
    yield valued(position, weak, bounds, {} if best is None else {best: bounds}, budget)


def _scored(
    position: Position, scores: dict[Move, tuple[int, int]], budget: Budget, best: int | None = None
) -> Evaluation:
    """Return what follows from bounds on the moves' scores and, if known, the position's own score."""
    empty = position.empty.bit_count()
    moves = (
        MoveEvaluation(
            move, position.play(move), Bounds(sign(low), sign(high)), distance(low, empty) if low == high else None
        )
        for move, (low, high) in scores.items()
    )
    low, high = (max(bounds) if best is None else best for bounds in zip(*scores.values(), strict=True))
    plies = distance(low, empty) if low == high else None
    return Evaluation(position, Bounds(sign(low), sign(high)), plies, best_first(moves), budget.nodes)


def valued(position: Position, weak: bool, bounds: Bounds, moves: dict[Move, Bounds], budget: Budget) -> Evaluation:
    """Return what follows from bounds on the values of a position and its moves."""
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
