"""The database tables for games, keys, classes and puzzle progress. A key gives its owner roles in games.

A key is the SHA-256 hash of a secret, from a link or a browser's cookie. The secrets themselves are never stored.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

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
    Column("clock", Integer, nullable=False, server_default="0"),
    Column("x_left", Integer, nullable=False, server_default="0"),
    Column("o_left", Integer, nullable=False, server_default="0"),
    Column("since", BigInteger, nullable=False, server_default="0"),
    Column("class_id", Text, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("result", Text, nullable=False),  # derived from the columns above, for the game list
    Column("search", Text, nullable=False),  # also derived, in lower case
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

progress = Table(
    "progress",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("data", Text, nullable=False),  # JSON
)

classes = Table(
    "classes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False, index=True),  # the key of the teacher who began the class
    Column("created", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON
)


def storable(text: str) -> bool:
    """Return whether a database can store a text, which must contain neither NUL nor a lone surrogate."""
    return "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text)
