"""Read pasted or uploaded games and positions."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from noughts.render.names import clean_name
from noughts.rules.errors import NotationError
from noughts.rules.files.games import read_one
from noughts.rules.game import Game
from noughts.rules.tree import GameTree
from noughts.session.reading import Item, expect_time, split_text, time_limit
from noughts.web.analysis.engines import Engines
from noughts.web.model.page_games import page_game

T = TypeVar("T")

_SHORT = 1_000  # characters, which take a few milliseconds to read
_MOST_GAMES = 100


async def read_stored(engines: Engines, text: str, read: Callable[[], T]) -> T:
    """Call a function that parses a stored text. A long text is parsed without delaying other requests."""
    return read() if len(text) <= _SHORT else await engines.run(read)


def read_games(
    text: str,
    game: Game | None = None,
    *,
    link: Callable[[str], GameTree] | None = None,
    single: bool = False,
) -> tuple[list[GameTree], int]:
    """Return the first hundred games and positions in a text, and the number of further games and positions.

    Args:
        text: SGF, lists of moves, positions in any notation, and links to pages.
        game: the game of a position, and of moves that do not name a game. The default is tic-tac-toe. Moves that do
            not fit this game are read as moves of the first well-known game that they fit.
        link: reads a link. By default, links are errors.
        single: reject a text with several games.

    Raises:
        NoughtsError: a game is invalid, its board is too large for a page, or the text takes too long to read.
    """
    if not text.strip("\ufeff \t\r\n"):
        raise NotationError("there is nothing to read: paste a position, a list of moves such as b2 a1 c3, or SGF")
    deadline = time_limit()
    items = split_text(text, game, link=link, deadline=deadline, guesses=True)
    if single and len(items) > 1:
        raise NotationError(f"there are {len(items)} games in this text: send one of them")
    trees = []
    for number, item in enumerate(items[:_MOST_GAMES], 1):
        expect_time(deadline)
        tree = read_one(partial(_for_page, item), number, len(items))
        x, o = tree.names
        trees.append(replace(tree, head=replace(tree.head, names=(clean_name(x, ""), clean_name(o, "")))))
    return trees, len(items) - len(trees)


def _for_page(item: Item) -> GameTree:
    tree = item.read()
    page_game(tree.start.game.name)
    return tree


def read_game(text: str) -> GameTree:
    """Read the only game of a text, as `read_games` does.

    Raises:
        NoughtsError: the text is invalid or contains several games.
    """
    return read_games(text, single=True)[0][0]
