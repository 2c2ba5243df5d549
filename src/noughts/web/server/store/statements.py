"""The SQL statements of the store, which run in the transaction of the caller's connection."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import Connection, Table, bindparam, case, delete, func, insert, literal, or_, select, text, update
from sqlalchemy import tuple_ as pair
from sqlalchemy.dialects import postgresql, sqlite

from noughts.puzzles.progress import Progress, ProgressChange
from noughts.rules.errors import NoughtsError
from noughts.web.model.roles import Role
from noughts.web.model.stored_class import LIFETIME, StoredClass
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.stored_row import StoredRow, game_of, row_of, words_of
from noughts.web.server.store.schema import classes, games, keys
from noughts.web.server.store.schema import progress as progress_table
from noughts.web.store import ClassChange, GameKey, GameResult

_PROBE = StoredGame("probe", lines=" " * 10_000)

# The frequent statements are built once.
_GAME = select(games).where(games.c.id == bindparam("id"))
_ROLES = select(keys.c.hash, keys.c.role).where(
    keys.c.game == bindparam("id"), keys.c.hash.in_(bindparam("hashes", expanding=True))
)
_LOCK = select(games.c.id).where(games.c.id == bindparam("id")).with_for_update(key_share=True)
_HELD = select(func.count(keys.c.role.distinct())).where(
    keys.c.game == bindparam("game"),
    keys.c.hash.in_(bindparam("hashes", expanding=True)),
    keys.c.role.in_(bindparam("roles", expanding=True)),
)
_NEXT_VERSION = update(games).where(
    games.c.id == bindparam("game"),
    games.c.version == bindparam("before"),
    _HELD.scalar_subquery() == bindparam("required"),
)


# Read.


def load(connection: Connection, id: str) -> StoredGame | None:
    """Return the stored game with this id, or None."""
    row = connection.execute(_GAME, {"id": id}).first()
    return game_of(row._asdict()) if row else None


def see(
    connection: Connection, id: str, hashes: Collection[str]
) -> tuple[StoredGame | None, dict[str, frozenset[Role]]]:
    """Return a game, and the roles that each key gives in the game. If no key gives a role, the game is None."""
    roles = roles_by_key(connection, id, hashes)
    return load(connection, id) if roles else None, roles


def roles_by_game(connection: Connection, hash: str, ids: Collection[str]) -> dict[str, frozenset[Role]]:
    """Return the roles that a key gives in each of several games."""
    roles: dict[str, frozenset[Role]] = dict.fromkeys(ids, frozenset())
    query = select(keys.c.game, keys.c.role).where(keys.c.hash == hash, keys.c.game.in_(ids))
    for id, role in connection.execute(query):
        roles[id] |= {role}
    return roles


def roles_by_key(connection: Connection, id: str, hashes: Collection[str]) -> dict[str, frozenset[Role]]:
    """Return the roles that each key gives in a game. Keys without roles are left out."""
    roles: dict[str, frozenset[Role]] = {}
    for hash, role in connection.execute(_ROLES, {"id": id, "hashes": list(hashes)}):
        roles[hash] = roles.get(hash, frozenset()) | {role}
    return roles


def find(connection: Connection, hash: str) -> tuple[str, Role] | None:
    """Return the id of the latest game that a link's key opens, and the role that the key gives, or None."""
    query = select(games.c.id, keys.c.role).join(keys, keys.c.game == games.c.id).where(keys.c.hash == hash)
    row = connection.execute(query.order_by(games.c.created.desc(), games.c.next).limit(1)).first()
    return (row[0], row[1]) if row else None


def games_of(
    connection: Connection, hash: str, text: str, limit: int, before: tuple[int, str] | None
) -> list[StoredGame]:
    """Return one page of the key owner's game list, with the latest change first."""
    ids = select(keys.c.game).where(keys.c.hash == hash)
    query = select(games).where(games.c.id.in_(ids)).order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit)
    for spellings in words_of(text):
        query = query.where(or_(*(games.c.search.contains(spelling, autoescape=True) for spelling in spellings)))
    if before:
        query = query.where(pair(games.c.updated, games.c.id) < pair(literal(before[0]), literal(before[1])))
    return [game_of(row._asdict()) for row in connection.execute(query)]


