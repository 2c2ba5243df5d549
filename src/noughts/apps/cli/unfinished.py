"""The last game that was not finished, kept in a file until it is continued."""

from pathlib import Path

from noughts.apps import files
from noughts.apps.folders import state_folder
from noughts.rules.errors import NoughtsError
from noughts.rules.record import Record


def kept_path() -> Path:
    """Return the file of the unfinished game.

    Raises:
        NoughtsError: the user has no home folder.
    """
    try:
        return state_folder() / "unfinished.txt"
    except RuntimeError as error:
        raise NoughtsError(str(error)) from None


def load() -> Record | None:
    """Return the unfinished game, or None if no game is kept.

    Raises:
        NoughtsError: the file cannot be read, or contains no game.
    """
    path = kept_path()
    try:
        with path.open("rb") as file:
            record = files.read(file, path.name)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NoughtsError(f"cannot read {path}: {error.strerror or error}") from None
    return record if record.moves and not record.position.is_over else None


def keep(record: Record) -> None:
    """Keep an unfinished game. It replaces the one that was kept before.

    Raises:
        NoughtsError: the file cannot be written.
    """
    path = kept_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NoughtsError(f"cannot write {path}: {error.strerror or error}") from None
    files.save(record, path, force=True)


def remove() -> None:
    """Remove the unfinished game.

    Raises:
        NoughtsError: the file cannot be removed.
    """
    path = kept_path()
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise NoughtsError(f"cannot remove {path}: {error.strerror or error}") from None
