"""Writing files, and saving and loading games: SGF where the name ends in .sgf, a plain list of moves otherwise."""

import os
import tempfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.game import Game
from noughts.rules.record import Record, read_moves, split_moves, write_moves
from noughts.rules.sgf import is_sgf, read_sgf, split_sgf, write_sgf

_LARGEST = 2_000_000


def save(record: Record, path: Path) -> None:
    """Write a game to a file, all or nothing: a file that was there stays until the new one is complete.

    Raises:
        OSError: the file cannot be written.
    """
    write_text(path, write_sgf(record) if path.suffix.lower() == ".sgf" else write_moves(record))


def write_text(path: Path, text: str) -> None:
    """Write a file, all or nothing: one that was there stays until the new one is complete.

    Raises:
        OSError: the file cannot be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def expect_target(path: Path, kind: str, is_ours: Callable[[Path], bool]) -> None:
    """Make sure, before long work, that its result can be written to a file, and takes the place of nothing else.

    Args:
        path: the file.
        kind: what is written, as ``proof``.
        is_ours: says whether a file that is there is such a thing, which may be replaced.

    Raises:
        NoughtsError: it is something else, or cannot be written; the message says why.
    """
    if path.name in ("", "-"):
        raise NoughtsError(f"a {kind} is written to a file: expected its name, not {str(path)!r}")
    try:
        if path.is_dir():
            raise NoughtsError(f"{path} is a folder: expected the name of a file for the {kind}")
        if path.exists():
            if not path.is_file():
                raise NoughtsError(f"{path} is a device or a pipe: expected the name of a file for the {kind}")
            if not is_ours(path):
                raise NoughtsError(f"{path} is there already, and is no {kind}: give another name")
        with tempfile.TemporaryFile(dir=path.resolve().parent):
            pass
    except OSError as error:
        where = f"there is no folder {path.parent}" if isinstance(error, FileNotFoundError) else None
        raise NoughtsError(f"{path} cannot be written: {where or error.strerror or error}") from None


def load(path: Path, game: Game | None = None) -> Record:
    """Read a game from a file.

    Raises:
        OSError: the file cannot be read.
        NoughtsError: it holds no game; the message says where and what was expected.
    """
    with path.open("rb") as file:
        return read(file, path.name, game)


def read(file: BinaryIO, name: str, game: Game | None = None) -> Record:
    """Read a game from an open file, as SGF where the name or the text says so, else as a plain list of moves.

    Args:
        file: the file.
        name: its name.
        game: the game that is played, where the text does not say which.

    Raises:
        NoughtsError: it holds no game, or several; the message says where and what was expected.
    """
    content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise NotationError(f"the file {name} is larger than {_LARGEST:,} bytes: expected a game")
    text = text_of(content)
    if name.lower().endswith(".sgf") or is_sgf(text):
        expect_one_game(split_sgf(text))
        return read_sgf(text, game)
    expect_one_game(split_moves(text))
    return read_moves(text, game)


def text_of(content: bytes) -> str:
    """Return what a text file says: in UTF-8, in UTF-16 where it begins so, else in Latin-1, as old SGF is."""
    usual = "utf-16" if content[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"
    try:
        return content.decode(usual)
    except UnicodeDecodeError:
        return content.decode("latin-1")


def expect_one_game(games: Iterable[str], instead: str = "expected one") -> None:
    """Check that a text, taken apart by `split_sgf` or `split_moves`, does not hold several games: which is meant?

    Args:
        games: the text of each.
        instead: what to do where there are several.

    Raises:
        NotationError: there are several.
    """
    count = sum(1 for _ in games)
    if count > 1:
        raise NotationError(f"there are {count} games in this text: {instead}")
