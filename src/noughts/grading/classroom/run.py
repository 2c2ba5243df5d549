"""Grade a class: grade several programs at a time, each within a time limit, and save each result immediately."""

import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, Protocol

from noughts.grading.classroom.entry import Entry, entry_of
from noughts.grading.classroom.handed_in import Opened, Program, Submission, opened
from noughts.grading.classroom.names import LONGEST_NAME, shown
from noughts.grading.classroom.roster import Line, Roster
from noughts.grading.classroom.same_text import fingerprint
from noughts.grading.classroom.settings import Calling, Settings
from noughts.grading.classroom.store import Store
from noughts.grading.imports import imported_files
from noughts.grading.processes import grade_file
from noughts.grading.task import Graded, Task
from noughts.grading.user_code.source import read_source
from noughts.render.names import clean_name, printable
from noughts.rules.errors import NoughtsError, cut

STUDENT_SECONDS = 120.0
"""The usual time limit for all files of a student."""

ClassProgress = Callable[[int, int, float | None, str], None]
"""A function to report progress. Its arguments are the number of results, their total number, the seconds left if they
can be estimated, and the name of the submission that has been graded for the longest time."""


@dataclass(frozen=True)
class Plan:
    """The plan for grading the submissions of a class.

    Attributes:
        task: the positions, and the limits for each move.
        seconds: the time limit for all files of a student.
        settings: how to call the programs.
        function: the name of the function in each file. By default, noughts finds it.
        roster: the students.
    """

    task: Task
    seconds: float = STUDENT_SECONDS
    settings: Settings = field(default_factory=Settings)
    function: str = ""
    roster: Roster = field(default_factory=Roster)

    def key(self, submission: Submission) -> str:
        """Return a hash of everything that the result of a submission depends on."""
        task = self.task
        rules = (task.game.name, task.side, task.seconds, task.marks, task.exam.sampled_from, task.value_only)
        return submission.key(repr((*rules, self.seconds, self.function, self.settings.rules_of(submission.name))))


def grade_class(
    handed_in: Sequence[Submission],
    plan: Plan,
    *,
    jobs: int = 1,
    store: Store | None = None,
    watch: ClassProgress | None = None,
    stop: threading.Event | None = None,
) -> tuple[list[Entry], bool]:
    """Grade all submissions. Return the results in the order of the submissions, and whether the grading was stopped.

    A submission that cannot be graded has a result that says why. After the others come the students on the roster who
    handed in nothing.

    Args:
        handed_in: the submissions.
        plan: how to grade them.
        jobs: the number of submissions to grade at a time.
        store: keeps the results.
        watch: called from time to time.
        stop: an event that ends the grading within a second. Grading sets it at its end, too.
    """
    stop = stop or threading.Event()
    lines = {one: plan.roster.find(one.name, one.label) for one in handed_in}
    keys = {one: plan.key(one) for one in handed_in} if store else {}
    known = {one: store.get(key) for one, key in keys.items()} if store else {}
    results = {one: result for one, result in known.items() if result}
    writes, began, graded = threading.Lock(), time.monotonic(), 0
    running: dict[Submission, _Limit] = {}

    def grade(submission: Submission) -> Entry | None:
        limit = running[submission] = _Limit(plan.seconds)
        try:
            result = _grade(submission, plan, limit)
        except Exception as error:  # one submission must not end the grading of a class
            result = not_graded(submission, f"{type(error).__name__}: {error}")
        finally:
            limit.end()
            del running[submission]
        if stop.is_set():
            return None
        if store:
            with writes:
                store.put(keys[submission], result)
        return result

    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(grade, one): one for one in handed_in if one not in results}
        try:
            while waiting and not stop.is_set():
                done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    if result := future.result():
                        results[waiting.pop(future)] = result
                        graded += 1
                if watch:
                    each = (time.monotonic() - began) / graded if graded > jobs else None
                    longest = next((shown(one.name) for one in list(running)), "")
                    watch(len(results), len(handed_in), each and each * len(waiting), longest)
        finally:
            stop.set()
            for limit in list(running.values()):
                limit.end()
            pool.shutdown(wait=True, cancel_futures=True)
    for future, one in waiting.items():
        if not future.cancelled() and (result := future.result()):
            results[one] = result
    found = [_identified(results[one], one, lines[one]) for one in handed_in if one in results]
    absent = plan.roster.absent([line for line in lines.values() if line])
    found += [Entry(_name(line), "", "not-handed-in", "nothing was handed in", row=line.row) for line in absent]
    return found, len(results) < len(handed_in)


