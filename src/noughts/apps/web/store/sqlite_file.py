"""The file of an SQLite database. One server owns it, and notices when it is moved, deleted or replaced.

This module never opens an existing database file. On POSIX systems, closing it would release all locks that SQLite
holds on the file in this process.
"""

import contextlib
import os
from pathlib import Path

from noughts.apps.web.model.errors import StoreFault
from noughts.apps.web.store.lock import lock
from noughts.rules.errors import NoughtsError


class SQLiteFile:
    """A database file that belongs to this server until `close`.

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
        self._opened = (status.st_dev, status.st_ino)
        self._lost = False
        self._lock = lock(real.with_name(f"noughts-{status.st_ino}.sqlite-lock"), path)

    def check(self) -> None:
        """Check that the path still leads to the file that was opened. After the first failure, every check fails.

        Raises:
            StoreFault: the file was moved, deleted or replaced, or cannot be reached.
        """
        if not self._lost:
            try:
                status = os.stat(self._path)
                self._lost = (status.st_dev, status.st_ino) != self._opened
            except (FileNotFoundError, NotADirectoryError):
                self._lost = True
            except OSError as error:
                raise StoreFault(f"the database file cannot be reached: {error.strerror}; try again") from error
        if self._lost:
            raise StoreFault("the database file was moved, deleted or replaced: put it back, then restart the server")

    def close(self) -> None:
        """Let other servers open the file."""
        self._lock.close()
