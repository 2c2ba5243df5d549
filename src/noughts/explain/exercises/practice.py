"""Boards to practise on, with a simple sentence about each move that a learner can try.

Lessons ask the questions. The library works out all answers, so no answer is written by hand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from noughts.explain.naming import CELLS
from noughts.explain.reasons.reasons import best_of, reasons
from noughts.explain.words import abbreviate, join_and, join_or, plural
from noughts.rules.board import Cell, Move, cells_in
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.rules.tactics import completed_lines, forks, immediate_wins, line_wins, sign, with_turn
from noughts.solver.analyse import analyse
from noughts.solver.count import plies
from noughts.solver.evaluation import Evaluation, MoveEvaluation
from noughts.solver.solver import Solver

LessonTask: TypeAlias = Literal["move", "fork", "value", "think", "refute", "beat"]
"""What the learner is asked to find."""

QUESTIONS: dict[LessonTask, str] = {
    "move": "Press where {turn} should move.",
    "fork": "Press the cell where {turn} makes two threats at once.",
    "value": "Press a move for {turn}. How will the game end if neither player makes a mistake after that?",
    "think": "Press a move for {turn}, and see what the computer works out.",
    "refute": "Press the answer for {turn} that shows that the last move was bad.",
    "beat": "You are {turn}. Can you beat Perfect?",
}
"""The usual question of each task."""

DRAW = "The board is full: a draw."
"""The result of a game without a winner."""

_MOST_EMPTY = 16  # an exact analysis then takes less than a second
_LIST_REPLIES = 4  # the largest number of replies that are described one by one


@dataclass(frozen=True)
class Feedback:
    """The feedback on a move that a learner tries.

    Attributes:
        tone: ``good`` if the move is right, ``bad`` if it is wrong, otherwise ``plain``.
        text: one to three sentences.
        cells: the cells to point out: the completed line, or the cells that the mover threatens to take.
    """

    tone: Literal["good", "plain", "bad"]
    text: str
    cells: tuple[Cell, ...] = ()


def question(position: Position, task: LessonTask) -> str:
    """Return the default question of a practice task."""
    return QUESTIONS[task].format(turn=position.turn)


def feedback(position: Position, task: LessonTask) -> dict[Move, Feedback]:
    """Return the feedback on every legal move.

    Args:
        position: an unfinished position. It must have at most 16 empty cells, unless the task is ``fork``.
        task: what the learner has to find.

    Raises:
        NoughtsError: the task is unknown, or the position is over or too large.
    """
    if task not in get_args(LessonTask):
        raise NoughtsError(f"unknown task {task!r}: expected {join_or(get_args(LessonTask))}")
    if position.is_over:
        raise NoughtsError("expected a position that is not over")
    if task == "fork":
        return {move: _fork(position, move) for move in position.moves}
    if (empty := position.empty.bit_count()) > _MOST_EMPTY:
        raise NoughtsError(
            f"the position is too large: it has {empty} empty cells, and at most {_MOST_EMPTY} are allowed"
        )
    solver = Solver(position.game)
    analysis = analyse(position, solver=solver)
    case = _Case(position, analysis, solver)
    return {move.move: _TASKS[task](case, move) for move in sorted(analysis.moves, key=lambda move: move.move)}


@dataclass(frozen=True)
class _Case:
    """A practice position with its analysis."""

    position: Position
    analysis: Evaluation
    solver: Solver

    def names(self, cells: Sequence[Cell]) -> list[str]:
        return [self.position.name(cell) for cell in cells]


def _move(case: _Case, move: MoveEvaluation) -> Feedback:
    """Give feedback on a move in the task ``move``. Any move that keeps the value is right, but the quickest win is
    best.
    """
    position, me, you = case.position, case.position.turn, case.position.turn.other
    if won := _completed(position, move.move):
        return won
    best, result = case.analysis.result, move.result
    if result < best:
        return Feedback("bad", f"No. {_mistake(case, move)}")
    quick = immediate_wins(position)
    if result > 0 and quick:
        return Feedback("plain", f"This wins too, but {join_or(case.names(quick))} wins at once.", _threats(case, move))
    blocked = [CELLS.row(position.game.board, cells_in(row)) for row in completed_lines(position, move.move, you)]
    if fork := _threats(case, move) if move.move in forks(position) else ():
        blocks = f"It blocks {join_and(blocked)}, and it" if blocked else "It"
        text = f"{blocks} makes two threats at once, at {join_and(abbreviate(case.names(fork)))}"
        return Feedback("good", f"Yes! {text}. {you} can block only one of them, so {me} wins.", fork)
    only = sum(other.value == best for other in case.analysis.moves) == 1
    if result > 0:
        return Feedback("good", f"Yes! {me} can now win, whatever {you} does. {_win(case, move)}", _threats(case, move))
    if result < 0:
        return Feedback("plain", f"Every move loses here. {_mistake(case, move)}")
    text = f"Yes! {move.name} blocks {join_and(blocked)}." if blocked else f"Yes! {move.name} is safe."
    text += " Every other move loses." if only and len(case.analysis.moves) > 1 else ""
    threats = _threats(case, move)
    text += f" And now {you} must block at {case.names(threats)[0]}." if threats else ""
    return Feedback("good", text, threats)


def _fork(position: Position, move: Move) -> Feedback:
    """Give feedback on a move in the task ``fork``, from the board alone, without a search."""
    if won := _completed(position, move):
        return won
    after, me, you = position.play(move), position.turn, position.turn.other
    names = position.game.board.names
    if move in forks(position):
        threats = line_wins(after, me)
        cells = join_and([names[cell] for cell in threats])
        return Feedback("good", f"Yes! This makes two threats at once, at {cells}. {you} can block only one.", threats)
    if wins := immediate_wins(after):
        return Feedback("bad", f"Careful! Now {you} plays {join_or([names[cell] for cell in wins])} and wins.")
    if threats := line_wins(after, me):
        return Feedback("plain", f"That is only one threat, at {names[threats[0]]}. {you} will block it.", threats)
    return Feedback("plain", "That makes no threat yet. Try another cell.")


def _value(case: _Case, move: MoveEvaluation) -> Feedback:
    """Say how the game ends under best play after a move, and how many replies are mistakes."""
    if won := _completed(case.position, move.move):
        return won
    me, you = case.position.turn, case.position.turn.other
    result, best = move.result, case.analysis.result
    if result > 0:
        return Feedback("good", f"After {move.name}, {me} can always win. {_win(case, move)}", _threats(case, move))
    replies = plural(move.replies, "answer")
    if result < 0:
        return Feedback("bad" if best >= 0 else "plain", _mistake(case, move))
    text = f"After {move.name}, the game is a draw if neither player makes a mistake."
    safe = [reply for reply in move.position.moves if reply not in (move.traps or ())]
    if not move.losing:
        text += f" None of {you}'s {replies} is a mistake." if move.replies > 1 else ""
    else:
        text += f" But {move.losing} of {you}'s {replies} {'loses' if move.losing == 1 else 'lose'}."
        if len(safe) <= _LIST_REPLIES:
            text += f" Only {join_and(case.names(safe))} {'is' if len(safe) == 1 else 'are'} safe."
    return Feedback("bad" if best > 0 else "plain", text)


def _think(case: _Case, move: MoveEvaluation) -> Feedback:
    """Say what minimax works out about a move: the result of every reply, and the reply that the opponent chooses."""
    position, you = case.position, case.position.turn.other
    if won := _completed(position, move.move):
        return Feedback("good", f"The game is over. The computer writes down: {position.turn} wins.", won.cells)
    tone: Literal["good", "plain"] = "good" if move.value == case.analysis.value else "plain"
    after = move.position
    if after.is_over:
        return Feedback(tone, "The board is full. The computer writes down: draw.")
    results = [(reply, -sign(case.solver.score(after.play(reply)))) for reply in after.moves]
    listed = [f"{case.names([reply])[0]}: {_result(after, result)}" for reply, result in results[:_LIST_REPLIES]]
    written = _result(after, -move.result)
    seen = f"{you} has {plural(len(results), 'answer')}. The computer tries {'them all' if len(results) > 1 else 'it'}"
    chosen = f"{you} would choose the best one for {you}, so the computer writes down: {written}."
    text = f"{seen}. {'; '.join(listed)}. {chosen}"
    return Feedback(tone, text)


def _refute(case: _Case, move: MoveEvaluation) -> Feedback:
    """Give feedback on a reply in the task ``refute``, and say how much of the search the right reply saves."""
    me, you = case.position.turn, case.position.turn.other
    rest = len(case.analysis.moves) - 1
    others = "the other answer" if rest == 1 else f"the other {rest} answers"
    after = [other.position for other in case.analysis.moves if other is not move]
    states = f"{plural(sum(ply.sequences for at in after for ply in plies(at)), 'state')} in all"
    skip = f"That is all {you} needs to know. The computer skips {others}: {states}." if rest else ""
    if won := _completed(case.position, move.move):
        return Feedback("good", f"{won.text} {skip}".strip(), won.cells)
    if move.result > 0:
        threats = _threats(case, move)
        two = f"two threats at once, at {join_and(abbreviate(case.names(threats)))}"
        text = (
            f"Yes! {me} makes {two}, and wins." if len(threats) > 1 else f"Yes! After {move.name}, {me} can always win."
        )
        return Feedback("good", f"{text} {skip}".strip(), threats)
    result = "the game is a draw" if move.value == 0 else f"{you} wins"
    return Feedback(
        "bad",
        f"No. After this answer, {result} if neither player makes a mistake. The computer must look at another one.",
    )


def _beat(case: _Case, move: MoveEvaluation) -> Feedback:
    """Say how the flawless player Perfect answers a learner's move that tries to win, and why the move fails."""
    you = case.position.turn.other
    if won := _completed(case.position, move.move):
        return won
    if move.position.is_over:
        return Feedback("good", DRAW)
    answer = perfect_answer(move.position, case.solver)
    name, final = case.names([answer])[0], move.position.play(answer)
    if won := _completed(move.position, answer):
        missed = [cell for cell in line_wins(case.position, you) if cell != move.move]
        words = won.text.removeprefix("Yes! ")
        late = f" You had to block {case.names(missed)[0]}." if len(missed) == 1 else ""
        return Feedback("bad", f"Perfect plays {name}. {words}{late}", won.cells)
    why = _defence(case, move, final, name)
    if final.is_over:
        return Feedback("good", f"{why} {DRAW}")
    threats = line_wins(final, you)
    if len(threats) > 1:
        cells = join_and(case.names(threats))
        return Feedback("bad", f"{why} It now threatens {cells}, and you can block only one.", threats)
    if move.result < 0:
        return Feedback("bad", f"{why} That was your mistake: now {you} can always win.", threats)
    must = f" Now you must block {case.names(threats)[0]}." if threats else ""
    return Feedback("plain", why + must, threats)