class _Limit:
    """The time limit for grading one submission. The grading also ends when the event `over` is set, or when the
    grading of the class ends.
    """

    def __init__(self, seconds: float) -> None:
        self.over, self.passed = threading.Event(), False
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True
        self._timer.start()

    @property
    def is_over(self) -> bool:
        """Whether the time is up, or the grading was stopped."""
        return self.over.is_set()

    def _pass(self) -> None:
        self.passed = True
        self.over.set()

    def end(self) -> None:
        """End the grading of the submission, and stop the timer."""
        self._timer.cancel()
        self.over.set()


def _grade(submission: Submission, plan: Plan, limit: _Limit) -> Entry:
    """Grade a submission. Its programs run in processes that no other submission uses."""
    with closing(grade_submission(submission, plan, limit)) as steps:
        attempt = next(steps)
        while not isinstance(attempt, Entry):
            try:
                graded = grade_file(
                    attempt.text,
                    plan.task,
                    call=attempt.calling.call,
                    marks=attempt.calling.marks,
                    folder=attempt.program.folder,
                    stop=limit.over,
                )
            except Exception as error:
                attempt = steps.throw(error)
            else:
                attempt = steps.send(graded)
        return attempt


class Attempt(NamedTuple):
    """A program to grade: its file and function, and how to call the function."""

    program: Program
    text: str
    calling: Calling


class Clock(Protocol):
    """The time limit for grading one submission."""

    @property
    def passed(self) -> bool:
        """Whether the time is up."""

    @property
    def is_over(self) -> bool:
        """Whether the time is up, or the grading was stopped."""


def grade_submission(submission: Submission, plan: Plan, limit: Clock) -> Generator[Attempt | Entry, Graded, None]:
    """Yield each program of a submission until one can be graded, and then the student's result.

    The caller answers each `Attempt` with the result, or with the error that made grading impossible.
    """
    with opened(submission) as found:
        problem, reason = found.problem, found.reason
        for program in found.programs:
            strange = _imports_of_others(program.original, submission.shared) if program.original else ""
            try:
                calling = plan.settings.calling_of(submission.name, program.shown)
                text = f"{program.path}:{plan.function}".removesuffix(":")
                graded = yield Attempt(program, text, calling)
            except Exception as error:  # one file must not end the grading of a class
                if limit.passed:
                    problem, reason = f"{cut(program.path.name)} {_too_long(plan.seconds)}", "endless"
                if limit.is_over:
                    break
                text = str(error) if isinstance(error, NoughtsError) else f"{type(error).__name__}: {error}"
                text = cut(printable(text.replace(f" in {program.path.parent}", "")), 1_000)
                if strange:
                    text = strange if "cannot import" in text else f"{strange}; {text}"
                if not problem:
                    problem, reason = text, getattr(error, "reason", "")
                continue
            result = entry_of(
                graded,
                submission.student,
                program.shown,
                late=bool(submission.label and submission.label.late),
                text=_fingerprint(program),
            )
            if limit.passed and not graded.report.is_complete:
                result = replace(result, verdict=f"{result.verdict} It {_too_long(plan.seconds)}.")
            yield replace(result, note=strange) if result.grade != "flawless" else result
            return
        yield not_graded(submission, problem or "it cannot be graded", reason, found)


def _too_long(seconds: float) -> str:
    return f"took longer than {seconds:g} seconds in all"


def not_graded(submission: Submission, problem: str, reason: str = "", found: Opened | None = None) -> Entry:
    """Return the result for a student whose program could not be graded."""
    first = found.programs[0] if found and found.programs else None
    return Entry(
        submission.student,
        shown(submission.name),
        "not-graded",
        printable(problem),
        reason,
        late=bool(submission.label and submission.label.late),
        text=_fingerprint(first) if first else "",
    )


def _fingerprint(program: Program) -> str:
    with suppress(NoughtsError, RecursionError):
        return fingerprint(read_source(program.path).tree)
    return ""


def _name(line: Line) -> str:
    return clean_name(line.name, "unnamed", LONGEST_NAME)


def _identified(result: Entry, submission: Submission, line: Line | None) -> Entry:
    """Return a copy of a result with the student's name and numbers filled in."""
    return replace(
        result,
        student=_name(line) if line else submission.student,
        row=line.row if line else None,
        number=submission.label.number if submission.label else "",
    )


def _imports_of_others(file: Path, shared: Sequence[Path]) -> str:
    """Return a phrase that lists the other students' files that a file imports, or an empty string."""
    beside = [path for path in imported_files(file) if Path(os.path.realpath(path)) not in shared]
    others = [shown(path.name) for path in beside if path.stem not in sys.stdlib_module_names]
    files = ", ".join(others)
    return files and (
        f"it imports {files}, but the files of different students cannot import each other: put files that belong "
        f"together in one folder, or pass --shared {others[0]} if the whole class has this file"
    )
