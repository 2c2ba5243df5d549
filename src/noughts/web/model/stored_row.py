"""Convert stored games to and from rows of a table, and parse searches in the list of games."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from noughts.explain.words import game_words
from noughts.rules.board import Cell
from noughts.rules.gallery import usual_name
from noughts.web.model.computers import player_words
from noughts.web.model.page_games import page_game
from noughts.web.model.stored_game import StoredGame, StoredSeat

_MOST_WORDS = 8  # in a search

_UNCHANGED = (
    *("id", "series", "version", "rules", "start", "linked", "offer", "offered_by", "refused", "ended", "lines"),
    *("next", "streak", "clock", "x_left", "o_left", "since", "class_id", "created", "updated"),
)
"""The columns that store a field of the game unchanged."""

StoredRow: TypeAlias = dict[str, Any]
"""A game as a row of the table of games."""


def row_of(game: StoredGame) -> StoredRow:
    """Convert a game to a row of the games table."""
    x, o, drawn = game.score
    return {name: getattr(game, name) for name in _UNCHANGED} | {
        "moves": _text(game.moves),
        "undone": _text(game.undone),
        "x_name": game.x.name,
        "x_level": game.x.level,
        "o_name": game.o.name,
        "o_level": game.o.level,
        "score_x": x,
        "score_o": o,
        "score_drawn": drawn,
        "result": game.result,
        "search": f"{game.x.name} {game.o.name} {_description(game.rules, game.x.level, game.o.level)}".casefold(),
    }


def game_of(row: StoredRow) -> StoredGame:
    """Convert a row of the games table to a game. A row from an earlier version of noughts may lack newer
    columns.
    """
    return StoredGame(
        **{name: row[name] for name in _UNCHANGED if name in row},
        moves=_cells(row["moves"]),
        undone=_cells(row["undone"]),
        x=StoredSeat(row["x_name"], row["x_level"]),
        o=StoredSeat(row["o_name"], row["o_level"]),
        score=(row["score_x"], row["score_o"], row["score_drawn"]),
    )


@lru_cache(maxsize=1_000)
def _description(rules: str, *levels: str) -> str:
    """Return the words with which a search can find a game by its rules and its computer players."""
    game = page_game(rules)
    words = [rules, game.name, usual_name(rules), game_words(game)]
    return " ".join([*words, *(player_words(level, game) for level in levels if level)])


def words_of(text: str) -> Iterator[set[str]]:
    """Yield the possible spellings of each word in a search. A game is found if its row's field ``search`` contains a
    spelling of every word.
    """
    for word in text.casefold().split()[:_MOST_WORDS]:
        yield {word, word.replace("-", "") or word}  # tic-tac-toe is stored as tictactoe


def _text(cells: tuple[Cell, ...]) -> str:
    return " ".join(map(str, cells))


def _cells(text: str) -> tuple[Cell, ...]:
    return tuple(map(int, text.split()))
