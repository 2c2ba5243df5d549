"""What a person has done with puzzles, kept in a file."""

import json
from pathlib import Path

from noughts.puzzles.progress import Progress
from noughts.rules.errors import BadFile, NoughtsError
from noughts.system.folders import state_folder
from noughts.system.writing import writing


def kept_path() -> Path:
    """Return the file of the progress.

    Raises:
        NoughtsError: the user has no home folder.
    """
    try:
        return state_folder() / "puzzles.json"
    except RuntimeError as error:
        raise NoughtsError(str(error)) from None


def load() -> Progress:
    """Return the progress that was kept, or that of a new person if there is none.

    Raises:
        NoughtsError: the file cannot be read.
    """
    path = kept_path()
    if path.exists() and not path.is_file():  # reading a pipe would wait
        raise NoughtsError(f"{path} is not a file")
    try:
        return Progress.from_data(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return Progress()
    except OSError as error:
        raise NoughtsError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError, BadFile) as error:
        raise NoughtsError(f"cannot read {path}: {error}") from None


def keep(progress: Progress) -> None:
    """Keep the progress.

    Raises:
        NoughtsError: the file cannot be written.
    """
    path = kept_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NoughtsError(f"cannot write {path}: {error.strerror or error}") from None
    with writing(path, force=True) as file:
        file.write(json.dumps(progress.to_data()).encode())
