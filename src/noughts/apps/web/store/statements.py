"""The statements: each function runs on a connection that its caller gives, within the caller's transaction."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, exists, insert, literal, or_, select, text
from sqlalchemy import tuple_ as pair
from sqlalchemy.dialects import postgresql, sqlite

from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store.schema import game_of, games, keys, row_of, searched

__all__ = [
    "add_keys",
    "by_key",
    "create",
    "create_all",
    "find",
    "forget",
    "games_of",
    "held",
    "load",
    "row_of",
    "say",
    "size",
    "touch",
]

_MOST_WORDS = 8

# What is asked for most often is not put together each time.
_GAME = select(games).where(games.c.id == bindparam("id"))
_HELD = select(keys.c.hash, keys.c.role).where(
    keys.c.game == bindparam("id"), keys.c.hash.in_(bindparam("hashes", expanding=True))
)


def create(connection: Connection, row: dict[str, Any], given: list[tuple[str, Role]]) -> bool:
    """Store a new game and the keys to it, unless there is a game of this name; tell whether there was none."""
    counted = {"preserve_rowcount": True}  # which drivers tell only at once
    new = connection.execute(_insert(connection, games).on_conflict_do_nothing(), row, execution_options=counted)
    made = new.rowcount == 1
    if made and given:
        connection.execute(insert(keys), [{"hash": hash, "game": row["id"], "role": role} for hash, role in given])
    return made


def create_all(connection: Connection, wanted: Sequence[tuple[dict[str, Any], list[tuple[str, Role]]]]) -> list[bool]:
    """Store new games, each with the keys to it, as `create` does."""
    return [create(connection, row, given) for row, given in wanted]


def load(connection: Connection, id: str) -> StoredGame | None:
    """Return a game, or None."""
    row = connection.execute(_GAME, {"id": id}).mappings().first()
    return game_of(row) if row else None


def add_keys(connection: Connection, id: str, given: Iterable[tuple[str, Role]], by: str = "") -> None:
    """Give keys their roles in a game, those that they have not got yet, if there is the game.

    Args:
        connection: to the database.
        id: the game.
        given: the keys' hashes, each with a role.
        by: a key that must still lead to the game, if any must.
    """
    added = 0
    if by:  # whoever forgets it at this moment is waited for first: the next statement sees what they did
        connection.execute(select(games.c.id).where(games.c.id == id).with_for_update(read=True, key_share=True))
    for hash, role in given:
        wanted = select(literal(hash), games.c.id, literal(role)).where(games.c.id == id)
        if by:
            wanted = wanted.where(select(keys.c.hash).where(keys.c.game == id, keys.c.hash == by).exists())
        new = _insert(connection, keys).from_select(["hash", "game", "role"], wanted)
        done = connection.execute(new.on_conflict_do_nothing(), execution_options={"preserve_rowcount": True})
        added += done.rowcount
    if added:
        tell(connection, id)


def tell(connection: Connection, id: str) -> None:
    """Tell other processes, with the commit, that keys of this game have changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify('noughts', :news)"), {"news": f"{id} keys"})


def say(connection: Connection, words: str) -> None:
    """Say something to all processes, this one too, with the commit."""
    connection.execute(text("SELECT pg_notify('noughts_here', :words)"), {"words": words})


def held(connection: Connection, id: str, hashes: Collection[str]) -> dict[str, frozenset[Role]]:
    """Return what each of these keys allows in a game; those that allow nothing are left out."""
    return by_key((hash, role) for hash, role in connection.execute(_HELD, {"id": id, "hashes": list(hashes)}))


def by_key(pairs: Iterable[tuple[str, Role]]) -> dict[str, frozenset[Role]]:
    """Return what each key allows, from keys and single roles."""
    found: dict[str, frozenset[Role]] = {}
    for hash, role in pairs:
        found[hash] = found.get(hash, frozenset()) | {role}
    return found


def find(connection: Connection, hash: str) -> tuple[str, Role] | None:
    """Return the latest game that a link's key is for, and its role there; None where it leads nowhere."""
    wanted = select(games.c.id, keys.c.role).join(keys, keys.c.game == games.c.id).where(keys.c.hash == hash)
    row = connection.execute(wanted.order_by(games.c.created.desc(), games.c.next).limit(1)).first()
    return (row[0], row[1]) if row else None


def games_of(
    connection: Connection, hash: str, text: str, limit: int, before: tuple[int, str] | None
) -> list[StoredGame]:
    """Return a page of the games that a key is for, those changed last first."""
    mine = select(keys.c.game).where(keys.c.hash == hash)
    asked = select(games).where(games.c.id.in_(mine)).order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit)
    for word in searched(text).split()[:_MOST_WORDS]:
        spellings = {word, word.replace("-", "") or word}  # tic-tac-toe is stored by its name, tictactoe
        asked = asked.where(or_(*(games.c.search.contains(one, autoescape=True) for one in spellings)))
    if before:
        asked = asked.where(pair(games.c.updated, games.c.id) < pair(literal(before[0]), literal(before[1])))
    return [game_of(row) for row in connection.execute(asked).mappings()]


def forget(connection: Connection, hash: str, id: str) -> bool:
    """Take a game from who has this key, as `Store.forget` says; tell whether it is gone altogether."""
    # Locked, so that of two who forget it at once the second sees that the first has.
    row = connection.execute(select(games).where(games.c.id == id).with_for_update()).mappings().first()
    mine = held(connection, id, [hash]).get(hash)
    if not row or not mine:
        return False
    game = game_of(row)
    connection.execute(delete(keys).where(keys.c.game == id, keys.c.hash == hash))
    tell(connection, id)
    sides = mine & {"x", "o"}
    connection.execute(delete(keys).where(keys.c.game == id, keys.c.role.in_(sides)))
    seats = {"x": game.x, "o": game.o}
    people = [side for side, seat in seats.items() if not seat.open and not seat.level]
    others = select(keys.c.game).where(keys.c.game == id, keys.c.role.in_(people))
    if mine == {"watch"} or (sides and connection.execute(select(exists(others))).scalar()):
        return False
    connection.execute(delete(games).where(games.c.id == id))
    return True


def touch(connection: Connection) -> None:
    """Write, and change nothing: a commit after it is a real one."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def size(connection: Connection) -> int:
    """Return how many bytes the database takes."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    return int(
        connection.execute(text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")).scalar_one()
    )


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
