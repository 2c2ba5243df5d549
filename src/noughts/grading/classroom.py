"""Grade a class: find the files of the students, grade several at a time, and keep each result in a file at once."""

import hashlib
import json
import os
import re
import shutil
import stat
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
from noughts.grading.imports import imported_files
from noughts.grading.processes import GradingProgress, Task, grade_file
from noughts.grading.report import verdict
from noughts.grading.roster import ARCHIVES, stem
from noughts.grading.rubric import Entry, entry
from noughts.grading.user_code.loading import FILES
from noughts.grading.user_code.source import MOST_BYTES
from noughts.render.names import clean_name, printable
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.untrusted import expect_regular, parse_json, read_bytes

_SKIPPED = re.compile(r"\..*|__pycache__|venv|env|site-packages|node_modules|__init__\.py")
_MOST_FILES = 20  # to try in the folder of a student
_MOST_FOLDERS = 1_000  # in the folder of a student
_LONGEST_NAME = 100
_HEAD = '{"noughts": "results of a class", "version": 1}\n'
_LARGEST = 1 << 26  # bytes of a file of results


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    Attributes:
        path: the file or folder.
        files: the files to try, the most likely one first.
        is_folder: whether the student handed in a folder. Otherwise, the file lies beside those of other students.
        shared: files that the student's file may import, if it lies in the folder of the class.
        problem: the reason why there are no files to try, or an empty string.
    """

    path: Path
    files: tuple[Path, ...] = ()
    is_folder: bool = False
    shared: tuple[Path, ...] = ()
    problem: str = ""

    @property
    def name(self) -> str:
        """The name of the file or folder."""
        return readable(self.path.name)

    @property
    def student(self) -> str:
        """The name of the student if no roster gives it."""
        return clean_name(stem(self.name), "unnamed", _LONGEST_NAME)

    def key(self, settings: str) -> str:
        """Return a hash of all files and the settings. Results with the same key need not be computed again."""
        digest = hashlib.sha256(f"{noughts.__version__} {settings} ".encode() + os.fsencode(self.path.name))
        for file in _files_in(self.path) if self.is_folder else [*self.files, *self.shared]:
            with suppress(OSError):
                status = file.stat()
                large = f"{status.st_size} {status.st_mtime_ns}".encode() if status.st_size > MOST_BYTES else None
                digest.update(b"\0" + os.fsencode(file.name) + b"\0" + (large or file.read_bytes()))
        return digest.hexdigest()


def submissions(folder: Path, shared: Sequence[Path] = ()) -> list[Submission]:
    """Return what the students handed in: each Python file, notebook, archive and folder in the folder of the class.

    Other files are left out. A pipe, or a link that leads nowhere, is a submission with a
    problem. In the folder of a student, files that other files of the folder import come last.

    Args:
        folder: the folder of the class.
        shared: files that all students' files may import. They are not graded.

    Raises:
        NoughtsError: there is nothing to grade.
    """
    try:
        folder = Path(os.path.realpath(folder))
        paths = sorted(path for path in folder.iterdir() if not _SKIPPED.fullmatch(path.name))
    except OSError as error:
        raise NoughtsError(f"cannot read the folder {folder}: {error.strerror}") from None
    shared = tuple(Path(os.path.realpath(path)) for path in shared)
    found = [_submission(path, shared) for path in paths if Path(os.path.realpath(path)) not in shared]
    if not any(found):
        raise NoughtsError(f"{folder} has no Python files or notebooks: expected one file or folder for each student")
    return [submission for submission in found if submission]


def _submission(path: Path, shared: tuple[Path, ...]) -> Submission | None:
    """Return what a student handed in, or None for a file that is not a program, such as a text."""
    try:
        mode, size = path.stat().st_mode, path.stat().st_size
    except OSError as error:
        why = "it is a link that leads to no file" if path.is_symlink() else f"it cannot be read: {error.strerror}"
        return Submission(path, problem=why)
    if stat.S_ISDIR(mode):
        if path.is_symlink():  # it may lead anywhere, also to files that are private
            return Submission(path, problem="it is a link to a folder: put the folder itself in its place")
        if not os.access(path, os.R_OK | os.X_OK):
            return Submission(path, problem="the folder cannot be read: change its permissions")
        files = _programs_in(path)
        return Submission(path, files, True, problem="" if files else "the folder has no Python files or notebooks")
    if not stat.S_ISREG(mode):
        return Submission(path, problem="it is not a file, but a pipe, a socket or a device")
    if path.name.lower().endswith(ARCHIVES):
        return Submission(path, problem="it is an archive: unpack it")
    if path.suffix.lower() not in FILES:
        return None
    if size > MOST_BYTES:
        return Submission(path, problem="it is too large: expected a file of at most 20 MB")
    return Submission(path, (path,), shared=shared)


def _files_in(folder: Path) -> list[Path]:
    """Return the files in a folder and its sub-folders, those that are less deep first, without links to folders."""
    found, folders = list[Path](), [folder]
    for place in folders:  # which grows
        with suppress(OSError), os.scandir(place) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_dir(follow_symlinks=False):
                    folders += [Path(entry.path)] * (
                        len(folders) < _MOST_FOLDERS and not _SKIPPED.fullmatch(entry.name)
                    )
                elif os.path.isfile(entry.path):
                    found.append(Path(entry.path))
    return found


def _programs_in(folder: Path) -> tuple[Path, ...]:
    found = (path for path in _files_in(folder) if not _SKIPPED.fullmatch(path.name))
    files = [path for path in found if path.suffix.lower() in FILES][:_MOST_FILES]
    helpers = {helper for file in files for helper in imported_files(file)}
    return tuple(sorted(files, key=lambda path: path in helpers or "test" in path.stem.lower()))


def readable(name: str) -> str:
    """Return the name of a file without surrogates. A name that is not UTF-8 is Latin-1, as in old ZIP files."""
    data = os.fsencode(name)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _shown(file: str) -> str:
    """Return a path for a table: on one line, without control characters, and with names that are not too long."""
    names = readable(file).split("/")
    return "/".join(clean_name(stem(name), "unnamed", _LONGEST_NAME) + name[len(stem(name)) :] for name in names)


class Store:
    """A file that keeps each result as soon as it is known, one line each.

    Args:
        path: the file.
        task: the positions and limits.
        settings: everything besides the task and the students' files that a result depends on.
        resume: use the results in the file. Otherwise, begin the file anew.

    Raises:
        NoughtsError: the file was not written by noughts, or cannot be read or written.
    """

    def __init__(self, path: Path, task: Task, settings: str, *, resume: bool) -> None:
        self.path, self._task, self._settings = path, task, settings
        self._known: dict[str, Entry] = {}
        try:
            expect_regular(path)
            text = read_bytes(path, _LARGEST).decode(errors="replace") if path.exists() else ""
            if text and not text.startswith(_HEAD):
                raise NoughtsError(f"{path} exists and has no results of a class: move it away, or choose another name")
            lines = text.splitlines()[1:]
            for line in lines if resume else []:
                with suppress(ValueError, KeyError, TypeError):  # the last line may be incomplete
                    data = parse_json(line)
                    self._known[data["key"]] = Entry.from_data(data["entry"], task.game)
            if not (lines and resume):
                path.write_text(_HEAD, encoding="utf-8", newline="\n")
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
    watch: GradingProgress | None = None,
    stop: threading.Event | None = None,
) -> tuple[list[Entry], bool]:
    """Grade all submissions. Return the results in their order, and whether the grading was stopped.

    A submission that cannot be graded has a result that says why.

    Args:
        handed_in: the submissions.
        task: the positions and limits.
        function: the name of the function in each file. By default, noughts finds it.
        value_only: accept late wins and early losses in the sentence about a result.
        roster: the names of the students; see `noughts.grading.roster.read_roster`.
        jobs: the number of submissions to grade at a time.
        store: keeps the results.
        watch: called with the number of results, their total number, and the seconds left.
        stop: an event that ends the grading within a second. Grading sets it at its end, too.
    """
    stop = stop or threading.Event()
    names = roster or {}
    students = {one: clean_name(names.get(stem(one.name), one.student), "unnamed", _LONGEST_NAME) for one in handed_in}
    keys = {one: store.key(one) for one in handed_in} if store else {}  # before the files can change
    known = {one: store.get(key) for one, key in keys.items()} if store else {}
    results = {one: replace(result, student=students[one]) for one, result in known.items() if result}
    writes, began, graded = threading.Lock(), time.monotonic(), 0

    def grade(submission: Submission) -> Entry | None:
        try:
            result = _grade(submission, task, function, value_only, students[submission], stop)
        except Exception as error:  # one submission must not end the grading of a class
            reason = printable(f"{type(error).__name__}: {error}")
            result = Entry(students[submission], _shown(submission.path.name), "not-graded", reason)
        if not result or stop.is_set():
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
                    watch(len(results), len(handed_in), each and each * len(waiting))
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
    for future, one in waiting.items():
        if not future.cancelled() and (result := future.result()):
            results[one] = result
    return [results[one] for one in handed_in if one in results], len(results) < len(handed_in)


def _grade(
    submission: Submission, task: Task, function: str, value_only: bool, student: str, stop: threading.Event
) -> Entry | None:
    """Grade the first file of a submission that can be graded. Return None if `stop` is set meanwhile."""
    problem = submission.problem
    for file in submission.files:
        name = _shown(file.relative_to(submission.path.parent).as_posix())
        strange = "" if submission.is_folder else _imports_of_others(file, submission.shared)
        try:
            with _apart(submission, file) as (path, folder):
                graded = grade_file(f"{path}:{function}".removesuffix(":"), task, folder=folder, stop=stop)
        except Exception as error:  # one file must not end the grading of a class
            if stop.is_set():
                return None
            text = str(error) if isinstance(error, NoughtsError) else f"{type(error).__name__}: {error}"
            text = cut(printable(text.replace(f" in {file.parent}", "")), 1_000)
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
            summary=verdict(
                graded.report,
                value_only=value_only,
                mistakes=ready.mistakes,
                imports_noughts=graded.imports_noughts,
            ),
            function=ready.name,
            words=ready.words,
            mistakes=ready.mistakes,
            imports_noughts=graded.imports_noughts,
            left_out=ready.left_out,
            seconds=round(graded.seconds, 3),
        )
        explained = strange and result.grade != "flawless"
        return replace(result, summary=f"{result.summary} Note: {strange}.") if explained else result
    return Entry(student, _shown(submission.path.name), "not-graded", problem or "it cannot be graded")


@contextmanager
def _apart(submission: Submission, file: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the file to run and the folder that it can read: the student's own, or a new one with a copy of the file.

    A file in the folder of the class lies beside the files of other students, and must not run them. The shared files
    are copied, too.

    Raises:
        NoughtsError: the file cannot be read.
    """
    name = _shown(file.name)
    if file.suffix not in FILES:
        raise NoughtsError(f"{cut(name)} ends in {file.suffix}: rename it to end in {file.suffix.lower()}")
    if submission.is_folder:
        yield file, submission.path
        return
    if not os.path.isfile(file):
        raise NoughtsError(f"there is no file {cut(name)}")
    with tempfile.TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as place:
        try:
            for path in submission.shared:
                shutil.copyfile(path, Path(place, path.name))
            copy = Path(shutil.copyfile(file, Path(place, name)))
        except OSError as error:
            raise NoughtsError(f"cannot read {cut(name)}: {error.strerror}") from None
        yield copy, copy.parent


def _imports_of_others(file: Path, shared: Sequence[Path]) -> str:
    """Return a clause on the files of other students that a file imports, or an empty string if there are none."""
    beside = [path for path in imported_files(file) if Path(os.path.realpath(path)) not in shared]
    others = [_shown(path.name) for path in beside if path.stem not in sys.stdlib_module_names]
    files = ", ".join(others)
    return files and (
        f"it imports {files}, but the files of different students cannot import each other: put files that belong "
        f"together in one folder, or pass --shared {others[0]} if the whole class has this file"
    )
