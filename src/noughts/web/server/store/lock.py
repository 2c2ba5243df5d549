"""A lock file, which the operating system releases when the process ends for any reason.

The file is a small SQLite database, because SQLite locks files on every system.
"""

import contextlib
import os
import sqlite3
from pathlib import Path

from noughts.rules.errors import NoughtsError


def lock(path: Path, database: Path) -> sqlite3.Connection:
    """Lock a file until the returned connection is closed. The file stores the id of the process that holds the lock.

    Args:
        path: the lock file. It is created if necessary, and never removed.
        database: the database that the lock protects, for error messages.

    Raises:
        NoughtsError: another server holds the lock, or the file cannot be locked.
    """
    try:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        held = sqlite3.connect(path, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise NoughtsError(f"the lock file {path} cannot be opened: {error}") from None
    try:
        with contextlib.suppress(sqlite3.Error):  # the id is only for error messages, and the disk may be full
            held.execute(f"PRAGMA user_version = {os.getpid()}")
        held.execute("BEGIN IMMEDIATE")  # other processes can still read the id
    except sqlite3.Error as error:
        reason = f"the lock file {path} cannot be locked: {error}"
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            process = ""
            with contextlib.suppress(sqlite3.Error):  # the other server may be writing its id
                process = f" (process {held.execute('PRAGMA user_version').fetchone()[0]})"
            reason = f"another server{process} has {database} open: stop it, or name another database"
        held.close()
        raise NoughtsError(reason) from None
    return held
