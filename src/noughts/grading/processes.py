"""Grade a user's function, or another program, in separate processes."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from noughts.engines.driver import ExternalEngine
from noughts.grading.conversation import Ready, Steps, random_of
from noughts.grading.grade import Answer, ask
from noughts.grading.task import Graded, Grading, Task
from noughts.grading.user_code.failures import NotGradable
from noughts.grading.worker import Process
from noughts.players.opponent import Crash, ExtraOutput, TimeOut
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position

_MOST_WITHOUT = 3  # the most late answers and crashes of an engine

GradingProgress = Callable[[int, int, float | None], None]
"""A function to report progress. Its arguments are the number of positions graded, their total number, and the seconds
left if they can be estimated."""


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
    """Grade a user's function in separate processes, and return the result.

    Args:
        text: the file and the function; see `Grading`.
        task: the positions and limits.
        call: how to call the function; see `Grading`.
        marks: the marks on its board, instead of the task's.
        processes: the number of processes that share the positions.
        watch: called from time to time.
        folder: a folder that the function can read.
        stop: an event that ends the grading.

    Raises:
        NoughtsError: the function cannot be loaded or called, or `stop` was set before it was loaded.
    """
    grading = Grading(text, task, call=call, marks=marks)
    made, errors, interrupted = list[Process](), list[BaseException](), False
    over = threading.Event()  # set when the questions in all positions are over

    def is_stopped() -> bool:
        return stop is not None and stop.is_set()

    def process() -> Process:
        made.append(Process(grading.file, folder, lambda: over.is_set() or is_stopped()))
        return made[-1]

    def work(process: Process, share: Steps[None]) -> None:
        try:
            process.run(share)
        except BaseException as error:
            if not (over.is_set() or is_stopped()):
                errors.append(error if isinstance(error, NoughtsError) else RuntimeError(repr(error)))
                over.set()

    try:
        first = process()
        first.run(grading.start())
        shares = grading.shares(processes)
        threads = [
            threading.Thread(target=work, args=(process() if number else first, share))
            for number, share in enumerate(shares)
        ]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                while thread.is_alive() and not over.is_set():
                    thread.join(0.1)
                    if is_stopped():
                        over.set()
                    if watch:
                        watch(len(grading.answers), len(task.where), grading.seconds_left(len(shares)))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            over.set()
            for one in made:
                one.close()
            for thread in threads:
                with suppress(RuntimeError):  # the thread has not been started
                    thread.join()
        if errors:
            raise errors[0]
        grading.judge()
        if not (interrupted or is_stopped()):
            over.clear()
            with suppress(NoughtsError):  # the grading was stopped
                process().run(grading.alone())
    finally:
        for one in made:
            one.close()
    return grading.graded(interrupted=interrupted)


def grade_engine(engine: ExternalEngine, task: Task, *, watch: GradingProgress | None = None) -> Graded:
    """Grade an engine, another program that noughts starts, in one position after another.

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
                answers[position] = answer = ask(engine, position, random_of(position))
                if isinstance(answer, ExtraOutput):
                    raise answer
                if watch:
                    watch(len(answers), len(task.where), None)
                without += isinstance(answer, TimeOut | Crash)
                if engine.lines and without == len(answers) == _MOST_WITHOUT:  # the command may be wrong
                    raise NotGradable(str(answer), "exits" if isinstance(answer, Crash) else "endless")
                if without >= _MOST_WITHOUT:
                    break
        except KeyboardInterrupt:
            interrupted = True
        ready = Ready(engine.name, None, (), counts=False, engine=engine.words)
    return Graded(task.report(answers), ready, time.perf_counter() - began, interrupted)
