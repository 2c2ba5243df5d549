"""One server owns the file: a lock of the operating system, which ends with the process however that ends."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Self

from noughts.rules.errors import NoughtsError

_FAR = 1 << 30  # Windows lets nobody read a locked byte: one beyond the end is locked


class FileLock:
    """The lock of a database file, held until `release`; it lives in a file beside it.

    Raises:
        NoughtsError: somebody else holds it.
    """

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            who = f" (process {holder})" if holder.isdigit() else ""
            raise NoughtsError(f"another server{who} has {database} open: stop it, or name another database") from None
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, str(os.getpid()).encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Give the lock back. The lock's file stays: to remove it would let two have a lock of the same name."""
        if self._file is not None:
            with contextlib.suppress(OSError):  # a file system that has gone holds no lock either
                os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
