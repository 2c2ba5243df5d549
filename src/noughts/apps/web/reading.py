"""Read pasted or uploaded games and positions. Long texts are parsed in a worker thread."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from noughts.apps.names import clean_name
from noughts.apps.reading import split_text
from noughts.apps.web.model.page_games import page_game
from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.game import Game
from noughts.rules.tree import GameTree

T = TypeVar("T")

_SHORT = 1_000  # characters, which take a few milliseconds to read
_MOST_GAMES = 100
_LIMITER = CapacityLimiter(1)  # reading is CPU-bound, so more threads would not be faster


async def in_thread(read: Callable[[str], T], text: str) -> T:
    """Call a function with a text. If the text is long, use a worker thread, so that other requests are not delayed."""
    if len(text) <= _SHORT:
        return read(text)
    return await to_thread.run_sync(read, text, limiter=_LIMITER)


def read_games(
    text: str, game: Game | None = None, *, link: Callable[[str], GameTree] | None = None
) -> tuple[list[GameTree], int]:
    """Read the first hundred games and positions of a text. Return them and the number of the rest.

    Args:
        text: SGF, lists of moves, positions in any notation, and links to pages.
        game: the game of a position, and of moves that do not name a game. The default is tic-tac-toe.
        link: reads a link. By default, links are errors.

    Raises:
        NoughtsError: a game is invalid, or its board is too large for a page.
    """
    if not text.strip("\ufeff \t\r\n"):
        raise NotationError("there is nothing to read: paste a position, a list of moves such as b2 a1 c3, or SGF")
    items = split_text(text, game)
    trees = []
    for number, item in enumerate(items[:_MOST_GAMES], 1):
        try:
            tree = item.read(game, link=link)
            page_game(tree.start.game.name)
        except NoughtsError as error:
            if len(items) == 1:
                raise
            raise NotationError(f"game {number} of {len(items)}: {error}") from None
        x, o = tree.names
        trees.append(replace(tree, head=replace(tree.head, names=(clean_name(x, ""), clean_name(o, "")))))
    return trees, len(items) - len(trees)


def read_game(text: str) -> GameTree:
    """Read the only game of a text, as `read_games` does.

    Raises:
        NoughtsError: the text is invalid or contains several games.
    """
    if text.strip() and (count := len(split_text(text))) > 1:
        raise NotationError(f"there are {count} games in this text: send one of them")
    return read_games(text)[0][0]
