"""The games that the pages support, their names, and the games that the forms offer."""

from functools import lru_cache
from math import prod

from noughts.explain.words import game_words
from noughts.players.levels import PERFECT_CELLS
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import GALLERY, sides_of, usual_name
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game

MOST_CELLS = 400
"""The largest number of cells that a board on a page can have."""

_MOST_CHARACTERS = 60
_SPELLINGS = {"tictactoe": "tic-tac-toe", "misere": "misère"}
_SIZES = ("4,4,3", "4,4,4", "5,5,4", "6,6,4", "7,7,5", "19,19,5")

GAMES = {
    **{name: f"{_SPELLINGS.get(name, name)}: {game_words(named_game(name))}" for name in GALLERY},
    **{size: game_words(named_game(size)) for size in _SIZES},
}
"""The games that the forms offer, with their descriptions. A person can also type other games."""


def page_game(name: str) -> Game:
    """Return the game with this name if its board fits on a page.

    Raises:
        NoughtsError: there is no such game, or its board is too large for a page.
    """
    if len(name) > _MOST_CHARACTERS:
        raise NoughtsError(f"the name of the game is too long: expected at most {_MOST_CHARACTERS} characters")
    sides = sides_of(name)
    if prod(sides) > MOST_CELLS or len(sides) > 3:
        raise NoughtsError(f"the board is too large for the page: expected at most {MOST_CELLS} cells in 2-D or 3-D")
    game = named_game(name)
    if not game.lines:
        board = " × ".join(map(str, sides))
        raise NoughtsError(f"no row fits on a board of {board}: choose a shorter row or a larger board")
    return game


def display_name(rules: str) -> str:
    """Return the name of a game for display, such as ``tic-tac-toe``."""
    return _SPELLINGS.get(name := usual_name(rules), name)


@lru_cache(maxsize=256)
def is_small(rules: str) -> bool:
    """Return whether a game is quick to search. An unknown game counts as small, because an engine rejects it at
    once.
    """
    try:
        return len(page_game(rules).board) <= PERFECT_CELLS
    except NoughtsError:
        return True
