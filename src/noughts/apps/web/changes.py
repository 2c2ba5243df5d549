"""The next versions of games, stored: two statements for many of them where the database is a server.

On PostgreSQL every statement is a round trip, and the interpreter's work for it; so the changes of one commit go there
as one text of JSON, and the version of each is checked there. In SQLite's file each is a statement of its own, which
costs no more. A change says which keys allowed it: it is stored only if they still do, at the moment of storing.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, func, select, text, update

from noughts.apps.web import queries
from noughts.apps.web.schema import Role, games, keys

Held: TypeAlias = Mapping[str, frozenset[Role]]
"""What keys allow in a game, by their hash."""


@dataclass(frozen=True, slots=True)
class Change:
    """The next version of a game, and what is stored with it.

    Attributes:
        row: the game; the version before it must be the one that is stored.
        hashes: the keys of who asked for it.
        roles: what they must still allow, all of it.
        following: a game that follows, to be stored with it; who has a key to this game, has one to that.
        swapped: whether the two change sides in it.
        keys: keys that it gives.
    """

    row: dict[str, Any]
    hashes: tuple[str, ...] = ()
    roles: frozenset[Role] = frozenset()
    following: dict[str, Any] | None = None
    swapped: bool = False
    keys: tuple[tuple[str, Role], ...] = ()


def store(connection: Connection, changes: Sequence[Change]) -> list[Held | None]:
    """Store changes of different games, in the order of their names.

    Returns:
        for each what keys allow in the game that follows, empty without one; None where it was not stored, as the
        version before it is not the one that is stored, or the keys do not allow it any more.
    """
    if connection.dialect.name == "postgresql":
        return _together(connection, changes)
    return [_alone(connection, change) for change in changes]


# What a change sets: all columns but the name, and the time of creation.
_SET = [column.name for column in games.c if column.name not in ("id", "created")]

_NEXT_VERSION = (
    update(games)
    .where(games.c.id == bindparam("this_game"), games.c.version == bindparam("this_version"))
    .values({name: bindparam(name) for name in _SET})
)
_ALLOWED = _NEXT_VERSION.where(
    select(func.count(keys.c.role.distinct()))
    .where(
        keys.c.game == bindparam("this_game"),
        keys.c.hash.in_(bindparam("hashes", expanding=True)),
        keys.c.role.in_(bindparam("roles", expanding=True)),
    )
    .scalar_subquery()
    == bindparam("how_many")
)


def _alone(connection: Connection, change: Change) -> Held | None:
    row = change.row
    values = {name: row[name] for name in _SET} | {"this_game": row["id"], "this_version": row["version"] - 1}
    statement = _NEXT_VERSION
    if change.roles:
        statement = _ALLOWED
        values |= {"hashes": change.hashes, "roles": list(change.roles), "how_many": len(change.roles)}
    if connection.execute(statement, values).rowcount != 1:
        return None
    if change.keys:
        queries.add_keys(connection, row["id"], change.keys)
    if not change.following:
        return {}
    queries.follow(connection, row["id"], change.following, swapped=change.swapped)
    copied = connection.execute(select(keys.c.hash, keys.c.role).where(keys.c.game == change.following["id"]))
    return queries.by_key((hash, role) for hash, role in copied)


# On PostgreSQL. Rows are locked in the order of their names, so that no two processes wait for each other in a circle;
# in a statement of its own, as one sees what was stored when it began, and the next one what was waited for.

_COLUMNS = ", ".join(f'"{column.name}" {column.type}' for column in games.c)
_NAMES = ", ".join(f'"{column.name}"' for column in games.c)
_LOCK = text("SELECT id FROM games WHERE id = ANY (:ids) ORDER BY id FOR NO KEY UPDATE")
_UPDATE = text(
    f"""
    WITH asked AS MATERIALIZED (
        SELECT * FROM json_to_recordset(CAST(:asked AS json)) AS a({_COLUMNS}, hashes text[], roles text[])
    )
    UPDATE games SET {", ".join(f'"{name}" = asked."{name}"' for name in _SET)}
    FROM asked
    WHERE games.id = asked.id AND games.version = asked.version - 1 AND cardinality(asked.roles) = (
        SELECT count(DISTINCT keys.role) FROM keys
        WHERE keys.game = asked.id AND keys.hash = ANY (asked.hashes) AND keys.role = ANY (asked.roles)
    )
    RETURNING games.id
    """
)
_FOLLOW = text(
    f"""
    WITH following AS MATERIALIZED (
        SELECT * FROM json_to_recordset(CAST(:asked AS json)) AS a({_COLUMNS}, "before" text, swapped boolean)
    ), made AS (
        INSERT INTO games ({_NAMES}) SELECT {_NAMES} FROM following
    )
    INSERT INTO keys (hash, game, role)
    SELECT keys.hash, following.id, CASE
        WHEN following.swapped AND keys.role = 'x' THEN 'o' WHEN following.swapped AND keys.role = 'o' THEN 'x'
        ELSE keys.role END
    FROM keys JOIN following ON keys.game = following."before"
    RETURNING game, hash, role
    """
)


def _together(connection: Connection, changes: Sequence[Change]) -> list[Held | None]:
    asked = [{**change.row, "hashes": change.hashes, "roles": list(change.roles)} for change in changes]
    connection.execute(_LOCK, {"ids": [change.row["id"] for change in changes]}).close()
    done = set(connection.execute(_UPDATE, {"asked": json.dumps(asked)}).scalars())
    stored = [change for change in changes if change.row["id"] in done]
    for change in stored:
        if change.keys:
            queries.add_keys(connection, change.row["id"], change.keys)
    following = [
        {**change.following, "before": change.row["id"], "swapped": change.swapped}
        for change in stored
        if change.following
    ]
    copied: dict[str, list[tuple[str, Role]]] = {}
    if following:
        for id, hash, role in connection.execute(_FOLLOW, {"asked": json.dumps(following)}):
            copied.setdefault(id, []).append((hash, role))
    return [
        queries.by_key(copied.get((change.following or {}).get("id", ""), ())) if change.row["id"] in done else None
        for change in changes
    ]
