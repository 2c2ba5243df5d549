"""Save and load games as SGF or as plain lists of moves."""

from pathlib import Path
from typing import BinaryIO

from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.files.encoding import decoded
from noughts.rules.files.faults import Faults
from noughts.rules.files.games import read_games, read_one
from noughts.rules.files.sgf import write_sgf
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.tree import GameTree, write_game
from noughts.session.reading import split_text
from noughts.system.writing import writing

_LARGEST = 2_000_000


def save(tree: GameTree, path: Path, *, force: bool = False) -> None:
    """Write a game to a file, as SGF if the file name ends in .sgf, otherwise as a list of moves.

    Raises:
        FileExists: the file exists, and `force` is not set.
        NoughtsError: the file cannot be written, or the board is too large for SGF.
    """
    text = write_sgf(tree) if path.suffix.lower() == ".sgf" else write_game(tree)
    with writing(path, force=force) as file:
        file.write(text.encode(errors="replace"))


def load(path: Path, game: Game | None = None) -> GameTree:
    """Return the game in a file that must contain exactly one game.

    Raises:
        NoughtsError: the file cannot be read, or contains no game or several.
    """
    games = load_all(path, game)
    if len(games) > 1:
        raise NotationError(f"there are {len(games):,} games in this file: expected one")
    return games[0]


def load_all(path: Path, game: Game | None = None, *, lenient: bool = False) -> tuple[GameTree, ...]:
    """Read all games in a file.

    Raises:
        NoughtsError: the file cannot be read, or contains no game or an invalid game.
    """
    try:
        with path.open("rb") as file:
            return read(file, path.name, game, lenient=lenient)
    except OSError as error:
        raise NoughtsError(f"cannot read {path}: {error.strerror or error}") from None


def read(file: BinaryIO, name: str, game: Game | None = None, *, lenient: bool = False) -> tuple[GameTree, ...]:
    """Read all games of an open file, which can contain SGF, a Piskvork game, lists of moves or positions.

    Args:
        file: the file.
        name: the name of the file. A file with SGF may end in ``.sgf``, so that moves outside the SGF are ignored.
        game: the game to assume if the text does not name one.
        lenient: read as much as possible of damaged games.

    Raises:
        NoughtsError: the file contains no game, or one that is invalid.
    """
    content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise NotationError(f"the file {name} is too large: expected at most {_LARGEST:,} bytes")
    if name.lower().endswith(".sgf"):
        return read_games(content, game, lenient=lenient)
    faults = Faults(lenient)
    text = decoded(content, faults)
    if not text.strip():
        return (GameTree.of(Position(game or "tictactoe")),)
    items = split_text(text, game, file_game=game, faults=faults)
    return tuple(read_one(item.read, number, len(items)) for number, item in enumerate(items, 1))