def _defence(case: _Case, move: MoveEvaluation, final: Position, name: str) -> str:
    """Say which plan Perfect's answer to a learner's move stops: a threat, a fork, or nothing yet."""
    me, you = case.position.turn, case.position.turn.other
    if threats := line_wins(move.position, me):
        return f"You threaten {case.names(threats)[0]}, and Perfect blocks it."
    if plan := forks(with_turn(move.position, me)):
        where = join_or(abbreviate(case.names(plan), 3))
        stop = f"{name} first" if line_wins(final, you) else f"{name}, and there is no room left for that"
        return f"You plan two threats at once, at {where}. But Perfect plays {stop}."
    if not move.losing:
        return f"You threaten nothing yet. Perfect plays {name}."
    safe = "the only safe one" if move.losing == move.replies - 1 else "a safe one"
    lose = "loses" if move.losing == 1 else "lose"
    return f"A good try: {move.losing} of Perfect's {move.replies} answers {lose}. But it finds {safe}, {name}."


def perfect_answer(position: Position, solver: Solver) -> Move:
    """Return the reply of Perfect, the player that makes no mistakes. Ties go to the move whose purpose is easiest to
    see.
    """
    return best_of(analyse(position, solver=solver)).move


_TASKS: dict[LessonTask, Callable[[_Case, MoveEvaluation], Feedback]] = {
    "move": _move,
    "value": _value,
    "think": _think,
    "refute": _refute,
    "beat": _beat,
}