def progress(connection: Connection, hash: str) -> Progress:
    """Return the key owner's progress with puzzles."""
    query = select(progress_table.c.data).where(progress_table.c.hash == hash)
    data = connection.execute(query).scalar()
    return Progress.from_data(json.loads(data)) if data else Progress()


def load_class(connection: Connection, id: str) -> StoredClass | None:
    """Return the stored class with this id, or None."""
    data = connection.execute(select(classes.c.data).where(classes.c.id == id)).scalar()
    return StoredClass.from_data(json.loads(data)) if data else None


def latest_class(connection: Connection, owner: str) -> str:
    """Return the id of the teacher's newest class, given the teacher's key, or an empty string."""
    query = select(classes.c.id).where(classes.c.owner == owner).order_by(classes.c.created.desc()).limit(1)
    return connection.execute(query).scalar() or ""


def results(connection: Connection, hash: str) -> Counter[GameResult]:
    """Count the results of the key owner's finished games between a person and the computer."""
    what = (games.c.rules, games.c.x_level, games.c.o_level, games.c.result)
    query = select(*what, func.count()).where(
        games.c.id.in_(select(keys.c.game).where(keys.c.hash == hash)),
        games.c.result != "",
        (games.c.x_level == "") != (games.c.o_level == ""),
    )
    return Counter({(rules, x, o, result): n for rules, x, o, result, n in connection.execute(query.group_by(*what))})


def size(connection: Connection) -> int:
    """Return the size of the database in bytes. Raise an error if a table is missing."""
    connection.execute(select(keys.c.hash).join(games).limit(1))
    query = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    if connection.dialect.name == "postgresql":
        query = "SELECT pg_database_size(current_database())"
    return int(connection.execute(text(query)).scalar_one())


# Write.


def create_all(connection: Connection, new: Sequence[tuple[StoredRow, Iterable[GameKey]]]) -> list[bool]:
    """Store new games with their keys. For each game, return whether its id was new. Existing games do not change."""
    statement, done = _insert(connection, games).on_conflict_do_nothing(), list[bool]()
    for row, new_keys in new:
        created = connection.execute(statement, row, execution_options={"preserve_rowcount": True}).rowcount == 1
        if created and (rows := [{"hash": hash, "game": row["id"], "role": role} for hash, role in new_keys]):
            connection.execute(insert(keys), rows)
        done.append(created)
    return done


def change(
    connection: Connection,
    row: StoredRow,
    *,
    hashes: Collection[str],
    roles: frozenset[Role],
    following: StoredRow | None,
    swapped: bool,
    new_keys: Iterable[GameKey],
    retired: Iterable[GameKey] = (),
) -> bool:
    """Store the next version of a game, and return whether the game was stored: see `GameStore.change`."""
    id = row["id"]
    if connection.dialect.name == "postgresql":  # wait for other transactions: the next statement sees their results
        connection.execute(_LOCK, {"id": id})
    client = {"hashes": list(hashes), "roles": list(roles), "required": len(roles)}
    if connection.execute(_NEXT_VERSION, {**row, **client, "game": id, "before": row["version"] - 1}).rowcount != 1:
        return False
    for key in retired:
        connection.execute(delete(keys).where(keys.c.game == id, pair(keys.c.hash, keys.c.role) == key))
    add_keys(connection, id, new_keys)
    if following:
        connection.execute(insert(games), following)
        role = case({"x": "o", "o": "x"}, value=keys.c.role, else_=keys.c.role) if swapped else keys.c.role
        copies = select(keys.c.hash, literal(following["id"]), role).where(keys.c.game == id)
        connection.execute(insert(keys).from_select(["hash", "game", "role"], copies))
    return True


def add_keys(connection: Connection, id: str, new_keys: Iterable[GameKey], by: GameKey | None = None) -> None:
    """Add keys to a game: see `GameStore.add_keys`."""
    if by:  # wait for a transaction that removes this key: the next statement sees its result
        connection.execute(select(games.c.id).where(games.c.id == id).with_for_update(read=True, key_share=True))
    for hash, role in new_keys:
        query = select(literal(hash), games.c.id, literal(role)).where(games.c.id == id)
        if by:
            hash_of_by, role_of_by = by
            held = select(keys.c.hash).where(keys.c.game == id, keys.c.hash == hash_of_by, keys.c.role == role_of_by)
            query = query.where(held.exists())
        connection.execute(
            _insert(connection, keys).from_select(["hash", "game", "role"], query).on_conflict_do_nothing()
        )


