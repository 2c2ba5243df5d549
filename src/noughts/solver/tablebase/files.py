"""Write files atomically: after a crash or power failure, either the old file or the complete new one exists."""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PIECE = 1 << 20


def write_file(path: Path, draft: Path, pieces: Iterable[bytes]) -> None:
    """Write a file atomically, using a temporary file on the same file system.

    The permissions of an existing file are kept.

    Raises:
        OSError: the file cannot be written. An existing file is unchanged. The error contains the name of the file.
    """
    with _named(path):
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
            try:
                waiting = bytearray()
                for piece in pieces:
                    waiting += piece
                    if len(waiting) >= _PIECE:
                        _write(handle, waiting)
                        waiting.clear()
                _write(handle, waiting)
                os.fsync(handle)
            finally:
                os.close(handle)
            with suppress(FileNotFoundError):
                shutil.copymode(path, draft)
            os.replace(draft, path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        keep_folder(path.parent)


def keep_folder(folder: Path) -> None:
    """Flush a folder's entries to disk. On Windows, do nothing, because no flush is needed there.

    Raises:
        OSError: the folder cannot be flushed.
    """
    if os.name == "posix":
        with _named(folder):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Add the file name to any operating-system error."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _write(handle: int, data: bytearray) -> None:
    """Write all of the data. If one system call writes only part of the data, write the rest with further calls."""
    view = memoryview(data)
    try:
        done = 0
        while done < len(view):
            done += os.write(handle, view[done:])
    finally:
        view.release()