def _completed(position: Position, move: Move) -> Feedback | None:
    """Return the feedback on a move that wins at once, or None for any other move."""
    if move not in immediate_wins(position):
        return None
    rows = completed_lines(position, move, position.turn)
    cells = tuple(sorted({cell for row in rows for cell in cells_in(row)}))
    line = join_and([CELLS.row(position.game.board, cells_in(row)) for row in rows])
    return Feedback("good", f"Yes! {line} is complete: {position.turn} wins.", cells)


def _threats(case: _Case, move: MoveEvaluation) -> tuple[Cell, ...]:
    return () if move.position.is_over else line_wins(move.position, case.position.turn)


def _mistake(case: _Case, move: MoveEvaluation) -> str:
    """Say how the opponent profits from a mistake."""
    position, me, you = case.position, case.position.turn, case.position.turn.other
    after = move.position
    if wins := ([] if after.is_over else case.names(immediate_wins(after))):
        return f"Now {you} plays {join_or(abbreviate(wins))} and wins."
    missed = immediate_wins(position)
    if move.value == 0:
        return (
            f"The win is gone: {join_or(case.names(missed))} would have won at once." if missed else "The win is gone."
        )
    given = reasons(position, move.move, case.solver, analysis=case.analysis)
    line = next((reason.line for reason in given if reason.kind in ("lets-win", "doomed")), ())
    return _line_words(after, line[1:]) or f"Now {you} can always win, whatever {me} does."


