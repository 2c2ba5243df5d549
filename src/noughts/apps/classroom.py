"""Grade a class: find the files of the students, grade several at a time, and keep each result in a file at once."""

import csv
import hashlib
import io
import json
import os
import re
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import noughts
from noughts.apps.box import imported_files
from noughts.apps.grading import Task, Watch, grade_file
from noughts.oracle.classroom import Entry, entry
from noughts.players.user_code.loading import FILES
from noughts.render.report import verdict
from noughts.rules.errors import NoughtsError, cut, short_repr

_SKIPPED = re.compile(r"\..*|__pycache__|venv|env|site-packages|node_modules|__init__\.py")
_MOST_FILES = 20  # in the folder of a student
_HEAD = '{"noughts": "results of a class", "version": 1}\n'


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    Attributes:
        name: the name of the file or folder, relative to the folder of the class.
        files: the files to try, the most likely one first.
        folder: the student's own folder, or None if all files lie in the folder of the class.
        is_helper: whether another file imports this one. It is no student's work then, unless it can be graded.
    """

    name: str
    files: tuple[Path, ...]
    folder: Path | None = None
    is_helper: bool = False

    def key(self, settings: str) -> str:
        """Return a hash of all files and the settings. Results with the same key need not be computed again."""
        digest = hashlib.sha256(f"{noughts.__version__} {settings} ".encode() + os.fsencode(self.name))
        helpers = [helper for file in self.files for helper in imported_files(file)]
        own = [self.folder] if self.folder else [*self.files, *helpers]
        for path in own:
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                with suppress(OSError):
                    digest.update(b"\0" + os.fsencode(file.name) + b"\0" + file.read_bytes())
        return digest.hexdigest()


def submissions(folder: Path) -> list[Submission]:
    """Return what the students handed in: each Python file, notebook and folder in the folder of the class.

    In the folder of a student, files that other files import come last.

    Raises:
        NoughtsError: there is nothing to grade.
    """
    found = []
    try:
        folder = folder.resolve()
        paths = sorted(path for path in folder.iterdir() if not _SKIPPED.fullmatch(path.name))
    except OSError as error:
        raise NoughtsError(f"cannot read the folder {folder}: {error.strerror}") from None
    files = [path for path in paths if path.suffix in FILES and (path.is_file() or path.is_symlink())]
    helpers = {helper for file in files for helper in imported_files(file)}
    for path in paths:
        if path in files:
            found.append(Submission(path.name, (path,), is_helper=path in helpers))
        elif path.is_dir() and path not in helpers and (own := _files_below(path)):
            found.append(Submission(path.name, own, path))
    if not found:
        raise NoughtsError(f"{folder} has no Python files or notebooks: expected one file or folder for each student")
    return found


def _files_below(folder: Path) -> tuple[Path, ...]:
    files = [
        path
        for path in sorted(folder.rglob("*"), key=lambda path: (len(path.parts), path))
        if path.suffix in FILES
        and not any(_SKIPPED.fullmatch(part) for part in path.relative_to(folder).parts)
        and path.is_file()
    ][:_MOST_FILES]
    helpers = {helper for file in files for helper in imported_files(file)}
    return tuple(sorted(files, key=lambda path: path in helpers or "test" in path.stem.lower()))


def read_roster(text: str) -> dict[str, str]:
    """Parse a roster: CSV with the columns ``file`` and ``name``. A file can also be given without its ending.

    Raises:
        NoughtsError: a line does not have two columns, or a file occurs twice.
    """
    rows = [row for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) if any(map(str.strip, row))]
    names: dict[str, str] = {}
    columns = (0, 1)
    head = {cell.strip().lower(): place for place, cell in enumerate(rows[0])} if rows else {}
    if {"file", "name"} <= head.keys():
        columns = head["file"], head["name"]
        rows = rows[1:]
    for number, row in enumerate(rows, 1):
        if len(row) <= max(columns) or not row[columns[0]].strip() or not row[columns[1]].strip():
            raise NoughtsError(
                f"line {number} of the roster is {short_repr(','.join(row))}: expected a file and a name"
            )
        file = _stem(row[columns[0]].strip())
        if file in names:
            raise NoughtsError(f"the roster names {short_repr(file)} twice: expected one line for each file")
        names[file] = row[columns[1]].strip()
    return names


def _stem(name: str) -> str:
    return next((name.removesuffix(ending) for ending in FILES if name.endswith(ending)), name).rstrip("/")


def absent(roster: Mapping[str, str], handed_in: Iterable[Submission]) -> list[str]:
    """Return the students on the roster who handed in nothing."""
    there = {_stem(submission.name) for submission in handed_in}
    return [student for file, student in roster.items() if file not in there]


class Store:
    """A file that keeps each result as soon as it is known, one line each.

    Args:
        path: the file.
        settings: everything besides the students' files that a result depends on.
        resume: use the results in the file. Otherwise, the file begins anew.

    Raises:
        NoughtsError: the file was not written by noughts, or cannot be read or written.
    """

    def __init__(self, path: Path, task: Task, settings: str, *, resume: bool) -> None:
        self.path, self._task, self._settings = path, task, settings
        self._known: dict[str, Entry] = {}
        try:
            text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
            if text and not text.startswith(_HEAD):
                raise NoughtsError(f"{path} exists and has no results of a class: move it away, or choose another name")
            lines = text.splitlines()[1:] if resume else []
            for line in lines:
                with suppress(ValueError, KeyError, TypeError):  # the last line may be incomplete
                    data = json.loads(line)
                    self._known[data["key"]] = Entry.from_data(data["entry"], task.game)
            if not lines:
                path.write_text(_HEAD, encoding="utf-8")
            elif not text.endswith("\n"):
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except OSError as error:
            raise NoughtsError(f"cannot write {path}: {error.strerror}") from None

    def key(self, submission: Submission) -> str:
        """Return the key of a submission's result, which changes with its files."""
        return submission.key(self._settings)

    def get(self, key: str) -> Entry | None:
        """Return the result with a key, if it is known."""
        return self._known.get(key)

    def put(self, key: str, result: Entry) -> None:
        """Keep a result."""
        line = json.dumps({"key": key, "entry": result.to_data()})
        with suppress(OSError), self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def grade_class(
    handed_in: Sequence[Submission],
    task: Task,
    *,
    function: str = "",
    value_only: bool = False,
    roster: Mapping[str, str] | None = None,
    jobs: int = 1,
    store: Store | None = None,
    watch: Watch | None = None,
) -> tuple[list[Entry], bool]:
    """Grade all submissions. Return the results in their order, and whether Ctrl-C ended the grading.

    A submission that cannot be graded has a result that says why.

    Args:
        handed_in: the submissions.
        task: the positions and limits.
        function: the name of the function in each file. By default, noughts finds it.
        value_only: accept late wins and early losses in the sentence about a result.
        roster: the names of the students; see `read_roster`.
        jobs: the number of submissions to grade at a time.
        store: keeps the results.
        watch: called with the number of results, their total number, and the seconds left.
    """
    stop, results = threading.Event(), dict[str, Entry]()

    def grade(submission: Submission) -> Entry | None:
        student = " ".join((roster or {}).get(_stem(submission.name), _stem(submission.name)).split())
        key = store.key(submission) if store else ""  # before the file can change
        known = store.get(key) if store else None
        if known:
            return replace(known, student=student)
        try:
            result = _grade(submission, task, function, value_only, student, stop)
        except Exception as error:  # one submission must not end the grading of a class
            result = Entry(student, submission.name, "not-graded", f"{type(error).__name__}: {error}")
        if store and result and not stop.is_set():
            with writes:
                store.put(key, result)
        return result

    writes, interrupted, began = threading.Lock(), False, time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(grade, submission): submission for submission in handed_in}
        try:
            while waiting:
                done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    submission = waiting.pop(future)
                    result = future.result()
                    if result and not (submission.is_helper and result.grade == "not-graded"):
                        results[submission.name] = result
                if watch:
                    each = (time.monotonic() - began) / len(results) if len(results) > jobs else None
                    watch(len(results), len(handed_in), each and each * len(waiting))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
    return [results[submission.name] for submission in handed_in if submission.name in results], interrupted


def _grade(
    submission: Submission, task: Task, function: str, value_only: bool, student: str, stop: threading.Event
) -> Entry | None:
    """Grade the first file of a submission that can be graded. Return None if `stop` is set meanwhile."""
    problem = ""
    for file in submission.files:
        name = file.relative_to(submission.folder.parent if submission.folder else file.parent).as_posix()
        try:
            graded = grade_file(f"{file}:{function}".removesuffix(":"), task, folder=submission.folder, stop=stop)
        except Exception as error:  # one file must not end the grading of a class
            text = str(error) if isinstance(error, NoughtsError) else f"{type(error).__name__}: {error}"
            problem = problem or cut(text.replace(f" in {file.parent}", ""), 1_000)
            if stop.is_set():
                return None
            continue
        if stop.is_set():
            return None
        ready = graded.ready
        return entry(
            graded.report,
            student,
            name,
            summary=verdict(graded.report, value_only=value_only, mistakes=ready.mistakes),
            function=ready.name,
            words=ready.words,
            mistakes=ready.mistakes,
            left_out=ready.left_out,
            seconds=round(graded.seconds, 3),
        )
    return Entry(student, submission.name, "not-graded", problem or "it cannot be graded")
