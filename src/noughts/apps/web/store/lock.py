"""A lock file. The operating system releases the lock when the process ends, however it ends."""

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Self

from noughts.rules.errors import NoughtsError

_FAR = 1 << 30  # Windows blocks reads of a locked byte, so lock one beyond the end of the file
_HELD = (errno.EACCES, errno.EAGAIN)  # how Windows and other systems report a lock that another process holds


class FileLock:
    """An exclusive lock, held until `release`. The file contains the id of the process that holds the lock.

    Args:
        path: the lock file. It is created if necessary, and removed by `release`.
        database: the database that the lock protects, for error messages.

    Raises:
        NoughtsError: another server holds the lock, or the file cannot be locked.
    """

    def __init__(self, path: Path, database: Path) -> None:
        self._path = path
        while True:
            self._file: int | None = self._locked(database)
            with contextlib.suppress(OSError):
                if os.path.samestat(os.fstat(self._file), os.stat(path)):
                    break
            os.close(self._file)  # the last holder removed the file after we opened it: lock the new one
        with contextlib.suppress(OSError):  # the id is only for error messages, and the disk may be full
            os.ftruncate(self._file, 0)
            os.write(self._file, str(os.getpid()).encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Release the lock. A second call does nothing."""
        if self._file is None:
            return
        with contextlib.suppress(OSError):  # if the file system has vanished, so has the lock
            if sys.platform != "win32":  # only Windows cannot remove an open file
                self._path.unlink()
            os.ftruncate(self._file, 0)
            _unlock(self._file)
        os.close(self._file)
        self._file = None

    def _locked(self, database: Path) -> int:
        """Open and lock the file, and return its descriptor."""
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise NoughtsError(f"the lock file {self._path} cannot be opened: {error.strerror}") from None
        try:
            _lock(file)
        except OSError as error:
            holder = os.read(file, 20).decode("ascii", "replace").strip()
            os.close(file)
            if error.errno not in _HELD:
                raise NoughtsError(f"the lock file {self._path} cannot be locked: {error.strerror}") from None
            process = f" (process {holder})" if holder.isdigit() else ""
            raise NoughtsError(
                f"another server{process} has {database} open: stop it, or name another database"
            ) from None
        return file


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        _change_lock(file, msvcrt.LK_NBLCK)

    def _unlock(file: int) -> None:
        """Unlock the file, because Windows may be slow to unlock a file that is only closed."""
        _change_lock(file, msvcrt.LK_UNLCK)

    def _change_lock(file: int, mode: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)  # msvcrt locks at the current position
        try:
            msvcrt.locking(file, mode, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
