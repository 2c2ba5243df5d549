"""Grade a class: find the files of the students, grade several at a time, and keep each result in a file at once."""

import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import noughts
from noughts.apps.box import imported_files
from noughts.apps.grading import Task, Watch, grade_file
from noughts.apps.roster import ARCHIVES, stem
from noughts.oracle.classroom import Entry, entry
from noughts.players.user_code.loading import FILES
from noughts.render.report import verdict
from noughts.rules.errors import NoughtsError, cut

_SKIPPED = re.compile(r"\..*|__pycache__|venv|env|site-packages|node_modules|__init__\.py")
_MOST_FILES = 20  # in the folder of a student
_HEAD = '{"noughts": "results of a class", "version": 1}\n'


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    Attributes:
        name: the name of the file or folder, relative to the folder of the class.
        files: the files to try, the most likely one first. A folder can have none.
        folder: the student's own folder, or None if all files lie in the folder of the class.
        shared: files that the student's file may import, if it lies in the folder of the class.
    """

    name: str
    files: tuple[Path, ...]
    folder: Path | None = None
    shared: tuple[Path, ...] = ()

    def key(self, settings: str) -> str:
        """Return a hash of all files and the settings. Results with the same key need not be computed again."""
        digest = hashlib.sha256(f"{noughts.__version__} {settings} ".encode() + os.fsencode(self.name))
        for path in [self.folder] if self.folder else [*self.files, *self.shared]:
            for file in filter(Path.is_file, sorted(path.rglob("*")) if path.is_dir() else [path]):
                with suppress(OSError):
                    digest.update(b"\0" + os.fsencode(file.name) + b"\0" + file.read_bytes())
        return digest.hexdigest()


def submissions(folder: Path, shared: Sequence[Path] = ()) -> list[Submission]:
    """Return what the students handed in: each Python file, notebook and folder in the folder of the class.

    In the folder of a student, files that other files of the folder import come last. An archive is work without files.

    Args:
        folder: the folder of the class.
        shared: files that all students' files may import. They are not graded.

    Raises:
        NoughtsError: there is nothing to grade.
    """
    found = []
    try:
        folder = folder.resolve()
        paths = sorted(path for path in folder.iterdir() if not _SKIPPED.fullmatch(path.name))
    except OSError as error:
        raise NoughtsError(f"cannot read the folder {folder}: {error.strerror}") from None
    shared = tuple(path.resolve() for path in shared)
    for path in paths:
        if path.resolve() in shared:
            continue
        if path.suffix.lower() in FILES and (path.is_file() or path.is_symlink()):
            found.append(Submission(path.name, (path,), shared=shared))
        elif path.name.lower().endswith(ARCHIVES):
            found.append(Submission(path.name, ()))
        elif path.is_dir():
            found.append(Submission(path.name, _files_below(path), path))
    if not any(submission.files for submission in found):
        raise NoughtsError(f"{folder} has no Python files or notebooks: expected one file or folder for each student")
    return found


def _files_below(folder: Path) -> tuple[Path, ...]:
    files = [
        path
        for path in sorted(folder.rglob("*"), key=lambda path: (len(path.parts), path))
        if path.suffix.lower() in FILES
        and not any(_SKIPPED.fullmatch(part) for part in path.relative_to(folder).parts)
        and path.is_file()
    ][:_MOST_FILES]
    helpers = {helper for file in files for helper in imported_files(file)}
    return tuple(sorted(files, key=lambda path: path in helpers or "test" in path.stem.lower()))


class Store:
    """A file that keeps each result as soon as it is known, one line each.

    Args:
        path: the file.
        task: the positions and limits.
        settings: everything besides the task and the students' files that a result depends on.
        resume: use the results in the file.
        force: begin the file anew if it has results of an earlier run and `resume` is not set.

    Raises:
        NoughtsError: the file was not written by noughts, cannot be read or written, or has results that neither
            `resume` nor `force` says what to do with.
    """

    def __init__(self, path: Path, task: Task, settings: str, *, resume: bool, force: bool = False) -> None:
        self.path, self._task, self._settings = path, task, settings
        self._known: dict[str, Entry] = {}
        try:
            text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
            if text and not text.startswith(_HEAD):
                raise NoughtsError(f"{path} exists and has no results of a class: move it away, or choose another name")
            lines = text.splitlines()[1:]
            if lines and not (resume or force):
                raise NoughtsError(
                    f"{path} has the results of an earlier run: pass --resume to use them, or --force to begin again"
                )
            for line in lines if resume else []:
                with suppress(ValueError, KeyError, TypeError):  # the last line may be incomplete
                    data = json.loads(line)
                    self._known[data["key"]] = Entry.from_data(data["entry"], task.game)
            if not (lines and resume):
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
    stop: threading.Event | None = None,
) -> tuple[list[Entry], bool]:
    """Grade all submissions. Return the results in their order, and whether the grading was stopped.

    A submission that cannot be graded has a result that says why.

    Args:
        handed_in: the submissions.
        task: the positions and limits.
        function: the name of the function in each file. By default, noughts finds it.
        value_only: accept late wins and early losses in the sentence about a result.
        roster: the names of the students; see `noughts.apps.roster.read_roster`.
        jobs: the number of submissions to grade at a time.
        store: keeps the results.
        watch: called with the number of results, their total number, and the seconds left.
        stop: an event that ends the grading within a second. Grading sets it at its end, too.
    """
    stop = stop or threading.Event()
    students = {one.name: " ".join((roster or {}).get(stem(one.name), stem(one.name)).split()) for one in handed_in}
    keys = {one.name: store.key(one) for one in handed_in} if store else {}  # before the files can change
    known = {name: store.get(key) for name, key in keys.items()} if store else {}
    results = {name: replace(result, student=students[name]) for name, result in known.items() if result}
    writes, began, graded = threading.Lock(), time.monotonic(), 0

    def grade(submission: Submission) -> Entry | None:
        try:
            result = _grade(submission, task, function, value_only, students[submission.name], stop)
        except Exception as error:  # one submission must not end the grading of a class
            reason = f"{type(error).__name__}: {error}"
            result = Entry(students[submission.name], submission.name, "not-graded", reason)
        if not result or stop.is_set():
            return None
        if store:
            with writes:
                store.put(keys[submission.name], result)
        return result

    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(grade, one): one.name for one in handed_in if one.name not in results}
        try:
            while waiting and not stop.is_set():
                done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    if result := future.result():
                        results[waiting.pop(future)] = result
                        graded += 1
                if watch:
                    each = (time.monotonic() - began) / graded if graded > jobs else None
                    watch(len(results), len(handed_in), each and each * len(waiting))
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
    for future, name in waiting.items():
        if not future.cancelled() and (result := future.result()):
            results[name] = result
    return [results[one.name] for one in handed_in if one.name in results], len(results) < len(handed_in)


def _grade(
    submission: Submission, task: Task, function: str, value_only: bool, student: str, stop: threading.Event
) -> Entry | None:
    """Grade the first file of a submission that can be graded. Return None if `stop` is set meanwhile."""
    problem = ""
    if not submission.files:
        is_archive = not submission.folder
        problem = "it is an archive: unpack it" if is_archive else "the folder has no Python files or notebooks"
    for file in submission.files:
        name = file.relative_to(submission.folder.parent if submission.folder else file.parent).as_posix()
        strange = "" if submission.folder else _imports_of_others(file, submission.shared)
        try:
            with _apart(submission, file) as (path, folder):
                graded = grade_file(f"{path}:{function}".removesuffix(":"), task, folder=folder, stop=stop)
        except Exception as error:  # one file must not end the grading of a class
            if stop.is_set():
                return None
            text = str(error) if isinstance(error, NoughtsError) else f"{type(error).__name__}: {error}"
            text = cut(text.replace(f" in {file.parent}", ""), 1_000)
            if strange:
                text = strange if "cannot import" in text else f"{strange}; {text}"
            problem = problem or text
            continue
        if stop.is_set():
            return None
        ready = graded.ready
        result = entry(
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
        explained = strange and result.grade != "flawless"
        return replace(result, summary=f"{result.summary} Note: {strange}.") if explained else result
    return Entry(student, submission.name, "not-graded", problem or "it cannot be graded")


@contextmanager
def _apart(submission: Submission, file: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the file to run and the folder that it can read: the student's own, or a new one with a copy of the file.

    A file in the folder of the class lies beside the files of other students, and must not run them. The shared files
    are copied, too.

    Raises:
        NoughtsError: the file cannot be read.
    """
    if file.suffix not in FILES:
        raise NoughtsError(f"{cut(file.name)} ends in {file.suffix}: rename it to end in {file.suffix.lower()}")
    if submission.folder:
        yield file, submission.folder
        return
    if not file.is_file():
        raise NoughtsError(f"there is no file {cut(file.name)}")
    with tempfile.TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as place:
        try:
            for path in (*submission.shared, file):
                copy = Path(shutil.copyfile(path, Path(place, path.name)))
        except OSError as error:
            raise NoughtsError(f"cannot read {cut(file.name)}: {error.strerror}") from None
        yield copy, copy.parent


def _imports_of_others(file: Path, shared: Sequence[Path]) -> str:
    """Return a clause on the files of other students that a file imports, or an empty string if there are none."""
    beside = imported_files(file) if file.is_file() else []
    others = [path for path in beside if path.stem not in sys.stdlib_module_names and path.resolve() not in shared]
    files = ", ".join(path.name for path in others)
    return files and (
        f"it imports {files}, but the files of different students cannot import each other: put files that belong "
        f"together in one folder, or pass --shared {others[0].name} if the whole class has this file"
    )
