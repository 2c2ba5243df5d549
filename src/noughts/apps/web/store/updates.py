"""The next versions of games, stored: one statement for many of them where the database is a server.

On PostgreSQL every statement is a round trip, and the interpreter's work for it; so the changes of one commit go there
as one text of JSON, and the version of each is checked there. In SQLite's file each is a statement of its own, which
costs no more. A change says which keys allowed it: it is stored only if they still do, at the moment of storing.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection

from noughts.apps.web.model.roles import Role
from noughts.apps.web.store import statements as queries
from noughts.apps.web.store.schema import games

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
_COLUMNS = [column.name for column in games.c]
_NAMES = ", ".join(f'"{name}"' for name in _COLUMNS)


# In SQLite's file. The statements are given to the driver as they are: they are made for every move.

_NEXT_VERSION = f"""
    UPDATE games SET {", ".join(f'"{name}" = :{name}' for name in _SET)}
    WHERE id = :id AND version = :version - 1 AND :asked = (
        SELECT count(DISTINCT role) FROM keys
        WHERE game = :id AND hash IN (SELECT value FROM json_each(:hashes))
        AND role IN (SELECT value FROM json_each(:roles))
    )
"""
_FOLLOWING = f"""
    INSERT INTO games ({_NAMES})
    VALUES ({", ".join(f":{name}" for name in _COLUMNS)})
"""
_SAME_KEYS = """
    INSERT INTO keys (hash, game, role)
    SELECT hash, :following, CASE
        WHEN :swapped AND role = 'x' THEN 'o' WHEN :swapped AND role = 'o' THEN 'x' ELSE role END
    FROM keys WHERE game = :game
"""
_KEYS = "SELECT hash, role FROM keys WHERE game = :game"


def _alone(connection: Connection, change: Change) -> Held | None:
    run, row, following = connection.exec_driver_sql, change.row, change.following
    allowed = {"hashes": json.dumps(change.hashes), "roles": json.dumps([*change.roles]), "asked": len(change.roles)}
    if run(_NEXT_VERSION, row | allowed).rowcount != 1:
        return None
    if change.keys:
        queries.add_keys(connection, row["id"], change.keys)
    if not following:
        return {}
    run(_FOLLOWING, following)
    run(_SAME_KEYS, {"game": row["id"], "following": following["id"], "swapped": change.swapped})
    return queries.by_key((hash, role) for hash, role in run(_KEYS, {"game": following["id"]}))


# On PostgreSQL. Rows are locked in the order of their names, so that no two processes wait for each other in a circle;
# in a statement of its own, as one sees what was stored when it began, and the next one what was waited for. Both go
# there together.

_TYPED = ", ".join(f'"{column.name}" {column.type}' for column in games.c)
_LOCK = """
    SELECT FROM games WHERE id IN (SELECT id FROM json_to_recordset(CAST(%(asked)s AS json)) AS asked(id text))
    ORDER BY id FOR NO KEY UPDATE
"""
_STORE = f"""
    WITH asked AS MATERIALIZED (
        SELECT * FROM json_to_recordset(CAST(%(asked)s AS json))
        AS a({_TYPED}, hashes text[], roles text[], following json, swapped boolean)
    ), stored AS (
        UPDATE games SET {", ".join(f'"{name}" = asked."{name}"' for name in _SET)}
        FROM asked
        WHERE games.id = asked.id AND games.version = asked.version - 1 AND cardinality(asked.roles) = (
            SELECT count(DISTINCT keys.role) FROM keys
            WHERE keys.game = asked.id AND keys.hash = ANY (asked.hashes) AND keys.role = ANY (asked.roles)
        )
        RETURNING games.id, asked.following, asked.swapped
    ), followed AS (
        INSERT INTO games ({_NAMES})
        SELECT {", ".join(f'f."{name}"' for name in _COLUMNS)}
        FROM stored CROSS JOIN json_to_record(stored.following) AS f({_TYPED}) WHERE stored.following IS NOT NULL
    ), copied AS (
        INSERT INTO keys (hash, game, role)
        SELECT keys.hash, stored.following ->> 'id', CASE
            WHEN stored.swapped AND keys.role = 'x' THEN 'o' WHEN stored.swapped AND keys.role = 'o' THEN 'x'
            ELSE keys.role END
        FROM keys JOIN stored ON keys.game = stored.id WHERE stored.following IS NOT NULL
        RETURNING game, hash, role
    )
    SELECT stored.id, copied.hash, copied.role
    FROM stored LEFT JOIN copied ON copied.game = stored.following ->> 'id'
"""


def _together(connection: Connection, changes: Sequence[Change]) -> list[Held | None]:
    asked = [
        {
            **change.row,
            "hashes": change.hashes,
            "roles": list(change.roles),
            "following": change.following,
            "swapped": change.swapped,
        }
        for change in changes
    ]
    done = connection.exec_driver_sql(_STORE, {"asked": json.dumps(asked)}, execution_options={"before": _LOCK})
    held: dict[str, list[tuple[str, Role]]] = {}
    for id, hash, role in done:
        held.setdefault(id, []).extend([(hash, role)] if hash else [])
    for change in changes:
        if change.keys and change.row["id"] in held:
            queries.add_keys(connection, change.row["id"], change.keys)
    return [queries.by_key(held[id]) if (id := change.row["id"]) in held else None for change in changes]
