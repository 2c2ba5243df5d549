"""Grade a user's function with several processes: share out the positions, watch the time, and judge the answers."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import factorial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from noughts.engines.driver import ExternalEngine
from noughts.grading.grade import Answer, Exam, Finding, Report, ask, judge, of_own_game
from noughts.grading.imports import imports_noughts
from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.loading import split_name
from noughts.grading.worker import ProcessEnded, Ready, Worker
from noughts.players.opponent import Crash, ExtraOutput, TimeOut
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

_MOST_WITHOUT = 3  # answers of an engine that are late or crashes
_MOST_ENDED = 10  # processes that the function may end in a share of the positions
_FEW_ALONE = 10  # positions that are asked about alone at first
_SIMPLE = 6  # empty cells of positions that are asked about alone
_SECONDS_ALONE = 5.0  # for all such questions


class Task(NamedTuple):
    """The positions in which to grade functions, and the limits.

    Attributes:
        game: the game.
        side: the side to grade, or None for both.
        seconds: the time limit per move.
        marks: the marks on the boards, as in `noughts.grading.user_code.load_user_code`.
        exam: the positions.
        value_only: whether to accept late wins and early losses.
    """

    game: Game
    side: Player | None
    seconds: float
    marks: str | None
    exam: Exam
    value_only: bool = False

    @property
    def where(self) -> Sequence[Position]:
        """The positions."""
        return self.exam.where

    def report(self, answers: Mapping[Position, Answer], changed: Collection[Position] = ()) -> Report:
        """Return the report on a player's answers, of which some may be missing."""
        return judge(self.game, answers, self.exam, side=self.side, value_only=self.value_only, changed=changed)


class Graded(NamedTuple):
    """A function's report, with what the workers say about it.

    Attributes:
        report: the report.
        ready: the name and calling style of the function.
        seconds: how long the function took for its answers.
        interrupted: whether Ctrl-C ended the grading.
        imports_noughts: whether the function's code imports noughts, apart from its rules.
    """

    report: Report
    ready: Ready = Ready("", None, (), counts=False)
    seconds: float = 0.0
    interrupted: bool = False
    imports_noughts: bool = False

    @property
    def passed(self) -> bool:
        """Whether there are no mistakes, neither in the moves nor in the form of the answers."""
        return self.report.passes and not self.ready.mistakes


GradingProgress = Callable[[int, int, float | None], None]
"""Called with the number of positions graded, their total number, and the seconds left if they can be estimated."""


def grade_file(
    text: str,
    task: Task,
    *,
    call: str | None = None,
    marks: str | None = None,
    processes: int = 1,
    watch: GradingProgress | None = None,
    folder: Path | None = None,
    stop: threading.Event | None = None,
) -> Graded:
    """Grade a function in processes of its own.

    A given number of processes always gets the same positions in the same order, so that a function with a state of its
    own gets the same report again. A process that does not answer in time is asked no more.

    Args:
        text: the file and the function, such as ``mine.py:best_move``. The function may be left out.
        task: the positions and limits.
        call: how to call the function, as Python such as ``best_move(rows, player)``. By default, it is found out.
        marks: the marks on its board, instead of the task's.
        processes: the number of processes that share the positions.
        watch: called from time to time.
        folder: a folder that the function can read.
        stop: an event that ends the grading.

    Raises:
        NoughtsError: the function cannot be loaded or called, or `stop` was set before it was loaded.
    """
    workers: list[Worker] = []

    def worker(ready: Ready | None = None) -> Worker:
        made = Worker(
            text,
            task.game,
            seconds=task.seconds,
            marks=marks or task.marks,
            call=call,
            ready=ready,
            folder=folder,
            stopped=stopped,
        )
        workers.append(made)
        return made

    def stopped() -> bool:
        return run.stop.is_set() or (stop is not None and stop.is_set())

    run = _Run(task)
    interrupted = False
    try:
        first = worker()
        turn = first.ready.call.turn if first.ready.call and not (call or marks or task.marks) else None
        shares = _shares(task.where, processes)
        threads = [
            threading.Thread(target=run.work, args=(share, (lambda: worker(first.ready)) if number else lambda: first))
            for number, share in enumerate(shares)
        ]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                while thread.is_alive() and not run.stop.is_set():
                    thread.join(0.1)
                    if stopped():
                        run.stop.set()
                    if watch:
                        watch(len(run.answers), len(task.where), run.left(len(shares)))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            run.stop.set()
            for made in list(workers):
                made.close()
            for thread in threads:
                with suppress(RuntimeError):  # it has not been started
                    thread.join()
        if run.errors:
            raise run.errors[0]
        answers = {position: run.answers[position] for position in task.where if position in run.answers}
        report = task.report(answers, frozenset(position for made in workers for position in made.spoilt))
        if turn:
            report = of_own_game(report, turn, value_only=task.value_only)
        if not (interrupted or (stop is not None and stop.is_set())):
            run.stop.clear()
            report = replace(report, alone=_alone(report.findings, lambda: worker(first.ready), stopped))
    finally:
        for made in workers:
            made.close()
    imports = imports_noughts(split_name(text)[0]) or any(made.imports_noughts for made in workers)
    return Graded(report, first.ready, run.seconds, interrupted, imports)


def _random(position: Position) -> Random:
    """Return the random numbers with which a program is asked about a position: always the same ones, but its own."""
    return Random(f"{position.x} {position.o}")


