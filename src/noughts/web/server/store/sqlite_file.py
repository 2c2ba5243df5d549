"""Lock and watch the files of an SQLite database. The server notices when a file is moved, deleted, replaced or
truncated.

On POSIX systems, closing a file releases all locks that SQLite holds on it in this process. So this module closes the
database and its index only after all connections are closed.
"""

import contextlib
import math
import os
import struct
from collections.abc import Callable
from pathlib import Path

from noughts.rules.errors import NoughtsError
from noughts.web.model.errors import StoreFault
from noughts.web.server.store.lock import lock

_FRAME_HEADER, _LOG_HEADER = 24, 32  # bytes, as in https://www.sqlite.org/walformat.html and fileformat.html
_INDEX = struct.Struct("=I10xHI")  # the version of the index, the page size, and the number of frames in the log
_INDEX_VERSION = 3_007_000
_HEAD = struct.Struct(">16xH10xI")  # of the database: the page size, and the number of pages
_LARGEST_PAGE = 65_536  # this page size does not fit into its field


class SQLiteFile:
    """A database file, which is locked for this server until `close`.

    The lock file is in the directory of the database, and its name contains the database's inode number. So every path
    to the file leads to the same lock: through symbolic links, after a rename, in another container that mounts the
    directory, and from another host on a network file system. The name does not contain the device, because hosts
    number their devices differently and a directory is on one device. SQLite's write-ahead log is in the same
    directory. It would not work through a hard link in another directory, so a file with several hard links is refused.

    Args:
        path: the file. If it does not exist, it is created, and only its owner can read it.

    Raises:
        NoughtsError: the file cannot be opened, has several hard links, or another server has it open.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            real = path.resolve()
            real.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            status = real.stat()
        except (OSError, RuntimeError) as error:  # RuntimeError: symbolic links in a circle
            reason = (error.strerror if isinstance(error, OSError) else None) or "it cannot be found"
            raise NoughtsError(f"the database {path} cannot be opened: {reason}") from None
        if not os.access(real, os.R_OK | os.W_OK):
            raise NoughtsError(f"the database {path} cannot be opened: Permission denied")
        if status.st_nlink > 1:
            raise NoughtsError(
                f"the database {path} has {status.st_nlink} hard links: delete all but one, or use a copy of the file"
            )
        self._watched = {path: (status.st_dev, status.st_ino)}
        self._log = real.with_name(f"{real.name}-wal")
        self._real, self._size = real, 0
        self._open: tuple[int, int] | None = None  # the database and the index
        self._save: Callable[[], object] = lambda: None
        self._lost = ""
        self._lock = lock(real.with_name(f"noughts-{status.st_ino}.sqlite-lock"), path)

    def watch_log(self, save: Callable[[], object]) -> None:
        """Let `check` watch the write-ahead log and its index, too. Until the next checkpoint, the latest moves are
        only in the log.

        A connection must stay open until `close`, because SQLite deletes both files when it closes the last one.

        Args:
            save: makes a checkpoint with an open connection. This saves the moves even from a log that was deleted.
        """
        self._save = save
        index = self._log.with_name(self._log.name.removesuffix("-wal") + "-shm")
        with contextlib.suppress(FileNotFoundError):  # a file system without shared memory has no write-ahead log
            self._watched |= {file: _identity(file) for file in (self._log, index)}
            if os.name == "posix":  # Windows does not let another program truncate a mapped file
                self._open = os.open(self._real, os.O_RDONLY), os.open(index, os.O_RDONLY)

    def check(self) -> None:
        """Check that no file of the database was moved, deleted, replaced or truncated. After the first failure, every
        check fails.

        Raises:
            StoreFault: a file was moved, deleted, replaced or truncated, or cannot be reached.
        """
        if not self._lost:
            try:
                if lost := self._name_of_lost_file():
                    with contextlib.suppress(Exception):
                        self._save()
                else:
                    lost = self._name_of_truncated_file()
            except OSError as error:
                raise StoreFault(f"the database file cannot be reached: {error.strerror}; try again") from error
            self._lost = lost
        if self._lost:
            raise StoreFault(
                f"the file {self._lost} was moved, deleted, replaced or truncated:"
                " put it back if you can, then restart the server"
            )

    def close(self) -> None:
        """Unlock the file, so that other servers can open it."""
        for file in self._open or ():
            os.close(file)  # not earlier: this releases the locks of all connections
        self._lock.close()

    def _name_of_lost_file(self) -> str:
        for file, opened in self._watched.items():
            try:
                if _identity(file) != opened:
                    return file.name
            except (FileNotFoundError, NotADirectoryError):
                return file.name
        return ""

    def _name_of_truncated_file(self) -> str:
        if not self._open:
            return ""
        database, index = self._open
        # The earlier size comes first: another thread may set it while the file grows.
        if self._size > (size := os.fstat(database).st_size) and size < _expected_size(database):
            return self._real.name
        self._size = size
        return self._log.name if self._is_log_truncated(index) else ""

    def _is_log_truncated(self, index: int) -> bool:
        """Return whether the write-ahead log is shorter than its index says. SQLite writes the index after the log."""
        head = os.pread(index, _INDEX.size, 0)
        version, page, frames = _INDEX.unpack(head)
        length = _LOG_HEADER + frames * (_FRAME_HEADER + (page if page > 1 else _LARGEST_PAGE))
        is_short = version == _INDEX_VERSION and frames > 0 and self._log.stat().st_size < length
        return is_short and os.pread(index, _INDEX.size, 0) == head  # not a checkpoint by another program


def _expected_size(database: int) -> float:
    """Return the size of an open database according to its header. Another program can shrink the database with
    VACUUM.
    """
    head = os.pread(database, _HEAD.size, 0)
    if len(head) < _HEAD.size:
        return math.inf
    page, pages = _HEAD.unpack(head)
    size: int = pages * (page if page > 1 else _LARGEST_PAGE)
    return size


def _identity(file: Path) -> tuple[int, int]:
    status = file.stat()
    return status.st_dev, status.st_ino
