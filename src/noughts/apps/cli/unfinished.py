"""The last game that was not finished, kept in a file until it is continued."""

from pathlib import Path

from noughts.apps import files
from noughts.apps.folders import state_folder
from noughts.rules.errors import NoughtsError
from noughts.rules.tree import GameTree


def kept_path() -> Path:
    """Return the file of the unfinished game.

    Raises:
        NoughtsError: the user has no home folder.
    """
    try:
        return state_folder() / "unfinished.sgf"
    except RuntimeError as error:
        raise NoughtsError(str(error)) from None


def load() -> GameTree | None:
    """Return the unfinished game, or None if no game is kept.

    Raises:
        NoughtsError: the file cannot be read, or contains no game.
    """
    path = kept_path()
    if not path.exists():
        return None
    game = files.load(path)
    return game if game.main_line.moves and not game.main_line.position.is_over else None


def keep(game: GameTree) -> None:
    """Keep an unfinished game. It replaces the one that was kept before.

    Raises:
        NoughtsError: the file cannot be written.
    """
    path = kept_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NoughtsError(f"cannot write {path}: {error.strerror or error}") from None
    files.save(game, path, force=True)


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
