"""The way from every older schema to today's, in one transaction: it is done, or nothing has happened."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from noughts.apps.web.store.writer import fault
from noughts.rules.errors import NoughtsError

STEPS = Path(__file__).parent / "migrations"
_MARK = "noughts_"  # every revision begins with it, so that no other program's database is taken for ours
_LOCK = 0x6E6F7567687473  # the number of PostgreSQL's lock for it: "noughts"


def migrate(connection: Connection, steps: Path = STEPS) -> str:
    """Bring the database to the newest schema and return its name; the caller's transaction holds it all.

    Raises:
        NoughtsError: the database belongs to a newer version of noughts, or to another program.
    """
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(steps).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    assert newest is not None, "there is a first step"
    if (now := _schema(connection)) != newest:
        if now and now not in {step.revision for step in scripts.walk_revisions()}:
            raise NoughtsError(f"the database was made by a newer noughts (it is at {now}, this one knows {newest})")
        command.upgrade(config, "head")
    return newest


def prepare(writing: Engine) -> str:
    """Bring the database up to date and return its schema.

    Raises:
        NoughtsError: it is no database of noughts, or one of a newer version.
        StoreFault: it cannot be reached, or not written to.
    """
    try:
        with writing.begin() as connection:
            return migrate(connection)
    except DBAPIError as error:
        where = writing.url.render_as_string()  # without its password
        if "not a database" in str(error.orig):
            raise NoughtsError(f"{where} is no database: expected one of noughts, or a new file") from error
        raise fault(error, f"the database {where} could not be opened") from error


def _schema(connection: Connection) -> str:
    """Return the schema that the database has, empty for a new one."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return ""
    heads = MigrationContext.configure(connection).get_current_heads() if "alembic_version" in tables else ()
    if len(heads) != 1 or not heads[0].startswith(_MARK):
        raise NoughtsError("the database belongs to another program: expected one of noughts, or an empty one")
    return heads[0]
