"""Save and load games as SGF or as plain lists of moves."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import BinaryIO

from noughts.apps.reading import Item, split_text
from noughts.apps.writing import Kind, begins, writing
from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.game import Game
from noughts.rules.record import Record, write_moves
from noughts.rules.sgf import split_sgf, write_sgf

_LARGEST = 2_000_000
_SGF = r"\(;FF\[4\]GM\[4\]CA\[UTF-8\]AP\[noughts\]"
_LIST = r"game: [^\n]+\n((x|o|start): [^\n]*\n)*(1\.|X wins|O wins|draw|unfinished)"

GAME = Kind("a game that noughts saved", begins(f"{_SGF}|{_LIST}"))
"""A file that `save` writes."""


def save(record: Record, path: Path, *, force: bool = False) -> None:
    """Write a game to a file, as SGF if the file name ends in .sgf, otherwise as a plain list of moves. See `writing`.

    Raises:
        InTheWay: writing to the path needs `force`.
        NoughtsError: the file cannot be written, or the board is too large for SGF.
    """
    text = write_sgf(record) if path.suffix.lower() == ".sgf" else write_moves(record)
    with writing(path, GAME, force=force) as file:
        file.write(text.encode(errors="replace"))


def load(path: Path, game: Game | None = None) -> Record:
    """Read a game from a file.

    Raises:
        NoughtsError: the file cannot be read, or contains no game.
    """
    try:
        with path.open("rb") as file:
            return read(file, path.name, game)
    except OSError as error:
        raise NoughtsError(f"cannot read {path}: {error.strerror or error}") from None


def read(file: BinaryIO, name: str, game: Game | None = None) -> Record:
    """Read a game from an open file.

    The file is read as SGF if its name or content shows that it is SGF, and otherwise as a list of moves or a position.

    Args:
        file: the file.
        name: the name of the file.
        game: the game to assume if the text does not name one.

    Raises:
        NoughtsError: the file contains no game, or several.
    """
    content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise NotationError(f"the file {name} is larger than {_LARGEST:,} bytes: expected a game")
    text = text_of(content)
    if name.lower().endswith(".sgf"):
        items = [Item("sgf", part) for part in split_sgf(text)] or [Item("sgf", text)]
    else:
        items = split_text(text, game) if text.strip("\ufeff \t\r\n") else [Item("moves", "")]
    if len(items) > 1:
        raise NotationError(f"there are {len(items)} games in this text: expected one")
    return items[0].read(game, sgf_game=game).main_line


def text_of(content: bytes) -> str:
    """Decode a text file.

    UTF-16 is detected by its byte order mark. Otherwise, the text is UTF-8 or, in old SGF files, Latin-1.
    """
    usual = "utf-16" if content[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"
    try:
        return content.decode(usual)
    except UnicodeDecodeError:
        return content.decode("latin-1")
