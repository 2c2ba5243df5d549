"""Choose an SQLite file or a PostgreSQL database, and connect to it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from noughts.rules.errors import NoughtsError
from noughts.system.folders import data_folder

_EXPECTED = "expected the path of a file, sqlite:///path or postgresql://user@host/name"


def database_url(text: str | None) -> str:
    """Return the URL of a database, given its path or its URL. The default is a database in the user's data directory.

    The URL may contain a password. Use `redacted` before you show it.

    Raises:
        NoughtsError: the text is neither a path nor the URL of a supported database.
    """
    if text is None:
        return _sqlite_url(data_folder() / "games.sqlite3")
    if not text.strip():
        raise NoughtsError(f"the database has no name: {_EXPECTED}")
    scheme, separator, _ = text.partition("://")
    if not separator:
        return _sqlite_url(Path(text).expanduser())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the text may contain a password, so the message leaves it out
        raise NoughtsError(f"the database's URL cannot be read: {_EXPECTED}") from None
    match scheme:
        case "sqlite" if url.database and url.database != ":memory:":
            return text
        case "sqlite":
            raise NoughtsError("a database in memory does not keep its games: expected the path of a file")
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    raise NoughtsError(f"databases of the kind {scheme[:40]!r} are not supported: {_EXPECTED}")


def redacted(url: str) -> str:
    """Return the URL of a database without its password, for messages and logs."""
    return make_url(url).render_as_string(hide_password=True)


def sqlite_path(url: str) -> Path | None:
    """Return the path of an SQLite database, or None for another kind of database."""
    parsed = make_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


def engine(url: str, *, writes: bool, creator: Callable[[], Any] | None = None) -> Engine:
    """Return a SQLAlchemy engine, with transactions for the writer or with autocommit for readers."""
    options: dict[str, Any] = {"creator": creator} if creator else {}
    if sqlite_path(url):
        sqlite = create_engine(url, **options)
        event.listen(sqlite, "connect", _set_up_sqlite)
        if writes:
            event.listen(sqlite, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return sqlite
    # Notice a lost server within seconds. TCP alone would take two hours.
    arguments = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    # With READ COMMITTED, a statement that follows a wait for a lock sees the latest commits.
    isolation = "READ COMMITTED" if writes else "AUTOCOMMIT"
    postgresql = create_engine(
        url,
        connect_args=arguments,
        isolation_level=isolation,
        pool_pre_ping=not writes,  # replaces connections that were lost; the writer repeats its transaction instead
        **options,
    )
    event.listen(postgresql, "connect", _set_up_postgresql)
    return postgresql


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # otherwise the driver begins transactions itself, but not before CREATE TABLE
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # NORMAL would lose the last moves in a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _set_up_postgresql(connection: Any, _: object) -> None:
    connection.execute("SET synchronous_commit = on")  # overrides the server's own setting
    connection.execute("SET lock_timeout = '5s'")
    connection.commit()


def _sqlite_url(path: Path) -> str:
    if "?" in str(path):
        raise NoughtsError("the path of a database must not contain a question mark")
    if path.is_dir():
        raise NoughtsError(f"{path} is a directory: expected the path of a file")
    return URL.create("sqlite", database=str(path)).render_as_string()
