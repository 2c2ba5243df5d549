"""Migrate a database from any older schema to the newest schema, in one transaction."""

from collections.abc import Iterator
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from noughts.rules.errors import NoughtsError
from noughts.web.server.store.database import sqlite_path
from noughts.web.server.store.faults import is_damage, store_fault
from noughts.web.server.store.schema import metadata

STEPS = Path(__file__).parent
"""The directory of the migrations, as Alembic expects it."""

_PREFIX = "noughts_"  # starts the name of every revision, to detect databases of other programs
_ADVISORY_LOCK = 0x6E6F7567687473  # "noughts"


def prepare(engine: Engine) -> str:
    """Check the integrity of the database, migrate it to the newest schema, and return the schema's name.

    Raises:
        NoughtsError: the database is damaged or incomplete, or belongs to another program or a newer noughts.
        StoreFault: the database cannot be reached or written to.
    """
    name = engine.url.render_as_string()  # without its password
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite" and connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
                raise _damaged(name)
            schema = migrate(connection)
            if missing := ", ".join(_missing(connection)):
                raise NoughtsError(f"the database {name} is incomplete: restore a backup. It lacks {missing}")
            return schema
    except DBAPIError as error:
        if "not a database" in str(error.orig):
            raise NoughtsError(
                f"{name} is not an SQLite database, or its first page is damaged:"
                " name a database of noughts or a new file, or restore a backup"
            ) from error
        if is_damage(error.orig) or "unsupported file format" in str(error.orig):  # also a damaged header
            raise _damaged(name) from error
        raise store_fault(error, f"the database {name} could not be opened") from error


def migrate(connection: Connection, steps: Path = STEPS) -> str:
    """Migrate the database to the newest schema, within the caller's transaction, and return the schema's name.

    Raises:
        NoughtsError: the database belongs to another program or a newer version of noughts.
    """
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK})
    config = Config()
    config.set_main_option("script_location", str(steps).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    assert newest is not None, "there are no migrations"
    if (current := _schema(connection)) != newest:
        if current and current not in {step.revision for step in scripts.walk_revisions()}:
            raise NoughtsError(
                f"the database has schema {current}, but this version of noughts supports only up to {newest}:"
                " upgrade noughts"
            )
        command.upgrade(config, "head")
    return newest


def _schema(connection: Connection) -> str:
    """Return the name of the database's schema, or an empty string for an empty database."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return ""
    heads = MigrationContext.configure(connection).get_current_heads() if "alembic_version" in tables else ()
    if len(heads) != 1 or not heads[0].startswith(_PREFIX):
        raise NoughtsError("the database belongs to another program: expected a noughts database or an empty database")
    return heads[0]


def _missing(connection: Connection) -> Iterator[str]:
    """Yield the tables and columns that the database lacks, for example after a partial recovery."""
    inspector = inspect(connection)
    for table in metadata.sorted_tables:
        if not inspector.has_table(table.name):
            yield f"the table {table.name}"
            continue
        there = {column["name"] for column in inspector.get_columns(table.name)}
        yield from (f"the column {table.name}.{column.name}" for column in table.columns if column.name not in there)


def _damaged(name: str) -> NoughtsError:
    file = sqlite_path(name)
    recover = f', or recover what is readable with: sqlite3 "{file}" .recover | sqlite3 new.sqlite3' if file else ""
    return NoughtsError(f"the database {name} is damaged: restore a backup{recover}")
