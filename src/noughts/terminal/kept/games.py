"""Keep games that a person saves, one file each, in a folder of the user's data."""

from datetime import datetime
from pathlib import Path
from stat import S_ISREG

from noughts.rules.errors import NoughtsError
from noughts.rules.tree import GameTree
from noughts.session import game_files
from noughts.system.folders import data_folder
from noughts.system.writing import FileExists
from noughts.terminal.kept.files import cannot, is_kept, make_folder

ENDINGS = (".sgf", ".psq", ".txt")
"""The endings of files with games."""


def folder() -> Path:
    """Return the folder of the saved games.

    Raises:
        NoughtsError: the user has no home folder.
    """
    return data_folder() / "games"


def save(tree: GameTree, now: datetime) -> Path:
    """Save a game in a file named after the time, and return the path.

    Raises:
        NoughtsError: the game cannot be saved.
    """
    for number in range(1, 100):
        path = folder() / f"{now:%Y-%m-%d %H.%M}{f' {number}' if number > 1 else ''}.sgf"
        make_folder(path)
        try:
            game_files.save(tree, path)
        except FileExists:
            continue
        return path
    raise NoughtsError("too many games were saved in this minute: try again in a minute")


def files() -> list[Path]:
    """Return the files in the folder, the newest first.

    Raises:
        NoughtsError: the folder cannot be read.
    """
    place = folder()
    try:
        found = [path for path in place.iterdir() if path.suffix.lower() in ENDINGS] if place.is_dir() else []
    except OSError as error:
        raise cannot("read", place, error) from None
    times = {path: time for path in found if (time := _time(path)) is not None}
    return sorted(times, key=lambda path: (times[path], path.name), reverse=True)


def rename(path: Path, name: str) -> None:
    """Give a saved game another name. Its ending stays.

    Raises:
        NoughtsError: the name is invalid or taken, or the file cannot be renamed.
    """
    new = path.with_name(check_name(name) + path.suffix)
    try:
        if new.exists():
            raise NoughtsError(f"there is already a game named {name.strip()}")
        path.rename(new)
    except OSError as error:
        raise cannot("rename", path, error) from None


def check_name(name: str) -> str:
    """Return the name of a saved game as the name of a file.

    Raises:
        NoughtsError: a file cannot have this name.
    """
    name = name.strip()
    if not name or name.startswith(".") or any(mark in name or mark < " " for mark in '/\\:*?"<>|'):
        raise NoughtsError("expected a name without special characters, such as Ada's first win")
    return name


def delete(path: Path) -> None:
    """Delete a file with saved games.

    Raises:
        NoughtsError: the file cannot be deleted.
    """
    try:
        path.unlink()
    except OSError as error:
        raise cannot("delete", path, error) from None


def _time(path: Path) -> float | None:
    """Return when a file was changed, or None for a broken link, a pipe or anything else that is not a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime if S_ISREG(status.st_mode) else None


def check_file(path: Path) -> None:
    """Check that a file can be opened.

    Raises:
        NoughtsError: it cannot, or it is a folder, a device or a pipe.
    """
    is_kept(path)
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise cannot("read", path, error) from None


def load(path: Path) -> tuple[GameTree, ...]:
    """Read all games of a file, and as much as possible of damaged games.

    Raises:
        NoughtsError: the file cannot be read, contains no game, or is a device or a pipe: reading it would wait.
    """
    is_kept(path)
    return game_files.load_all(path, lenient=True)
