"""The files in which the terminal keeps a user's data between runs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from noughts.rules.errors import NoughtsError
from noughts.system.folders import state_folder

if sys.platform != "win32":
    import fcntl


def kept_path(name: str) -> Path:
    """Return the path of a file in the folder where noughts keeps a user's data.

    Raises:
        NoughtsError: the user has no home folder.
    """
    return state_folder() / name


def is_kept(path: Path) -> bool:
    """Return whether a kept file exists.

    Raises:
        NoughtsError: the folder cannot be read, or something else is there, such as a pipe: reading it would wait.
    """
    try:
        exists = path.exists()
        if exists and not path.is_file():
            raise NoughtsError(f"cannot read {path}: it is not a file")
    except OSError as error:
        raise cannot("read", path, error) from None
    return exists


def make_folder(path: Path) -> None:
    """Create the folder of a file. Only the user may open the folder.

    Raises:
        NoughtsError: the folder cannot be created.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise cannot("write", path, error) from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let other programs wait while this one reads and then writes a file of a folder. Windows cannot lock folders.

    Raises:
        NoughtsError: the folder cannot be locked.
    """
    if sys.platform == "win32":
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise cannot("read", folder, error) from None
    try:
        with suppress(OSError):  # some network drives have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def cannot(do: str, path: Path, error: OSError) -> NoughtsError:
    """Return an error that says why a file cannot be read, written or removed."""
    return NoughtsError(f"cannot {do} {path}: {error.strerror or error}")
