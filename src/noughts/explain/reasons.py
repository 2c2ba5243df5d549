"""Reasons for and against a move, what matters most first: what is seen at once, and what a search proves."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from noughts.explain.kinds import ORDER, Kind, Reason
from noughts.explain.scores import sign
from noughts.explain.seen import seen, wins_at_once
from noughts.explain.threats import forks, rows_completed, winning
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.search.result import Deadline, SearchLimit
from noughts.solver.analysis import Analysis, MoveAnalysis, analyse
from noughts.solver.line import principal_variation
from noughts.solver.solver import Solver

BestPlay: TypeAlias = Callable[[Position], tuple[Move, ...]]
"""Gives the line of best play from a position, or nothing where it is not known."""


def reasons(
    position: Position,
    move: Move,
    solver: Solver | None = None,
    *,
    analysis: Analysis | None = None,
    nodes: int | None = None,
    deadline: Deadline | None = None,
    prefer: Callable[[Position, Move], Any] | None = None,
) -> tuple[Reason, ...]:
    """Return why a move is good or bad, what matters most first.

    Args:
        position: an unfinished position.
        move: a legal move in it.
        solver: keeps what it learns for the next call; without one a new one is made.
        analysis: the position's analysis, where it is known already.
        nodes: the most nodes to search, for the scores and for each line of play. Where they do not suffice, only
            what is seen in the position itself is said.
        deadline: says whether the time is up; likewise.
        prefer: ranks moves of the same score for the lines of play; `clearest` unless told.

    Raises:
        IllegalMove: the move is not legal.
    """
    solver = solver or Solver(position.game)
    found = list(seen(position, move))
    analysis = analysis or analyse(position, solver, nodes=nodes, deadline=deadline, estimate_nodes=0)

    def best_play(start: Position) -> tuple[Move, ...]:
        try:
            return principal_variation(start, solver, nodes=nodes, deadline=deadline, prefer=prefer or clearest)
        except SearchLimit:
            return ()

    if analysis.exact:
        found += _valued(analysis, next(m for m in analysis.moves if m.move == move), best_play)
    elif (wins := wins_at_once(position)) and move not in wins:
        found.append(Reason("misses", wins[:1], line=wins[:1]))
    return tuple(sorted(found, key=lambda reason: ORDER[reason.kind]))


def clearest(position: Position, move: Move) -> tuple[bool, bool, int]:
    """Rank moves of one score by how easily a person sees the point: first a block, then a fork, then threats."""
    mover, after = position.turn, position.play(move)
    blocks = not position.game.misere and bool(rows_completed(position, move, mover.other))
    return blocks, move in forks(position), len(winning(after, mover))


def best_of(analysis: Analysis) -> MoveAnalysis:
    """Return a move with the best score: the one whose point a person sees most easily."""
    same = [m for m in analysis.moves if m.score == analysis.score]
    return max(same, key=lambda m: clearest(analysis.position, m.move))


def _valued(analysis: Analysis, made: MoveAnalysis, best_play: BestPlay) -> Iterator[Reason]:
    """Yield what the exact scores say about a move."""
    way, best = sign(made.score), sign(analysis.score)
    others = [m for m in analysis.moves if m is not made]
    goes_on = not made.position.is_over

    def line(of: MoveAnalysis) -> tuple[Move, ...]:
        if of.position.is_over:
            return (of.move,)
        rest = best_play(of.position)
        return (of.move, *rest) if rest else ()

    if made.score < analysis.score and best:
        better = best_of(analysis)
        kind: Kind = "hastens" if best < 0 else "dawdles" if way > 0 else "misses"
        yield Reason(kind, (better.move,), line=line(better))
    if way < 0:
        yield Reason("lets-win" if best >= 0 else "doomed", line=line(made))
    if others and all(sign(m.score) < way for m in others):
        yield Reason("only-win" if way > 0 else "forced")
    if way > 0 and goes_on:
        yield Reason("leads", line=line(made))
    if way <= 0 and made.traps:
        answers = tuple(reply for reply in made.position.moves if reply not in made.traps)
        if way == 0 and len(answers) == 1:
            yield Reason("forces", answers, count=len(made.traps))
        yield Reason("traps", answers, count=len(made.traps))


def reason(position: Position, move: Move) -> str:
    """Return why a move is good in a few words: a line completed, one stopped, two threats at once; or nothing."""
    for found in sorted(seen(position, move), key=lambda reason: ORDER[reason.kind]):
        if found.kind == "wins" and found.rows:
            return "it completes a line"
        if found.kind == "blocks":
            return f"it stops {position.turn.other} from completing a line"
        if found.kind == "forks":
            cells = " and on ".join(position.game.board.names[cell] for cell in found.cells)
            return f"it threatens to complete a line on {cells}"
    return ""


def against(position: Position, move: Move) -> str:
    """Return what the opponent does about a move, as in ``X replies c3: it completes a line``; or nothing."""
    after = position.play(move)
    if after.is_over:
        return ""
    result = Solver(position.game).solve(after)
    reasons = [(reply, why) for reply in result.best if (why := reason(after, reply))]
    if reasons:
        reply, why = reasons[0]
        return f"{after.turn} replies {position.game.board.names[reply]}: {why}"
    end = " and wins" if result.score >= 1 else " and holds the draw" if result.score == 0 else ""
    return f"{after.turn} replies {position.game.board.names[result.move]}{end}"
