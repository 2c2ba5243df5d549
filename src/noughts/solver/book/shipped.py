"""The opening books that come with noughts."""

from functools import lru_cache
from pathlib import Path

from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.solver.book.book import Book

SHIPPED = {"7,6,4 gravity": "connect-four.book"}
"""Maps the name of each game with a book to the file of its book."""


def shipped_file(name: str) -> Path:
    """Return the path of the book file for a game that is named in `SHIPPED`."""
    return Path(__file__).with_name(SHIPPED[name])


def shipped_book(game: Game) -> Book | None:
    """Return the opening book of a game, or None if noughts has none. A book is read when it is first needed."""
    if game.name not in SHIPPED or game != named_game(game.name):
        return None
    return _read(game.name)


@lru_cache
def _read(name: str) -> Book:
    return Book.read(shipped_file(name))