def _win(case: _Case, move: MoveEvaluation) -> str:
    """Say how the game goes on after a winning move."""
    given = reasons(case.position, move.move, case.solver, analysis=case.analysis)
    line = next((reason.line for reason in given if reason.kind == "leads"), ())
    if line and (words := _line_words(case.position, line)):
        return words
    count = f"in {move.distance} moves, counting the moves of both players" if move.distance else "in the end"
    return f"If both play as well as they can, {case.position.turn} wins {count}."


def _line_words(position: Position, line: Sequence[Move]) -> str:
    """Describe a line of threats and blocks up to the fork, as in ``X plays a2, O must block a3, then X makes two …``.

    Returns an empty string unless each move of the player to move is a threat or a fork.
    """
    me, you, names = position.turn, position.turn.other, position.game.board.names
    told, at = list[str](), position
    for move, reply in zip(line[::2], [*line[1::2], None], strict=False):
        if move in forks(at):
            threats = join_and(abbreviate([names[cell] for cell in line_wins(at.play(move), me)]))
            told.append(
                f"{'then ' if told else ''}{me} plays {names[move]} and makes two threats at once, at {threats}"
            )
            return f"{', '.join(told)}."
        after = at.play(move)
        threats_now = () if after.is_over else line_wins(after, me)
        if len(threats_now) != 1 or reply != threats_now[0]:
            return ""
        told.append(f"{me} plays {names[move]}, {you} must block {names[reply]}")
        at = after.play(reply)
    return ""


def _result(position: Position, result: int) -> str:
    """Say who wins, given the result for the player to move."""
    if result == 0:
        return "draw"
    return f"{position.turn if result > 0 else position.turn.other} wins"
