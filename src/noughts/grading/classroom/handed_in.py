"""Find what the students of a class handed in: files, folders and archives, or a download from Moodle or Canvas."""

import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import noughts
from noughts.grading.classroom.archives import JUNK, Unpacker, free, is_zip
from noughts.grading.classroom.labels import Label, labels
from noughts.grading.classroom.names import (
    ARCHIVES,
    LANGUAGES,
    LONGEST_NAME,
    OTHERS,
    TEACHERS,
    readable,
    shown,
    stem,
)
from noughts.grading.classroom.roster import Roster
from noughts.grading.imports import imported_files
from noughts.grading.user_code.loading import FILES
from noughts.grading.user_code.source import MOST_BYTES
from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError, cut

_FILES_OF_STUDENT, _SIZE_OF_STUDENT, _DEPTH = 2_000, 200_000_000, 4
_FILES_OF_CLASS, _SIZE_OF_CLASS = 100_000, 4_000_000_000
_MOST_PROGRAMS = 20  # programs to try for a student
_LONGEST_BLANK = 10_000  # the most bytes of a file that may contain no text
_LINK = "is a link: put the file or folder itself in its place"
_NO_PROGRAM = "no Python files or notebooks"


@dataclass(frozen=True)
class Submission:
    """The files and folders that one student handed in.

    Attributes:
        paths: the files and folders, in the folder of the class.
        names: the name that the student gave each of them.
        label: what Moodle or Canvas says about the student, or None.
        shared: files that the student's files may import.
    """

    paths: tuple[Path, ...]
    names: tuple[str, ...]
    label: Label | None = None
    shared: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """The name of the first file or folder that the student handed in."""
        return readable(self.paths[0].name)

    @property
    def student(self) -> str:
        """The name of the student, unless a roster gives another name."""
        if self.label:
            alone = self.label.student.casefold() == "participant"  # Moodle hides the name
            return clean_name(self.label.student + f" {self.label.number}" * alone, "unnamed", LONGEST_NAME)
        return clean_name(stem(self.name), "unnamed", LONGEST_NAME)

    def key(self, settings: str) -> str:
        """Return a hash of the student's files and the settings. While the hash stays the same, a saved result can be
        used again.
        """
        digest = hashlib.sha256(f"{noughts.__version__} {settings} ".encode())
        for path in (*self.paths, *self.shared):
            digest.update(b"\1" + os.fsencode(path.name))
            for file in _files_in(path):
                with suppress(OSError):
                    status = file.lstat()
                    is_read = stat.S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES
                    data = file.read_bytes() if is_read else f"{status.st_size} {status.st_mtime_ns}".encode()
                    digest.update(b"\0" + os.fsencode(file.name) + b"\0" + data)
        return digest.hexdigest()


@dataclass(frozen=True)
class Program:
    """A file that may hold a student's program.

    Attributes:
        path: the file to run.
        folder: the folder that the program can read.
        shown: the path for people, relative to the folder of the class.
        original: the file in the folder of the class, if `path` is a copy of it.
    """

    path: Path
    folder: Path
    shown: str
    original: Path | None = None


class Opened(NamedTuple):
    """The programs of a submission, or the reason why there are none.

    Attributes:
        programs: the files to try, the most likely one first.
        problem: the reason why there are no files to try.
        reason: the key of this reason in `noughts.grading.fixes.REASONS`.
    """

    programs: tuple[Program, ...] = ()
    problem: str = ""
    reason: str = ""


