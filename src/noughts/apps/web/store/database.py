"""Which database, and how to reach it: SQLite in a file, PostgreSQL by URL."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from noughts.rules.errors import NoughtsError

_BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"  # what a writer has waited for, its next statement sees
_EXPECTED = "expected the path of a file, sqlite:///path or postgresql://user@host/name"


def database_url(text: str | None) -> str:
    """Return the URL of the database that a person has named; of the one in their data directory by default.

    The URL may hold a password: show it with `shown` only.

    Raises:
        NoughtsError: it is neither a path nor the URL of a database that noughts knows.
    """
    if text is None:
        return _sqlite(data_directory() / "games.sqlite3")
    if not text.strip():
        raise NoughtsError(f"the database has no name: {_EXPECTED}")
    scheme, found, _ = text.partition("://")
    if not found:
        return _sqlite(Path(text).expanduser())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the text stays out of the message: it may hold a password
        raise NoughtsError(f"the database's URL cannot be read: {_EXPECTED}") from None
    match scheme:
        case "sqlite" if url.database and url.database != ":memory:":
            return text
        case "sqlite":
            raise NoughtsError("a database in memory forgets its games: expected the path of a file")
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    raise NoughtsError(f"there is no database of the kind {scheme[:40]!r} here: {_EXPECTED}")


def shown(url: str) -> str:
    """Return the URL as it can be shown and logged: without its password."""
    return make_url(url).render_as_string(hide_password=True)


def data_directory() -> Path:
    """Return where this person's games are kept, as the operating system has it."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "noughts"


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite database, made if there is none, for its owner's eyes only; else None.

    Raises:
        NoughtsError: it cannot be made.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    path = Path(parsed.database or "")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise NoughtsError(f"the database {path} cannot be opened: {error.strerror}") from None
    return path


def engine(url: str, *, writes: bool, creator: Callable[[], Any] | None = None) -> Engine:
    """Return the way to the database: for the one writer, in transactions; or for readers, statement by statement.

    Drivers are told to leave transactions alone: they would send their beginning as a statement of its own.

    Args:
        url: the database.
        writes: whether it is the writer's.
        creator: makes a connection of the driver, where it is not the usual one.
    """
    options: dict[str, Any] = {"creator": creator} if creator else {}
    if make_url(url).get_backend_name() == "sqlite":
        made = create_engine(url, **options)
        event.listen(made, "connect", _sqlite_settings)
        if writes:
            event.listen(made, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return made
    # A server that has silently gone is noticed in seconds, not in the two hours of TCP's own patience.
    arguments = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    made = create_engine(url, connect_args=arguments, isolation_level="AUTOCOMMIT", **options)
    event.listen(made, "connect", _postgresql_settings)
    if writes:
        event.listen(made, "do_execute", _begun)
        event.listen(made, "do_executemany", _begun_for_many)
    return made


def _sqlite_settings(connection: Any, _: object) -> None:
    # The driver would begin transactions itself, and not before CREATE TABLE: it is told not to, and a
    # transaction begins where SQLAlchemy begins it.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # NORMAL would lose the last moves in a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _postgresql_settings(connection: Any, _: object) -> None:
    connection.execute("SET synchronous_commit = on")  # whatever the server's own setting is
    connection.execute("SET lock_timeout = '5s'")


def _begun(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
    """Execute a statement, in one round trip with what goes before it; tell whether that has been done.

    That is the beginning of the transaction, for its first statement; and what the execution option `before` holds, a
    statement with the same parameters, whose rows nobody wants.
    """
    before = context.execution_options.get("before")
    begun = _is_begun(cursor)
    if begun and not before:
        return False
    with cursor.connection.pipeline():
        if not begun:
            cursor.connection.execute(_BEGIN)
        if before:
            cursor.connection.execute(before, parameters)
        cursor.execute(statement, parameters)
    return True


def _begun_for_many(cursor: Any, *_: object) -> None:
    if not _is_begun(cursor):
        cursor.connection.execute(_BEGIN)


def _is_begun(cursor: Any) -> bool:
    return bool(cursor.connection.info.transaction_status)  # 0 is idle


def _sqlite(path: Path) -> str:
    if "?" in str(path):
        raise NoughtsError("the path of a database has no question mark")
    if path.is_dir():
        raise NoughtsError(f"{path} is a directory: expected the path of a file")
    return URL.create("sqlite", database=str(path)).render_as_string()
