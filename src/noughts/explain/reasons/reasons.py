"""Reasons for and against a move, most important first. Some reasons are visible on the board; others need a search."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from noughts.explain.reasons.immediate_reasons import immediate_reasons
from noughts.explain.reasons.kinds import ORDER, Kind, Reason
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import completed_lines, forks, immediate_wins, line_wins
from noughts.search.result import SearchLimit
from noughts.solver.analyse import analyse
from noughts.solver.evaluation import Evaluation, MoveEvaluation
from noughts.solver.limit import Budget, Limit
from noughts.solver.line import principal_variation
from noughts.solver.policy import MOST_IN_PYTHON
from noughts.solver.solver import Solver

_LINE_NODES = 20_000
"""The maximum number of nodes for a line of play on a larger board, which the solver in plain Python searches."""

BestPlay: TypeAlias = Callable[[Position], tuple[Move, ...]]
"""A function that returns a line of best play from a position, or an empty line if none is known."""


def reasons(
    position: Position,
    move: Move,
    solver: Solver | None = None,
    *,
    analysis: Evaluation | None = None,
    limit: Limit | int | None = None,
    prefer: Callable[[Position, Move], Any] | None = None,
) -> tuple[Reason, ...]:
    """Return the reasons why a move is good or bad, most important first.

    Args:
        position: an unfinished position.
        move: a legal move in it.
        solver: the solver, which keeps its results for the next call. By default, a new one.
        analysis: the position's analysis, if it is already known.
        limit: how long to search. Its nodes are for the scores, and again for each line of play. If they run out, only
            reasons that need no search are returned.
        prefer: a function that ranks moves with the same score in lines of play. By default, `clearest`.

    Raises:
        IllegalMove: the move is not legal.
    """
    solver = solver or Solver(position.game)
    reasons = list(immediate_reasons(position, move))
    limit = limit if isinstance(limit, Limit) else Limit(limit)
    analysis = analysis or analyse(position, limit, solver=solver, estimate_nodes=0)
    budget = Budget(limit)
    nodes = budget.limit
    if position.empty.bit_count() > MOST_IN_PYTHON:
        nodes = _LINE_NODES if nodes is None else min(nodes, _LINE_NODES)

    def best_play(start: Position) -> tuple[Move, ...]:
        try:
            return principal_variation(start, solver, nodes=nodes, deadline=budget.is_over, prefer=prefer or clearest)
        except SearchLimit:
            return ()

    if analysis.exact:
        reasons += _proven_reasons(analysis, next(m for m in analysis.moves if m.move == move), best_play)
    elif (wins := immediate_wins(position)) and move not in wins:
        reasons.append(Reason("misses", wins[:1], line=wins[:1]))
    return tuple(sorted(reasons, key=lambda reason: ORDER[reason.kind]))


def clearest(position: Position, move: Move) -> tuple[bool, bool, int]:
    """Return a sort key for moves with the same score. Moves whose purpose is easy to see rank highest.

    Blocks come first, then forks and threats.
    """
    mover, after = position.turn, position.play(move)
    blocks = not position.game.misere and bool(completed_lines(position, move, mover.other))
    return blocks, move in forks(position), len(line_wins(after, mover))


def best_of(analysis: Evaluation) -> MoveEvaluation:
    """Return the best move. Ties go to the move whose purpose is easiest to see."""
    return max(analysis.optimal, key=lambda m: clearest(analysis.position, m.move))


def _proven_reasons(analysis: Evaluation, move: MoveEvaluation, best_play: BestPlay) -> Iterator[Reason]:
    """Yield the reasons that follow from the exact scores of a move and its alternatives."""
    result, best, scores = move.result, analysis.result, analysis.scores
    others = [m for m in analysis.moves if m is not move]

    def line(of: MoveEvaluation) -> tuple[Move, ...]:
        if of.position.is_over:
            return (of.move,)
        rest = best_play(of.position)
        return (of.move, *rest) if rest else ()

    if scores[move.move] < max(scores.values()) and best:
        better = best_of(analysis)
        kind: Kind = "hastens" if best < 0 else "dawdles" if result > 0 else "misses"
        yield Reason(kind, (better.move,), line=line(better))
    if result < 0:
        yield Reason("lets-win" if best >= 0 else "doomed", line=line(move))
    if others and all(m.result < result for m in others):
        yield Reason("only-win" if result > 0 else "forced")
    if result > 0 and not move.position.is_over:
        yield Reason("leads", line=line(move))
    if result <= 0 and move.traps:
        answers = tuple(reply for reply in move.position.moves if reply not in move.traps)
        if result == 0 and len(answers) == 1:
            yield Reason("forces", answers, count=len(move.traps))
        yield Reason("traps", answers, count=len(move.traps))


def short_reason(position: Position, move: Move) -> str:
    """Say briefly why a move is good, as in ``it completes a line``.

    Returns an empty string if no line is at stake.
    """
    for reason in sorted(immediate_reasons(position, move), key=lambda reason: ORDER[reason.kind]):
        if reason.kind == "wins" and reason.rows:
            return "it completes a line"
        if reason.kind == "blocks":
            return f"it stops {position.turn.other} from completing a line"
        if reason.kind == "forks":
            cells = " and ".join(position.name(cell) for cell in reason.cells)
            return f"it threatens to complete a line at {cells}"
    return ""


def best_reply(position: Position, move: Move) -> str:
    """Describe the opponent's best reply to a move, and say why it is good.

    For example, ``X replies c3: it completes a line``. Returns an empty string if the game is over.
    """
    after = position.play(move)
    if after.is_over:
        return ""
    result = Solver(position.game).solve(after)
    for reply in result.best:
        if reason := short_reason(after, reply):
            return f"{after.turn} replies {position.name(reply)}: {reason}"
    end = " and wins" if result.score >= 1 else " and holds the draw" if result.score == 0 else ""
    return f"{after.turn} replies {position.name(result.move)}{end}"