@contextmanager
def class_folder(path: Path) -> Iterator[Path]:
    """Yield the folder of a class: the path itself, or the content of a ZIP file, such as a download from Moodle.

    Raises:
        NoughtsError: the file cannot be unpacked.
    """
    if not is_zip(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as place:
        Unpacker(files=_FILES_OF_CLASS, size=_SIZE_OF_CLASS, depth=1).unpack(path, Path(place))
        inside = [one for one in Path(place).iterdir() if not JUNK.fullmatch(one.name)]
        alone = len(inside) == 1 and inside[0].is_dir() and not labels([inside[0].name])
        yield inside[0] if alone else Path(place)


def submissions(
    folder: Path, shared: Sequence[Path] = (), roster: Roster | None = None, besides: Collection[Path] = ()
) -> list[Submission]:
    """Return the submissions of all students, found in the folder of the class.

    All files that Moodle or Canvas labels as a student's are one submission. So are files that only differ in their
    ending, such as a program and a PDF.

    Args:
        folder: the folder of the class.
        shared: files that all students' files may import. They are not graded.
        roster: the students. Files with the ending of a teacher's files count only if their name is on it.
        besides: other files that are not a student's.

    Raises:
        NoughtsError: there is nothing to grade.
    """
    try:
        folder = Path(os.path.realpath(folder))
        paths = sorted(path for path in folder.iterdir() if not JUNK.fullmatch(path.name))
    except OSError as error:
        raise NoughtsError(f"cannot read the folder {folder}: {error.strerror}") from None
    shared = tuple(Path(os.path.realpath(path)) for path in shared)
    not_theirs = {*shared, *(Path(os.path.realpath(path)) for path in besides)}
    paths = [path for path in paths if Path(os.path.realpath(path)) not in not_theirs]
    labelled = labels(readable(path.name) for path in paths)
    groups: dict[object, list[Path]] = {}
    for path in paths:
        name = readable(path.name)
        if label := labelled.get(name):
            groups.setdefault(label.owner, []).append(path)
        elif not name.lower().endswith(TEACHERS) or (roster and roster.find(name)) or not path.is_file():
            groups.setdefault(stem(name), []).append(path)
    found = []
    for group in groups.values():
        group.sort(key=lambda path: path.name.lower().endswith(OTHERS))
        own = [labelled.get(readable(path.name)) for path in group]
        names = [label.file if label and label.file else path.name for label, path in zip(own, group, strict=True)]
        found.append(Submission(tuple(group), tuple(names), own[0], shared))
    if not found:
        raise NoughtsError(f"{folder} has {_NO_PROGRAM}: expected one file or folder for each student")
    return found


@contextmanager
def opened(submission: Submission) -> Iterator[Opened]:
    """Unpack the archives of a submission, and yield its programs. The unpacked files exist until the ``with``
    statement ends.

    Files beside those of other students are copied to a folder of their own, with the shared files.
    """
    with tempfile.TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as place:
        opening = _Opening(submission, Path(place))
        for number, (path, name) in enumerate(zip(submission.paths, submission.names, strict=True)):
            opening.add(path, shown(name), Path(place, str(number)))
        yield opening.result()


@dataclass
class _Opening:
    """Collects the files of a submission."""

    submission: Submission
    place: Path
    found: list[Program] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    unpacker: Unpacker = field(
        default_factory=lambda: Unpacker(files=_FILES_OF_STUDENT, size=_SIZE_OF_STUDENT, depth=_DEPTH)
    )

    def add(self, path: Path, name: str, place: Path) -> None:
        """Add a file or a folder, under the name that the student gave it. Archives are unpacked into a new folder."""
        try:
            mode = path.lstat().st_mode
        except OSError as error:
            if isinstance(error, FileNotFoundError):
                self.problems.append((f"there is no file {cut(shown(path.name))}", "missing"))
            else:
                self.problems.append((f"it cannot be read: {error.strerror}", "missing"))
            return
        if stat.S_ISLNK(mode):  # a link may lead anywhere, also to private files
            self.problems.append((f"it {_LINK}", "link"))
        elif not stat.S_ISDIR(mode):
            self._add_file(path, name, mode, place)
        elif not os.access(path, os.R_OK | os.X_OK):
            self.problems.append(("the folder cannot be read: change its permissions", "missing"))
        else:
            self._add_folder(path, shown(path.name))
            for number, archive in enumerate(
                file for file in _files_in(path) if is_zip(file) and not file.is_symlink()
            ):
                within = shown(archive.relative_to(path.parent).as_posix())
                self._unpack(archive, place.with_name(f"{place.name}-{number}"), within)

    def result(self) -> Opened:
        """Return the programs of the submission, or why there are none. Programs that other programs import come
        last.
        """
        named = [one for one in self.found if one.path.suffix.lower() in FILES]
        programs = [one for one in named if not _is_blank(one.path)][:_MOST_PROGRAMS]
        if not programs and named:
            return Opened((), f"{cut(named[0].path.name)} is empty", "empty")
        if not programs:
            return Opened((), *self._why_none())
        helpers = {helper for one in programs for helper in imported_files(one.path)}
        last = [one for one in programs if one.path in helpers or "test" in one.path.stem.lower()]
        return Opened((*(one for one in programs if one not in last), *last))

    def _add_file(self, path: Path, name: str, mode: int, place: Path) -> None:
        if not stat.S_ISREG(mode):
            self.problems.append(("it is not a file, but a pipe, a socket or a device", "not-a-file"))
        elif is_zip(path):
            self._unpack(path, place, shown(path.name))
        elif path.stat().st_size > MOST_BYTES:
            self.problems.append(("it is too large: expected a file of at most 20 MB", "too-large"))
        else:
            self._copy(path, name)

    def _copy(self, path: Path, name: str) -> None:
        """Copy a file out of a folder with other students' files, under the name that the student gave the file."""
        folder = self.place / "own"
        try:
            folder.mkdir(exist_ok=True)
            for one in self.submission.shared:
                shutil.copyfile(one, folder / one.name)
            copy = Path(shutil.copyfile(path, free(folder / name)))
        except OSError as error:
            self.problems.append((f"cannot read {cut(name)}: {error.strerror}", "missing"))
            return
        self.found.append(Program(copy, folder, shown(path.name), None if self.submission.label else path))

    def _add_folder(self, folder: Path, prefix: str) -> None:
        for file in _files_in(folder):
            if file.is_symlink():
                self.problems.append((f"{cut(shown(file.name))} {_LINK}", "link"))
            elif file.name != "__init__.py" and not is_zip(file):
                self.found.append(Program(file, folder, f"{prefix}/{shown(file.relative_to(folder).as_posix())}"))

    def _unpack(self, archive: Path, place: Path, prefix: str) -> None:
        place.mkdir()
        try:
            self.unpacker.unpack(archive, place)
        except NoughtsError as error:
            self.problems.append((str(error), "archive"))
        else:
            self._add_folder(place, prefix)

    def _why_none(self) -> tuple[str, str]:
        """Return why a submission has no program, in words, and the short name of this reason in data."""
        if problems := [*self.problems, *((problem, "archive") for problem in self.unpacker.problems)]:
            return problems[0]
        if not self.found:
            return "it is empty: hand in a Python file or a notebook", "empty"
        by_ending = {one.path.suffix.lower(): cut(one.path.name) for one in self.found[::-1]}
        for ending, name in by_ending.items():
            if ending in LANGUAGES:
                return (
                    f"{name} is written in {LANGUAGES[ending]}: grade it by itself with lines:COMMAND",
                    "other-language",
                )
        for name in by_ending.values():
            if name.lower().endswith(ARCHIVES):
                return f"{name} is an archive that noughts cannot unpack: expected a ZIP file", "archive"
            if any(name.lower().endswith(f"{end}.txt") for end in FILES):
                return f"{name} ends in .txt: rename it to {name[:-4]}", "no-program"
        names = ", ".join(dict.fromkeys(by_ending.values()))
        return f"it has {_NO_PROGRAM}, only {cut(names, 200)}", "no-program"


def _is_blank(file: Path) -> bool:
    with suppress(OSError):
        return file.stat().st_size < _LONGEST_BLANK and not file.read_bytes().strip()
    return False


def _files_in(path: Path) -> Iterator[Path]:
    """If the path is a file, yield it. If the path is a folder, yield the files in it, and then the files in its
    sub-folders.

    Links are not followed, because they may lead anywhere. Files that are not a student's work are left out.
    """
    if path.is_symlink() or os.path.isfile(path):  # skip pipes and devices
        yield path
    folders = [] if path.is_symlink() else [path]
    for place in folders:  # the loop adds folders to this list
        with suppress(OSError), os.scandir(place) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if JUNK.fullmatch(entry.name) and entry.name != "__init__.py":
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
                elif entry.is_symlink() or entry.is_file():
                    yield Path(entry.path)