def _alone(
    findings: Sequence[Finding], worker: Callable[[], Worker], stopped: Callable[[], bool]
) -> dict[Position, Answer]:
    """Ask again in positions with mistakes, each time as if it were the first question.

    Only simple positions are asked about, so that the answers are quick. If none of the first few answers is best, this
    is enough.
    """
    wrong = [one for one in findings if one.move is not None]
    simple = [one for one in wrong if one.position.empty.bit_count() <= _SIMPLE] or wrong[:1]
    step = 1 + len(simple) // _FEW_ALONE
    few, answers, began = simple[::step], dict[Position, Answer](), time.perf_counter()
    if not few:
        return answers
    with suppress(NoughtsError):  # it was stopped
        player, is_right = worker(), False
        player.alone = True
        for number, finding in enumerate([*few, *(one for at, one in enumerate(simple) if at % step)]):
            late = time.perf_counter() - began > _SECONDS_ALONE
            if late or stopped() or (number == len(few) and not is_right):
                break
            answer = answers[finding.position] = ask(player, finding.position, _random(finding.position))
            is_right |= finding.is_corrected_by(answer)
    return answers


def grade_engine(engine: ExternalEngine, task: Task, *, watch: GradingProgress | None = None) -> Graded:
    """Grade another program, one position after another.

    Raises:
        NoughtsError: the program cannot be run, does not play this game, or answers nothing, or prints
            more than its moves.
    """
    answers: dict[Position, Answer] = {}
    began, interrupted, without = time.perf_counter(), False, 0
    with engine:
        engine.start(task.game)
        try:
            for position in task.where:
                answers[position] = answer = ask(engine, position, _random(position))
                if isinstance(answer, ExtraOutput):
                    raise answer
                if watch:
                    watch(len(answers), len(task.where), None)
                without += isinstance(answer, TimeOut | Crash)
                if engine.lines and without == len(answers) == _MOST_WITHOUT:  # perhaps its command is wrong
                    raise NotGradable(str(answer), "exits" if isinstance(answer, Crash) else "endless")
                if without >= _MOST_WITHOUT:
                    break
        except KeyboardInterrupt:
            interrupted = True
        ready = Ready(engine.name, None, (), counts=False, engine=engine.words)
    return Graded(task.report(answers), ready, time.perf_counter() - began, interrupted)


def _shares(where: Iterable[Position], processes: int) -> list[list[Position]]:
    """Share out positions so that a plain minimax takes equally long for each share, cheap positions first."""
    shares: list[list[Position]] = [[] for _ in range(processes)]
    work = [0] * processes
    for position in sorted(where, key=lambda position: -position.empty.bit_count()):
        least = work.index(min(work))
        shares[least].append(position)
        work[least] += factorial(min(position.empty.bit_count(), 12))
    return [share[::-1] for share in shares if share]


@dataclass
class _Run:
    """The answers of several workers, and the time that they take."""

    task: Task
    answers: dict[Position, Answer] = field(default_factory=dict)
    errors: list[BaseException] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    times: list[tuple[int, float]] = field(default_factory=list)
    """The number of empty cells and the seconds of each answer."""

    @property
    def seconds(self) -> float:
        """How long all answers took."""
        return sum(seconds for _, seconds in self.times)

    def work(self, share: Sequence[Position], worker: Callable[[], Worker]) -> None:
        """Ask a worker in each position of a share, until an answer is late or too many processes have ended.

        After a late answer, positions with as many empty cells or more would be late, too. What happens to a share does
        not depend on the others. A program that plays one side only is asked about this side first, and begins anew for
        the boards with the colours exchanged: they do not occur in its games, and may not fit what it has stored.
        """
        ended = 0
        try:
            player = worker()
            plays = player.ready.call and player.ready.call.plays
            own = [position for position in share if plays in (None, position.turn)]
            for number, position in enumerate([*own, *(one for one in share if plays not in (None, one.turn))]):
                if self.stop.is_set():
                    return
                if number == len(own):
                    player.restart()
                if player.ready.counts and position.empty == position.game.board.cells:
                    player.restart()  # a cache that is full already would reduce the number of nodes
                began = time.perf_counter()
                answer = ask(player, position, _random(position))
                if self.stop.is_set():  # perhaps its process was ended
                    return
                self.answers[position] = answer
                self.times.append((position.empty.bit_count(), time.perf_counter() - began))
                ended += isinstance(answer, ProcessEnded)
                if isinstance(answer, TimeOut) or ended == _MOST_ENDED:
                    return
        except BaseException as error:
            if not self.stop.is_set():
                self.errors.append(error if isinstance(error, NoughtsError) else RuntimeError(repr(error)))
                self.stop.set()

    def left(self, processes: int) -> float | None:
        """Estimate the seconds left if as many processes run, or return None.

        A position with one more empty cell takes as many times longer as the last two numbers of empty cells suggest.
        """
        left: defaultdict[int, int] = defaultdict(int)
        for position in self.task.where:
            left[position.empty.bit_count()] += position not in self.answers
        by_empty: defaultdict[int, list[float]] = defaultdict(list)
        for empty, seconds in list(self.times):
            by_empty[empty].append(seconds)
        mean = {empty: fmean(times) for empty, times in by_empty.items()}
        if len(mean) < 3:
            return None
        top = max(mean)
        growth: float = min(max(mean[top] / mean.get(top - 1, mean[top]), 1), top + 1)
        total: float = sum(
            count * mean.get(empty, mean[top] * growth ** (empty - top)) for empty, count in left.items()
        )
        return total / processes
