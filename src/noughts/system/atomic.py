"""Replace files atomically: even if the program is interrupted, either the old file or the complete new one remains.

The new file is written under a temporary name beside the old one, such as ``.story.html.3f9a01c4.part``, and renamed.
If the program is killed outright, the next run that writes the same file removes the temporary file.
"""

import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl


@contextmanager
def replacing(target: Path, old: os.stat_result | None) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces the target at the end of the ``with`` statement.

    If the body raises an error, the temporary file is removed and the target stays as it was.

    Args:
        target: the file; not a symbolic link.
        old: the status of the existing file, whose mode is kept, or None if there is no such file.

    Raises:
        OSError: the file cannot be written.
    """
    prefix = f".{target.name[:40]}."
    _remove_stale(target.parent, prefix)
    draft = target.with_name(f"{prefix}{secrets.token_hex(4)}.part")
    try:
        with open(_create(draft, 0o666 if old is None else stat.S_IMODE(old.st_mode)), "wb") as file:
            yield file
            file.flush()
            if old is not None:
                _take_over(draft, old)
            os.fsync(file.fileno())
            if os.name == "posix":  # while the file is locked
                draft.replace(target)
        if os.name != "posix":  # an open file cannot be renamed
            draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _create(draft: Path, mode: int) -> int:
    """Create and lock a temporary file. The lock tells other runs that the file is in use.

    The lock is released when this process ends.

    Windows needs no lock, because an open file cannot be removed there.
    """
    while True:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        if sys.platform == "win32":
            return handle
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle
        os.close(handle)  # another run removed it before it was locked


def _remove_stale(folder: Path, prefix: str) -> None:
    """Remove temporary files left behind by runs that were killed. Skip locked files, which belong to active runs."""
    for draft in folder.glob(f"{escape(prefix)}{'[0-9a-f]' * 8}.part"):
        with suppress(OSError):
            if sys.platform == "win32":
                draft.unlink()
            elif stat.S_ISREG(draft.lstat().st_mode):
                with draft.open("r+b") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    draft.unlink()


def _take_over(draft: Path, old: os.stat_result) -> None:
    """Copy an existing file's mode to a temporary file, and also its owner and group if permitted."""
    if sys.platform != "win32":
        with suppress(PermissionError):
            os.chown(draft, old.st_uid, old.st_gid)
    draft.chmod(stat.S_IMODE(old.st_mode))
