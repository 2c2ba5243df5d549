"""One server owns the file: a lock of the operating system, which ends with the process however that ends."""

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Self

from noughts.rules.errors import NoughtsError

_FAR = 1 << 30  # Windows lets nobody else read a locked byte: one beyond the end is locked, which is allowed there
_HELD = (errno.EACCES, errno.EAGAIN)  # what is said of a lock that somebody has, by Windows and by the others


class FileLock:
    """The lock of a database file, held until `release`; it lives in a file beside it.

    Raises:
        NoughtsError: somebody else holds it.
    """

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise NoughtsError(f"the lock of the database, {path}, cannot be opened: {error.strerror}") from None
        try:
            _lock(file)
        except OSError as error:
            holder = os.read(file, 20).decode("ascii", "replace").strip()
            os.close(file)
            if error.errno not in _HELD:
                raise NoughtsError(f"{path} cannot be locked there: {error.strerror}") from None
            who = f" (process {holder})" if holder.isdigit() else ""
            raise NoughtsError(f"another server{who} has {database} open: stop it, or name another database") from None
        self._file: int | None = file
        with contextlib.suppress(OSError):  # who holds it is said for people; on a full disk the lock is as good
            os.ftruncate(file, 0)
            os.write(file, str(os.getpid()).encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Give the lock back. The lock's file stays: to remove it would let two have a lock of the same name."""
        if self._file is not None:
            with contextlib.suppress(OSError):  # a file system that has gone holds no lock either
                os.ftruncate(self._file, 0)
                _unlock(self._file)
            os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        _at_far(file, msvcrt.LK_NBLCK)

    def _unlock(file: int) -> None:
        """Unlock it: a file that is closed is unlocked there only when Windows comes to it."""
        _at_far(file, msvcrt.LK_UNLCK)

    def _at_far(file: int, what: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)  # where it works is the place in the file
        try:
            msvcrt.locking(file, what, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
