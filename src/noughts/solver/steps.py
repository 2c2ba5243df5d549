"""Prove the values of a position and its moves one by one, and yield what is known after each improvement.

Every verdict lists all moves. From one verdict to the next, values only become more precise: unknown, one or two
results ruled out, who wins, how soon. The last verdict has the number of all nodes searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count

from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.book.shipped import shipped_book
from noughts.solver.budget import Budget
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import OPEN, Bounds, MnkKernel
from noughts.solver.solver import Solver
from noughts.solver.verdict import MoveVerdict, Verdict, distance

MOST_PLAIN = 16
"""With up to this many empty cells, the solver in plain Python finds exact scores on its own."""

MOST_TIMED = 25
"""With up to this many empty cells in a plain k-in-a-row game, the kernel quickly finds who wins and how soon."""

_FIRST_LIMIT = 20_000  # nodes for the first attempt at each move
_GROWTH = 4  # the factor by which each further attempt gets more nodes


def prove_scores(
    position: Position, budget: Budget, kernel: GeneralKernel | Solver | None, *, threads: int = 1
) -> Iterator[Verdict]:
    """Find the score of every move: first who wins, then how soon.

    The moves are searched in turn, with more nodes in each round, so easy moves are decided first. The kernel keeps its
    results: a later call continues where this one stops.

    Args:
        position: an unfinished position.
        budget: ends the search.
        kernel: the compiled kernel, or the solver in plain Python, which finds the exact score of one move after
            another. With None, only moves that end the game and those in the opening book are decided.
        threads: the number of threads in which the kernel searches.
    """
    empty, book = position.empty.bit_count(), shipped_book(position.game)
    after = {move: position.play(move) for move in position.moves}
    best = book.score(position) if book else None
    scores = dict.fromkeys(after, (-empty, empty if best is None else best))  # bounds for the player to move
    for move, reached in after.items():
        known = int(reached.score) if reached.is_over else book.score(reached) if book else None
        if known is not None:
            scores[move] = -known, -known
    verdict = _scored(position, scores, budget, best)
    yield verdict
    if isinstance(kernel, Solver):
        yield from _in_python(verdict, scores, after, budget, kernel)
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
                    after[move], control=budget.control(most), value_only=value_only, threads=threads
                )
                better = max(scores[move][0], -high), min(scores[move][1], -low)
                if better != scores[move]:
                    scores[move] = better
                    yield _scored(position, scores, budget, best)
            if not todo:
                break


def _in_python(
    verdict: Verdict, scores: dict[Move, tuple[int, int]], after: dict[Move, Position], budget: Budget, solver: Solver
) -> Iterator[Verdict]:
    before = budget.nodes
    spent = _counting(solver, budget, before)
    for move in [move for move, (low, high) in scores.items() if low < high]:
        left = None if budget.limit is None else budget.limit - budget.nodes
        try:
            score = -int(solver.score(after[move], nodes=left, deadline=spent))
        except SearchLimit as limit:
            failed = "" if spent() else str(limit)
            yield replace(verdict, nodes=budget.nodes, failed=failed)
            return
        spent()
        scores[move] = score, score
        verdict = _scored(verdict.position, scores, budget)
        yield verdict


def _counting(solver: Solver, budget: Budget, before: int) -> Callable[[], bool]:
    """Return a function that records the solver's nodes in the budget and returns whether the budget is used up."""
    earlier = solver.visited

    def spent() -> bool:
        budget.count(before + solver.visited - earlier)
        return budget.is_spent

    return spent


def prove_values(
    position: Position, budget: Budget, kernel: MnkKernel, *, weak: bool = False, threads: int = 1
) -> Iterator[Verdict]:
    """Find out who wins, and then who wins after every move, in a plain k-in-a-row game on a large board.

    Args:
        position: an unfinished position.
        budget: ends the search.
        kernel: the compiled kernel for this game.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
        threads: the number of threads in which the kernel searches.
    """
    moves = dict.fromkeys(position.moves, OPEN)
    yield valued(position, weak, OPEN, moves, budget)
    bounds = kernel.bounds(position, budget, weak=weak, threads=threads)
    for moves in kernel.improve_moves(position, budget, known=bounds, weak=weak, threads=threads):
        yield valued(position, weak, bounds, moves, budget)
    yield valued(position, weak, bounds, moves, budget)


def _scored(
    position: Position, scores: dict[Move, tuple[int, int]], budget: Budget, best: int | None = None
) -> Verdict:
    """Return the verdict that follows from bounds on the moves' scores and, if known, the position's own score."""
    empty, names = position.empty.bit_count(), position.game.board.names
    moves = [
        MoveVerdict(move, names[move], Bounds(sign(low), sign(high)), distance(low, empty) if low == high else None)
        for move, (low, high) in scores.items()
    ]
    low, high = (max(bounds) if best is None else best for bounds in zip(*scores.values(), strict=True))
    plies = distance(low, empty) if low == high else None
    return Verdict(position, False, Bounds(sign(low), sign(high)), plies, best_first(moves), budget.nodes)


def valued(position: Position, weak: bool, bounds: Bounds, moves: dict[Move, Bounds], budget: Budget) -> Verdict:
    """Return the verdict that follows from bounds on the values of a position and its moves."""
    empty, names = position.empty.bit_count(), position.game.board.names
    known = []
    for move, value in moves.items():
        after = position.play(move)
        if after.is_over:
            known.append(MoveVerdict(move, names[move], Bounds(-sign(after.score), -sign(after.score)), 1))
        else:
            known.append(MoveVerdict(move, names[move], value, empty if value.value == 0 else None))
    bounds = Bounds(max(bounds.low, *(move.bounds.low for move in known), -1), bounds.high)
    return Verdict(position, weak, bounds, empty if bounds.value == 0 else None, best_first(known), budget.nodes)


def best_first(moves: Iterable[MoveVerdict]) -> tuple[MoveVerdict, ...]:
    """Sort moves by value: quick wins and slow losses come first."""
    return tuple(
        sorted(
            moves,
            key=lambda move: (
                -move.bounds.low,
                -move.bounds.high,
                move.distance is None,
                (move.distance or 0) * (move.bounds.value or 0),
            ),
        )
    )
