"""Find the best play from an analysed position, as far as a quick search can tell."""

from noughts.explain.reasons.reasons import clearest
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.search.result import Deadline, SearchLimit
from noughts.solver.book.shipped import shipped_book
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Budget, Limit
from noughts.solver.line import principal_variation
from noughts.solver.solver import Solver

MOST_MOVES = 9
"""The default number of moves in a line."""

_NODES = 50_000  # nodes for each move of the line


def best_line(
    analysis: Evaluation, solver: Solver, *, most: int = MOST_MOVES, stop: Deadline | None = None
) -> tuple[Move, ...]:
    """Return a line of best play by both players, as far as it can be found quickly.

    The first move is the first of the analysis' best moves. The line ends early where the value of the next move is
    not found quickly. The line is empty if it is not proven who wins.

    Args:
        analysis: the analysis of the position.
        solver: a solver of the game, whose earlier results are used.
        most: the maximum number of moves.
        stop: returns whether to stop at once.
    """
    if not analysis.value is not None or not analysis.moves or analysis.moves[0].score != analysis.score:
        return ()
    best = analysis.best[0]
    line, position, score = [best.move], best.position, -analysis.scores[best.move]
    timed = best.distance is not None
    while len(line) < most and not position.is_over:
        if timed and not solver.general:
            return (*line, *_plain_line(position, solver, stop))[:most]
        with Budget(Limit(_NODES, stop=stop)) as budget:
            move = _next(position, score, solver, budget, timed=timed)
        if move is None:
            break
        line.append(move)
        position, score = position.play(move), -score
    return tuple(line)


def _plain_line(position: Position, solver: Solver, stop: Deadline | None) -> tuple[Move, ...]:
    try:
        return principal_variation(position, solver, nodes=_NODES, deadline=stop, prefer=clearest)
    except SearchLimit:
        return ()


def _next(position: Position, score: float, solver: Solver, budget: Budget, *, timed: bool) -> Move | None:
    """Return a best move, given the score of the position, or None if no best move is found."""
    if not timed:
        return solver.kernel.best(position, sign(score), budget) if solver.kernel and score >= 0 else None
    book = shipped_book(position.game)
    known = {move: book.score(position.play(move)) for move in position.moves} if book else {}
    best = [move for move, value in known.items() if value is not None and -value == score]
    if not best and solver.general:
        scores = solver.general.scores(position, control=budget.control())
        best = [move for move, value in scores.items() if value == score]
    return max(best, key=lambda move: clearest(position, move), default=None)
