"""Keep games that a person saves, one file each, in a folder of the user's data."""

from datetime import datetime
from pathlib import Path

from noughts.rules.errors import NoughtsError
from noughts.rules.tree import GameTree
from noughts.session import game_files
from noughts.system.folders import data_folder
from noughts.system.writing import FileExists
from noughts.terminal.prompt.kept_files import cannot, make_folder

ENDINGS = (".sgf", ".psq", ".txt")
"""The endings of files with games."""


def folder() -> Path:
    """Return the folder of the saved games.

    Raises:
        NoughtsError: the user has no home folder.
    """
    try:
        return data_folder() / "games"
    except RuntimeError as error:
        raise NoughtsError(str(error)) from None


def save(tree: GameTree, now: datetime) -> Path:
    """Save a game under its time, and return the path.

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
        return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    except OSError as error:
        raise cannot("read", place, error) from None