def forget(connection: Connection, hash: str, id: str) -> bool:
    """Remove a game for the owner of a key: see `GameStore.forget`. Return whether the game was deleted."""
    # Lock the row: if two players remove the game at once, the second transaction sees the result of the first.
    row = connection.execute(select(games).where(games.c.id == id).with_for_update()).first()
    roles = roles_by_key(connection, id, [hash]).get(hash)
    if not row or not roles:
        return False
    game = game_of(row._asdict())
    connection.execute(delete(keys).where(keys.c.game == id, keys.c.hash == hash))
    if connection.dialect.name == "postgresql":  # tell the other processes on commit
        notify_peers(connection, f"{id} keys")
    sides = roles & {"x", "o"}
    connection.execute(delete(keys).where(keys.c.game == id, keys.c.role.in_(sides)))
    seats = {"x": game.x, "o": game.o}
    people = [side for side, seat in seats.items() if not seat.open and not seat.level]
    remaining = select(keys.c.game).where(keys.c.game == id, keys.c.role.in_(people))
    if roles == {"watch"} or (sides and connection.execute(select(remaining.exists())).scalar()):
        return False
    connection.execute(delete(games).where(games.c.id == id))
    return True


def change_progress(connection: Connection, hash: str, change: ProgressChange) -> Progress:
    """Change the key owner's progress with puzzles, and return the new progress. An empty progress is deleted."""
    mine = progress_table.c.hash == hash
    connection.execute(_insert(connection, progress_table).on_conflict_do_nothing(), {"hash": hash, "data": ""})
    connection.execute(select(progress_table.c.hash).where(mine).with_for_update())  # wait for other transactions
    after = change(progress(connection, hash))
    if after == Progress():
        connection.execute(delete(progress_table).where(mine))
    else:
        stored = {"hash": hash, "data": json.dumps(after.to_data())}
        connection.execute(  # another transaction can have deleted the row meanwhile
            _insert(connection, progress_table).on_conflict_do_update(index_elements=["hash"], set_=stored), stored
        )
    return after


def create_class(connection: Connection, new: StoredClass) -> bool:
    """Store a new class, and delete classes that are over, with their games. Return whether the id was free."""
    over = classes.c.created < new.created - LIFETIME
    if ids := connection.execute(select(classes.c.id).where(over)).scalars().all():
        connection.execute(delete(games).where(games.c.class_id.in_(ids)))
        connection.execute(delete(classes).where(over))
    row = {"id": new.id, "owner": new.teachers[0], "created": new.created, "data": json.dumps(new.to_data())}
    statement = _insert(connection, classes).on_conflict_do_nothing()
    return connection.execute(statement, row, execution_options={"preserve_rowcount": True}).rowcount == 1


def change_class(connection: Connection, id: str, change: ClassChange) -> StoredClass | NoughtsError | None:
    """Change a class and return it, or return the error that forbids the change. If the class does not exist, return
    None.
    """
    mine = classes.c.id == id
    connection.execute(select(classes.c.id).where(mine).with_for_update())  # wait for other transactions
    before = load_class(connection, id)
    try:
        after = change(before) if before else None
    except NoughtsError as error:  # returned, because the other changes of the transaction are valid
        return error
    if after and after is not before:
        connection.execute(update(classes).where(mine).values(data=json.dumps(after.to_data())))
        if connection.dialect.name == "postgresql":  # tell the other processes on commit
            notify_peers(connection, f"{id} {after.version}")
    return after


def probe(connection: Connection) -> None:
    """Create a large game and delete it again, so that the commit needs as much disk space as a new game."""
    create_all(connection, [(row_of(_PROBE), [("", "own")])])
    connection.execute(delete(games).where(games.c.id == _PROBE.id))


def notify_peers(connection: Connection, message: str) -> None:
    """Send a message to all processes that use this PostgreSQL database, when the transaction is committed. The sender
    receives the message, too.
    """
    connection.execute(text("SELECT pg_notify('noughts', :message)"), {"message": message})


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
