"""The SQL statements. Each function runs within the transaction of the connection that its caller passes."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, bindparam, delete, exists, insert, literal, or_, select, text
from sqlalchemy import tuple_ as pair
from sqlalchemy.dialects import postgresql, sqlite

from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store.schema import game_of, games, keys, searchable

Key: TypeAlias = tuple[str, Role]
"""The hash of a secret, with a role in a game. A secret can have several roles in one game."""

Roles: TypeAlias = Mapping[str, frozenset[Role]]
"""The roles in a game, by key hash."""

_MOST_WORDS = 8  # in a search

# The frequent statements are built once.
_GAME = select(games).where(games.c.id == bindparam("id"))
_ROLES = select(keys.c.hash, keys.c.role).where(
    keys.c.game == bindparam("id"), keys.c.hash.in_(bindparam("hashes", expanding=True))
)


# Read.


def load(connection: Connection, id: str) -> StoredGame | None:
    """Return a game, or None."""
    row = connection.execute(_GAME, {"id": id}).mappings().first()
    return game_of(row) if row else None


def roles_by_key(connection: Connection, id: str, hashes: Collection[str]) -> Roles:
    """Return the roles of each of these keys in a game. Keys without roles are left out."""
    return _grouped((hash, role) for hash, role in connection.execute(_ROLES, {"id": id, "hashes": list(hashes)}))


def find(connection: Connection, hash: str) -> tuple[str, Role] | None:
    """Return the latest game with this key and the key's role there, or None."""
    query = select(games.c.id, keys.c.role).join(keys, keys.c.game == games.c.id).where(keys.c.hash == hash)
    row = connection.execute(query.order_by(games.c.created.desc(), games.c.next).limit(1)).first()
    return (row[0], row[1]) if row else None


def games_of(
    connection: Connection, hash: str, text: str, limit: int, before: tuple[int, str] | None
) -> list[StoredGame]:
    """Return a page of the games with this key, last changed first."""
    ids = select(keys.c.game).where(keys.c.hash == hash)
    query = select(games).where(games.c.id.in_(ids)).order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit)
    for word in searchable(text).split()[:_MOST_WORDS]:
        spellings = {word, word.replace("-", "") or word}  # tic-tac-toe is stored by its name, tictactoe
        query = query.where(or_(*(games.c.search.contains(spelling, autoescape=True) for spelling in spellings)))
    if before:
        query = query.where(pair(games.c.updated, games.c.id) < pair(literal(before[0]), literal(before[1])))
    return [game_of(row) for row in connection.execute(query).mappings()]


def size(connection: Connection) -> int:
    """Return the size of the database in bytes."""
    query = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    if connection.dialect.name == "postgresql":
        query = "SELECT pg_database_size(current_database())"
    return int(connection.execute(text(query)).scalar_one())


# Write.


def create_all(connection: Connection, new: Sequence[tuple[dict[str, Any], Iterable[Key]]]) -> list[bool]:
    """Store new games, as rows, with their keys. Return for each whether it is new. Existing games do not change."""
    return [_create(connection, row, new_keys) for row, new_keys in new]


def _create(connection: Connection, row: dict[str, Any], new_keys: Iterable[Key]) -> bool:
    statement = _insert(connection, games).on_conflict_do_nothing()
    created = connection.execute(statement, row, execution_options={"preserve_rowcount": True}).rowcount == 1
    if created and (rows := [{"hash": hash, "game": row["id"], "role": role} for hash, role in new_keys]):
        connection.execute(insert(keys), rows)
    return created


def add_keys(connection: Connection, id: str, new_keys: Iterable[Key], by: str = "") -> None:
    """Add keys to a game. Existing keys stay, and without the game nothing happens.

    Args:
        connection: the database connection.
        id: the game.
        new_keys: the keys.
        by: the hash of a key that the game must still have.
    """
    added = 0
    if by:  # wait for a transaction that removes this key: the next statement sees its result
        connection.execute(select(games.c.id).where(games.c.id == id).with_for_update(read=True, key_share=True))
    for hash, role in new_keys:
        query = select(literal(hash), games.c.id, literal(role)).where(games.c.id == id)
        if by:
            query = query.where(select(keys.c.hash).where(keys.c.game == id, keys.c.hash == by).exists())
        statement = _insert(connection, keys).from_select(["hash", "game", "role"], query).on_conflict_do_nothing()
        added += connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount
    if added:
        _notify_keys(connection, id)


def forget(connection: Connection, hash: str, id: str) -> bool:
    """Remove a game for the owner of a key, as `Store.forget` describes. Return whether the game was deleted."""
    # Lock the row: if two players remove the game at once, the second transaction sees the result of the first.
    row = connection.execute(select(games).where(games.c.id == id).with_for_update()).mappings().first()
    roles = roles_by_key(connection, id, [hash]).get(hash)
    if not row or not roles:
        return False
    game = game_of(row)
    connection.execute(delete(keys).where(keys.c.game == id, keys.c.hash == hash))
    _notify_keys(connection, id)
    sides = roles & {"x", "o"}
    connection.execute(delete(keys).where(keys.c.game == id, keys.c.role.in_(sides)))
    seats = {"x": game.x, "o": game.o}
    people = [side for side, seat in seats.items() if not seat.open and not seat.level]
    remaining = select(keys.c.game).where(keys.c.game == id, keys.c.role.in_(people))
    if roles == {"watch"} or (sides and connection.execute(select(exists(remaining))).scalar()):
        return False
    connection.execute(delete(games).where(games.c.id == id))
    return True


