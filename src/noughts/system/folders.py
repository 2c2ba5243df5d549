"""The folders in which an operating system keeps a user's data and the state of programs.

All functions but `short` raise `NoughtsError` if the user has no home folder.
"""

import os
import sys
from pathlib import Path

from noughts.rules.errors import NoughtsError


def data_folder() -> Path:
    """Return the folder for the user's data."""
    return _folder("XDG_DATA_HOME", ".local/share")


def config_folder() -> Path:
    """Return the folder for the user's settings."""
    return _folder("XDG_CONFIG_HOME", ".config")


def state_folder() -> Path:
    """Return the folder for data that noughts keeps between runs."""
    return _folder("XDG_STATE_HOME", ".local/state")


def short(path: Path) -> str:
    """Return a path for a message, with ``~`` for the user's home folder."""
    try:
        home = Path.home()
    except RuntimeError:  # the user has no home folder
        return str(path)
    return str("~" / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def _folder(variable: str, usual: str) -> Path:
    if base := os.environ.get(variable):
        return Path(base, "noughts")
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", "noughts")
        return Path.home() / ("Library/Application Support" if sys.platform == "darwin" else usual) / "noughts"
    except RuntimeError as error:  # the user has no home folder
        raise NoughtsError(str(error).rstrip(".")) from None
