"""The opening books that come with noughts."""

from functools import lru_cache
from importlib.resources import files

from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.solver.book.book import Book

SHIPPED: dict[str, str] = {}
"""Maps the name of each game with a book to the file of its book."""


def shipped_book(game: Game) -> Book | None:
    """Return the opening book of a game, or None if noughts has none. A book is read when it is first needed."""
    file = SHIPPED.get(game.name)
    return _read(file) if file and game == named_game(game.name) else None


@lru_cache
def _read(file: str) -> Book:
    return Book.from_bytes(files(__package__).joinpath(file).read_bytes())
