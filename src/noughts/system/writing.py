"""Write files. Every file that the program writes goes through `writing`, except tables, which their builder writes.

- A regular file is replaced as a whole or not at all, and keeps its mode.
- Only a file that noughts wrote, or an empty one, is replaced, unless the user passes ``--force``.
- Devices, pipes and open descriptors (``/dev/null``, ``/dev/stdout``, ``>(command)``) are written to in place.
- Errors and signals leave no temporary file behind.
"""

import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import BinaryIO, NamedTuple

from noughts.rules.errors import NoughtsError
from noughts.system.atomic import replacing

_HEAD = 1 << 12  # bytes that identify a kind of file


class Kind(NamedTuple):
    """A kind of file that noughts writes.

    Attributes:
        name: the kind in words, with an article: ``a proof``.
        is_ours: returns whether a file is of this kind and was written by noughts.
        streams: whether the content can be written from beginning to end, as a pipe requires.
    """

    name: str
    is_ours: Callable[[Path], bool]
    streams: bool = True


class InTheWay(NoughtsError):
    """Raised if a file already exists and will be replaced only with ``--force``.

    Attributes:
        problem: a description of the existing file.
        remedy: what ``--force`` does with it.
    """

    def __init__(self, problem: str, remedy: str = "replace it") -> None:
        super().__init__(f"{problem}. Choose another name, or pass --force to {remedy}.")
        self.problem, self.remedy = problem, remedy


class Discard(Exception):
    """Raise this error inside `writing` to leave the file unchanged. `writing` catches it."""


def begins(pattern: str) -> Callable[[Path], bool]:
    """Return a function that checks whether the first 4 KB of a file match a regular expression."""
    compiled = re.compile(pattern.encode(), re.DOTALL)

    def is_ours(path: Path) -> bool:
        with path.open("rb") as file:
            return compiled.match(file.read(_HEAD)) is not None

    return is_ours


def is_stdout(path: Path | None) -> bool:
    """Return whether a path stands for standard output: a dash, or a device name such as ``/dev/stdout``."""
    return path is not None and _descriptor(path) == 1


def check_target(path: Path, kind: Kind, *, force: bool = False) -> None:
    """Check that `writing` will accept a path, before a long computation begins.

    Raises:
        InTheWay: writing to the path needs `force`.
        NoughtsError: the file cannot be written.
    """
    if _descriptor(path) is not None and kind.streams:
        return
    with _in_words(path):
        target, _, in_place = _target(path, kind, force)
        if not in_place:
            with tempfile.TemporaryFile(dir=target.parent):
                pass


def check_apart(outputs: Mapping[str, Path], inputs: Mapping[str, Path]) -> None:
    """Check that the outputs of a command are different files, and that none is an input or lies in one.

    Devices, such as ``/dev/null``, can take several outputs.

    Args:
        outputs: the files to write, by name, such as ``--csv``.
        inputs: the files and folders to read, by name.

    Raises:
        NoughtsError: two are the same file.
    """
    files = {name: path for name, path in outputs.items() if is_stdout(path) or path.is_file() or not path.exists()}
    for (one, first), (other, second) in combinations(files.items(), 2):
        if _place(first) == _place(second):
            raise NoughtsError(f"{one} and {other} are the same file {first}: expected two names")
    for name, path in files.items():
        for what, source in inputs.items():
            if not is_stdout(path) and _place(path).is_relative_to(_place(source)):
                place = "lies in" if source.is_dir() else "is"
                raise NoughtsError(f"{name} {path} {place} {what}, which is only read: expected another name")


def _place(path: Path) -> Path:
    return Path("-") if is_stdout(path) else path.resolve()


@contextmanager
def writing(path: Path, kind: Kind, *, force: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing, following the rules in the docstring of this module.

    If the body of the ``with`` statement raises an error, a regular file stays unchanged. A device or a pipe might have
    received part of the content.

    Args:
        path: the file. A dash or ``/dev/stdout`` is standard output.
        kind: the kind of content. Only a file of the same kind, or an empty file, is replaced.
        force: replace any regular file. Through a symbolic link, write the file that the link points to.

    Raises:
        InTheWay: writing to the path needs `force`.
        NoughtsError: the file cannot be written.
    """
    with suppress(Discard):
        if is_stdout(path):
            sys.stdout.flush()
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        with _in_words(path):
            number = _descriptor(path)
            target, old, in_place = (path, None, True) if number is not None else _target(path, kind, force)
            with _streaming(target, number) if in_place else replacing(target, old) as file:
                yield file


def _descriptor(path: Path) -> int | None:
    """Return the file descriptor that a path such as ``/dev/fd/1`` names, or None for any other path.

    Opening such a name again would truncate a file to which standard output is redirected.
    """
    match = re.fullmatch(r"/(?:dev|proc/self)/fd/([0-9]+)", str(path))
    return int(match[1]) if match else {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}.get(str(path))


def _target(path: Path, kind: Kind, force: bool) -> tuple[Path, os.stat_result | None, bool]:
    """Return the file to write, the status of the existing file, and whether to write in place."""
    try:
        old = path.stat()
    except FileNotFoundError:
        old = None
    if old and stat.S_ISDIR(old.st_mode):
        raise NoughtsError(f"cannot write {path}: it is a folder")
    if not kind.streams and (_descriptor(path) is not None or (old and not stat.S_ISREG(old.st_mode))):
        raise NoughtsError(f"cannot write {kind.name} to {path}: expected a regular file")
    if old and not stat.S_ISREG(old.st_mode):
        if stat.S_ISBLK(old.st_mode) and not force:
            raise InTheWay(f"{path} is a disk", "write over it")
        return path, old, True
    if path.is_symlink() and not force:
        raise InTheWay(f"{path} is a symbolic link to {path.readlink()}", "write to the file that the link points to")
    if old and not force:
        if not os.access(path, os.W_OK):
            raise InTheWay(f"{path} is read-only")
        if old.st_size and not kind.is_ours(path):
            raise InTheWay(f"{path} exists and is not {kind.name}")
    return path.resolve(), old, False


@contextmanager
def _streaming(path: Path, number: int | None) -> Iterator[BinaryIO]:
    """Open a device, a pipe or a descriptor, without truncating or creating a file."""
    flags = os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags) if number is None else os.dup(number)
    with open(handle, "wb") as file:
        yield file


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """Turn each operating system error into a `NoughtsError` with a readable message."""
    try:
        yield
    except OSError as error:
        raise NoughtsError(f"cannot write {path}: {_reason(error, path)}") from None


def _reason(error: OSError, path: Path) -> str:
    if isinstance(error, FileNotFoundError):
        try:
            if not path.parent.absolute().exists():
                return f"there is no folder {path.parent}"
        except FileNotFoundError:
            return "the current folder has been deleted"
    return error.strerror or str(error)
