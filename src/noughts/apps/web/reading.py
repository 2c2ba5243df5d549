"""Read pasted or uploaded games. Long texts are parsed in a worker thread."""

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from noughts.apps.files import expect_one_game
from noughts.apps.web.model.page_games import page_game
from noughts.rules.errors import NoughtsError
from noughts.rules.record import Record, read_moves, split_moves
from noughts.rules.sgf import is_sgf, read_sgf, split_sgf

T = TypeVar("T")

_SHORT = 1_000  # characters, which take a few milliseconds to read
_MOST_GAMES = 100
_LIMITER = CapacityLimiter(1)  # reading is CPU-bound, so more threads would not be faster


async def in_thread(read: Callable[[str], T], text: str) -> T:
    """Call a function with a text. If the text is long, use a worker thread, so that other requests are not delayed.

    Raises:
        NoughtsError: the text is invalid.
    """
    if len(text) <= _SHORT:
        return read(text)
    return await to_thread.run_sync(read, text, limiter=_LIMITER)


def read_game(text: str) -> Record:
    """Read a game, as SGF or a list of moves.

    Raises:
        NoughtsError: the text is invalid or contains several games, or the board is too large for a page.
    """
    text = _stripped(text)
    expect_one_game(split_sgf(text) if is_sgf(text) else split_moves(text), "send one of them")
    return _read(text, is_sgf(text))


def read_games(text: str, most: int = _MOST_GAMES) -> tuple[list[Record], int]:
    """Read the first games of a text, as SGF or lists of moves. Return these games and the number of the rest.

    Raises:
        NoughtsError: a game is invalid, or its board is too large for a page.
    """
    text = _stripped(text)
    sgf = is_sgf(text)
    texts = list(split_sgf(text) if sgf else split_moves(text)) or [text]
    records = []
    for number, game in enumerate(texts[:most], 1):
        try:
            records.append(_read(game, sgf))
        except NoughtsError as error:
            if len(texts) == 1:
                raise
            raise NoughtsError(f"game {number} of {len(texts)}: {error}") from None
    return records, len(texts) - len(records)


def _stripped(text: str) -> str:
    text = text.lstrip("\ufeff").strip()
    if not text:
        raise NoughtsError("there is nothing to import: paste a game in SGF, or a list of moves such as b2 a1 c3")
    return text


def _read(text: str, sgf: bool) -> Record:
    record = read_sgf(text) if sgf else read_moves(text)
    page_game(record.start.game.name)
    return record
