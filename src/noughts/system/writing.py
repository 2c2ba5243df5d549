"""Write files: an existing file is overwritten only if the user says so, and is replaced as a whole or not at all."""

import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import BinaryIO

from noughts.rules.errors import NoughtsError


class FileExists(NoughtsError):
    """Raised if a file exists and would be overwritten only with ``--force``."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists. Add --force to overwrite it.")
        self.path = path


def is_stdout(path: Path | None) -> bool:
    """Return whether a path stands for standard output: a dash or ``/dev/stdout``."""
    return path is not None and str(path) in ("-", "/dev/stdout")


def check_target(path: Path, *, force: bool = False, is_regular: bool = False) -> None:
    """Check that `writing` will accept a path, before a long computation begins.

    Args:
        path: the file.
        force: overwrite an existing file.
        is_regular: require a regular file, because the content is not written from beginning to end.

    Raises:
        FileExists: the file exists, and `force` is not set.
        NoughtsError: the file cannot be written.
    """
    with _in_words(path):
        if is_stdout(path) or (path.exists() and not path.is_file() and not path.is_dir()):
            if is_regular:
                raise NoughtsError(f"cannot write {path}: expected a regular file")
        elif path.is_dir():
            raise NoughtsError(f"cannot write {path}: it is a folder")
        # a link that leads back to itself counts as an existing file
        elif os.path.lexists(_target(path)) and not force:
            raise FileExists(path)
        else:
            with tempfile.TemporaryFile(dir=_target(path).parent):
                pass


def check_targets(targets: Mapping[str, Path | None], *, force: bool = False) -> None:
    """Check, with `check_target`, every file that a command will write. No two targets can be the same file.

    Args:
        targets: the files by the names of their options, such as ``--csv``. None stands for an unused option.
        force: overwrite existing files.

    Raises:
        FileExists: a file exists, and `force` is not set.
        NoughtsError: a file cannot be written, or two are the same.
    """
    used = {name: path for name, path in targets.items() if path}
    if len(outputs := [name for name, path in used.items() if is_stdout(path)]) > 1:
        raise NoughtsError(f"only one of {' and '.join(outputs)} can go to standard output")
    for path in used.values():
        check_target(path, force=force)
    for (one, first), (other, second) in combinations(used.items(), 2):
        if _target(first) == _target(second) and (first.is_file() or not first.exists()):
            raise NoughtsError(f"{one} and {other} are the same file {first}: choose two names")


@contextmanager
def writing(path: Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing. If the body of the ``with`` statement raises an error, the file stays unchanged.

    The new content is written to a temporary file beside the file, which replaces it at the end. A device or a pipe,
    such as ``/dev/null`` or ``>(gzip)``, is written to directly. A dash or ``/dev/stdout`` is standard output.

    Raises:
        FileExists: the file exists, and `force` is not set.
        NoughtsError: the file cannot be written.
    """
    if is_stdout(path):
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    check_target(path, force=force)
    with _in_words(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        target = _target(path)
        draft = target.with_name(f".noughts-{secrets.token_hex(8)}.part")
        try:
            with draft.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


def _target(path: Path) -> Path:
    """Return the file that a path leads to through symbolic links."""
    return Path(os.path.realpath(path))


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """Turn operating system errors into a `NoughtsError` with a readable message."""
    try:
        yield
    except FileNotFoundError:
        raise NoughtsError(f"cannot write {path}: there is no folder {path.parent}") from None
    except OSError as error:
        raise NoughtsError(f"cannot write {path}: {error.strerror or error}") from None
