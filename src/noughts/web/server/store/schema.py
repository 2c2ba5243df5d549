"""The tables: games, and keys, which give roles in games.

A key is the SHA-256 hash of a secret, from a link or a browser's cookie. The secrets themselves are never stored.
"""

from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    RowMapping,
    Table,
    Text,
)

from noughts.explain.words import game_words
from noughts.rules.board import Cell
from noughts.web.model.computers import player_words
from noughts.web.model.page_games import page_game, usual_name
from noughts.web.model.stored_game import StoredGame, StoredSeat

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("series", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("moves", Text, nullable=False),  # the cells, as "4 0 8"
    Column("undone", Text, nullable=False),
    Column("x_name", Text, nullable=False),
    Column("x_level", Text, nullable=False),
    Column("o_name", Text, nullable=False),
    Column("o_level", Text, nullable=False),
    Column("linked", Boolean, nullable=False),
    Column("offer", Text, nullable=False),
    Column("offered_by", Text, nullable=False),
    Column("refused", Text, nullable=False, server_default=""),
    Column("ended", Text, nullable=False, server_default=""),
    Column("lines", Text, nullable=False, server_default=""),
    Column("next", Text, nullable=False),
    Column("score_x", Integer, nullable=False),
    Column("score_o", Integer, nullable=False),
    Column("score_drawn", Integer, nullable=False),
    Column("streak", Integer, nullable=False, server_default="0"),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("result", Text, nullable=False),  # derived from the columns above, for the game list
    Column("search", Text, nullable=False),  # derived, too, in lower case
)

keys = Table(
    "keys",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("role", Text, primary_key=True),
    CheckConstraint("role IN ('x', 'o', 'own', 'watch')", name="keys_role"),
    Index("keys_game", "game"),
)


_UNCHANGED = (
    *("id", "series", "version", "rules", "start", "linked", "offer", "offered_by", "refused", "ended", "lines"),
    *("next", "streak", "created", "updated"),
)
"""The columns that store a field of the game unchanged."""

StoredRow: TypeAlias = dict[str, Any]
"""A game as a row of its table."""


def row_of(game: StoredGame) -> StoredRow:
    """Return a game as a row of the table."""
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


def game_of(row: RowMapping) -> StoredGame:
    """Return the game in a row of the table."""
    return StoredGame(
        **{name: row[name] for name in _UNCHANGED},
        moves=_cells(row["moves"]),
        undone=_cells(row["undone"]),
        x=StoredSeat(row["x_name"], row["x_level"]),
        o=StoredSeat(row["o_name"], row["o_level"]),
        score=(row["score_x"], row["score_o"], row["score_drawn"]),
    )


@lru_cache(maxsize=1_000)
def _description(rules: str, *levels: str) -> str:
    """Return the words that pages use for a game and its computer players, so that a search finds the game by them."""
    game = page_game(rules)
    words = [rules, game.name, usual_name(rules), game_words(game)]
    return " ".join([*words, *(player_words(level, game) for level in levels if level)])


def storable(text: str) -> bool:
    """Return whether a database can store the text, which must not contain NUL or a lone surrogate."""
    return "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text)


def _text(cells: tuple[Cell, ...]) -> str:
    return " ".join(map(str, cells))


def _cells(text: str) -> tuple[Cell, ...]:
    return tuple(map(int, text.split()))
