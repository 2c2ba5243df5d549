"""Keep a person's settings of the full-screen terminal in a TOML file."""

import json
import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from noughts.players.levels import LEVELS
from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import GALLERY
from noughts.system.folders import config_folder
from noughts.system.writing import writing
from noughts.terminal.kept.files import cannot, is_kept, make_folder

PERSON = "person"
"""The name of a player who is a person."""

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("dark", "light"),
    "characters": ("unicode", "ascii"),
    "values": ("off", "on"),
    "threats": ("off", "on"),
    "pace": ("slow", "fast"),
    "name": ("You",),
    "game": (*GALLERY, "4,4,3", "5,5,4", "7,7,5"),
    "x": (PERSON, *LEVELS),
    "o": (PERSON, *LEVELS),
    "begins": ("X", "O"),
}
"""The usual values of each setting."""

FREE = ("name", "game", "x", "o")
"""The settings that can have other values."""

_LARGEST = 100_000  # bytes of the file


@dataclass(frozen=True)
class Settings:
    """The settings, as `CHOICES` lists them.

    Attributes:
        theme: the colours.
        characters: whether boards have Unicode characters or plain ASCII.
        values: whether to show the value of every move before a person's move.
        threats: whether to show the cells that complete a row.
        pace: how fast two computer players play.
        name: the person's name.
        game: the game of the next new game.
        x: the player of X in the next new game.
        o: the player of O in the next new game.
        begins: the side that moves first in the next new game.
    """

    theme: str = "dark"
    characters: str = "unicode"
    values: str = "off"
    threats: str = "off"
    pace: str = "slow"
    name: str = "You"
    game: str = "tictactoe"
    x: str = PERSON
    o: str = "perfect"
    begins: str = "X"


def settings_path() -> Path:
    """Return the path of the file with the settings.

    Raises:
        NoughtsError: the user has no home folder.
    """
    return config_folder() / "screen.toml"


def load() -> Settings:
    """Read the settings from their file. Unknown names and values are ignored.

    Raises:
        NoughtsError: the file cannot be read.
    """
    path = settings_path()
    if not is_kept(path):
        return Settings()
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise ValueError(f"expected at most {_LARGEST:,} bytes")
        found = tomllib.loads(content.decode())
    except OSError as error:
        raise cannot("read", path, error) from None
    except (ValueError, RecursionError) as error:
        raise NoughtsError(f"cannot read {path}: {error}") from None
    return Settings(**{field.name: found[field.name] for field in fields(Settings) if _is_valid(field.name, found)})


def _is_valid(name: str, found: dict[str, Any]) -> bool:
    value = found.get(name)
    if not isinstance(value, str):
        return False
    return value in CHOICES[name] or (name in FREE and value == clean_name(value, "", 200) != "")


def keep(settings: Settings) -> None:
    """Write the settings to their file.

    Raises:
        NoughtsError: the file cannot be written.
    """
    path = settings_path()
    make_folder(path)
    text = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in asdict(settings).items())
    with writing(path, force=True) as file:
        file.write(text.encode())