def touch(connection: Connection) -> None:
    """Write without changing anything, so that the next commit really writes to the disk."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def notify_peers(connection: Connection, message: str) -> None:
    """Send a message to all processes at this PostgreSQL database on commit. The sender receives it, too."""
    connection.execute(text("SELECT pg_notify('noughts_here', :message)"), {"message": message})


def _notify_keys(connection: Connection, id: str) -> None:
    """Notify the other processes on commit that the keys of a game have changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify('noughts', :message)"), {"message": f"{id} keys"})


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def _grouped(pairs: Iterable[Key]) -> Roles:
    roles: dict[str, frozenset[Role]] = {}
    for hash, role in pairs:
        roles[hash] = roles.get(hash, frozenset()) | {role}
    return roles


# Store the next versions of games. These statements run for every move, so they go to the driver as text.


@dataclass(frozen=True, slots=True)
class Change:
    """The next version of a game, and the data stored with it.

    Attributes:
        row: the game. It is stored only if the stored game has the previous version.
        hashes: the keys of the client.
        roles: the roles that these keys must still have together.
        following: the next game, stored together with this one. Each key to this game is copied to the next game.
        swapped: whether the players swap sides in the next game.
        keys: keys to add.
    """

    row: dict[str, Any]
    hashes: tuple[str, ...] = ()
    roles: frozenset[Role] = frozenset()
    following: dict[str, Any] | None = None
    swapped: bool = False
    keys: tuple[Key, ...] = ()


def store_changes(connection: Connection, changes: Sequence[Change]) -> list[Roles | None]:
    """Store changes of different games, in the order of their ids.

    Returns:
        for each change, the roles in the next game, empty without a next game. None if the change was not stored,
        because the stored version is a different one or the keys no longer have the roles.
    """
    if connection.dialect.name == "postgresql":
        return _store_on_postgresql(connection, changes)
    return [_store_on_sqlite(connection, change) for change in changes]


_CHANGED = [column.name for column in games.c if column.name not in ("id", "created")]
_COLUMNS = [column.name for column in games.c]
_NAMES = ", ".join(f'"{name}"' for name in _COLUMNS)

# SQLite: a few statements for each change, without a round trip.

_NEXT_VERSION = f"""
    UPDATE games SET {", ".join(f'"{name}" = :{name}' for name in _CHANGED)}
    WHERE id = :id AND version = :version - 1 AND :required = (
        SELECT count(DISTINCT role) FROM keys
        WHERE game = :id AND hash IN (SELECT value FROM json_each(:hashes))
        AND role IN (SELECT value FROM json_each(:roles))
    )
"""
_FOLLOWING = f"INSERT INTO games ({_NAMES}) VALUES ({', '.join(f':{name}' for name in _COLUMNS)})"
_COPY_KEYS = """
    INSERT INTO keys (hash, game, role)
    SELECT hash, :following, CASE
        WHEN :swapped AND role = 'x' THEN 'o' WHEN :swapped AND role = 'o' THEN 'x' ELSE role END
    FROM keys WHERE game = :game
"""
_KEYS = "SELECT hash, role FROM keys WHERE game = :game"


def _store_on_sqlite(connection: Connection, change: Change) -> Roles | None:
    run, row, following = connection.exec_driver_sql, change.row, change.following
    client = {"hashes": json.dumps(change.hashes), "roles": json.dumps([*change.roles]), "required": len(change.roles)}
    if run(_NEXT_VERSION, row | client).rowcount != 1:
        return None
    if change.keys:
        add_keys(connection, row["id"], change.keys)
    if not following:
        return {}
    run(_FOLLOWING, following)
    run(_COPY_KEYS, {"game": row["id"], "following": following["id"], "swapped": change.swapped})
    return _grouped((hash, role) for hash, role in run(_KEYS, {"game": following["id"]}))


# PostgreSQL: one round trip for all changes, sent as JSON. A separate first statement locks the rows in the order of
# their ids, so that two processes do not deadlock. A statement sees the changes committed before it began, so the
# second statement sees the changes that the first one waited for.

_TYPED = ", ".join(f'"{column.name}" {column.type}' for column in games.c)
_LOCK_ROWS = """
    SELECT FROM games WHERE id IN (SELECT id FROM json_to_recordset(CAST(%(changes)s AS json)) AS change(id text))
    ORDER BY id FOR NO KEY UPDATE
"""
_STORE = f"""
    WITH change AS MATERIALIZED (
        SELECT * FROM json_to_recordset(CAST(%(changes)s AS json))
        AS c({_TYPED}, hashes text[], roles text[], following json, swapped boolean)
    ), stored AS (
        UPDATE games SET {", ".join(f'"{name}" = change."{name}"' for name in _CHANGED)}
        FROM change
        WHERE games.id = change.id AND games.version = change.version - 1 AND cardinality(change.roles) = (
            SELECT count(DISTINCT keys.role) FROM keys
            WHERE keys.game = change.id AND keys.hash = ANY (change.hashes) AND keys.role = ANY (change.roles)
        )
        RETURNING games.id, change.following, change.swapped
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


def _store_on_postgresql(connection: Connection, changes: Sequence[Change]) -> list[Roles | None]:
    rows = [
        {
            **change.row,
            "hashes": change.hashes,
            "roles": list(change.roles),
            "following": change.following,
            "swapped": change.swapped,
        }
        for change in changes
    ]
    results = connection.exec_driver_sql(
        _STORE, {"changes": json.dumps(rows)}, execution_options={"before": _LOCK_ROWS}
    )
    stored: dict[str, list[Key]] = {}
    for id, hash, role in results:
        stored.setdefault(id, []).extend([(hash, role)] if hash else [])
    for change in changes:
        if change.keys and change.row["id"] in stored:
            add_keys(connection, change.row["id"], change.keys)
    return [_grouped(stored[id]) if (id := change.row["id"]) in stored else None for change in changes]
