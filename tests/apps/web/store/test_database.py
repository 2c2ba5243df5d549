"""Which database, who owns its file, and how it comes to today's schema."""

import asyncio
import itertools
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, event, insert, inspect, text

from noughts.apps.web.store.database import data_directory, database_url, engine, redacted, sqlite_path
from noughts.apps.web.store.migrations import STEPS, migrate
from noughts.apps.web.store.schema import metadata, row_of
from noughts.apps.web.store.sqlite_file import SQLiteFile
from noughts.apps.web.store.store import Store
from noughts.rules.errors import NoughtsError
from tests.apps.web.store.stores import new_game, opened, with_store

# Which database.


@pytest.mark.parametrize("name", ["games.sqlite3", "with space.db", "100%.db", "ü#é.db", "a&b=c.db"])
def test_a_path_is_an_sqlite_file(tmp_path: Path, name: str) -> None:
    url = database_url(str(tmp_path / name))
    assert url.startswith("sqlite:///")
    assert sqlite_path(url) == tmp_path / name
    assert database_url(url) == url


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_is_reached_by_psycopg_and_its_password_not_shown(scheme: str) -> None:
    url = database_url(f"{scheme}://ada:s%40cret@host:5433/games?sslmode=require")
    assert url == "postgresql+psycopg://ada:s%40cret@host:5433/games?sslmode=require"
    assert "cret" not in redacted(url)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "no name"),
        ("mysql://root:secret@host/db", "'mysql'"),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("postgresql://ada:secret@host:port/db", "cannot be read"),
        ("where?.db", "question mark"),
        (".", "is a directory"),
    ],
)
def test_anything_else_gets_a_sentence(text: str, expected: str) -> None:
    with pytest.raises(NoughtsError, match=expected) as told:
        database_url(text)
    assert "secret" not in str(told.value)


def test_the_default_is_in_the_data_directory_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    file = sqlite_path(database_url(None))
    assert file == data_directory() / "games.sqlite3"
    assert file.is_relative_to(tmp_path)
    with_store(database_url(None), lambda store: store.create(new_game(), []))  # type: ignore[arg-type, return-value]
    if os.name == "posix":
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()} == {0o600}


def test_a_directory_that_cannot_be_made_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoughtsError, match="cannot be opened"):
        SQLiteFile(tmp_path / "file" / "games.sqlite3")


# Who owns the file.


def refusal(url: str) -> str:
    async def main() -> None:
        async with opened(url):
            raise AssertionError("it was opened")

    with pytest.raises(NoughtsError) as told:
        asyncio.run(main())
    assert "\n" not in str(told.value)
    return str(told.value)


def test_a_second_server_is_refused_until_the_first_has_closed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"

    async def main() -> None:
        async with opened(url):
            with pytest.raises(NoughtsError, match=rf"another server \(process {os.getpid()}\) has .* open"):
                async with opened(url):
                    pass
        async with opened(url):
            pass

    asyncio.run(main())


@pytest.mark.skipif(os.name != "posix", reason="needs links of POSIX")
@pytest.mark.parametrize(
    "way", ["symbolic link", "link to the directory", "renamed", "hard link", "hard link elsewhere"]
)
def test_a_second_server_is_refused_whatever_name_it_uses(tmp_path: Path, way: str) -> None:
    file, other = tmp_path / "data" / "games.sqlite3", tmp_path / "data" / "other.sqlite3"
    expected = rf"another server \(process {os.getpid()}\) has .* open"

    async def main() -> None:
        nonlocal other, expected
        async with opened(f"sqlite:///{file}") as store:
            await store.create(new_game(), [])
            match way:
                case "symbolic link":
                    other.symlink_to(file)
                case "link to the directory":
                    (tmp_path / "link").symlink_to(file.parent, target_is_directory=True)
                    other = tmp_path / "link" / file.name
                case "renamed":
                    file.rename(other)
                case _:
                    other = tmp_path / "other.sqlite3" if way == "hard link elsewhere" else other
                    other.hardlink_to(file)
                    expected = "has 2 hard links: delete all but one"
            with pytest.raises(NoughtsError, match=expected):
                async with opened(f"sqlite:///{other}"):
                    pass

    asyncio.run(main())


@pytest.mark.skipif(os.name != "posix", reason="needs links of POSIX")
def test_a_symbolic_link_to_a_new_file_makes_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new" / "games.sqlite3")
    with_store(f"sqlite:///{tmp_path / 'link'}", nothing)
    assert (tmp_path / "new" / "games.sqlite3").stat().st_size > 0


def test_locks_leave_no_files_behind(tmp_path: Path) -> None:
    with_store(f"sqlite:///{tmp_path / 'games.sqlite3'}", nothing)
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite3"]


def test_the_lock_ends_with_its_process_however_that_ends(tmp_path: Path) -> None:
    program = "import sys, time, pathlib; from noughts.apps.web.store.sqlite_file import SQLiteFile\n"
    program += "file = SQLiteFile(pathlib.Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    database = tmp_path / "games.sqlite3"
    with subprocess.Popen([sys.executable, "-c", program, str(database)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        for _ in range(10):
            with pytest.raises(NoughtsError, match=f"process {holder.pid}"):
                SQLiteFile(database)
        holder.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    SQLiteFile(database).close()


# What is no database of noughts.


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(b"Dear Grace, " * 1000)
    assert "is not an SQLite database" in refusal(f"sqlite:///{file}")
    assert file.read_bytes() == b"Dear Grace, " * 1000


@pytest.mark.parametrize("first", [0, 40, 4096, 30_000], ids=["header", "counters", "a page", "the middle"])
def test_a_damaged_file_is_refused_with_the_way_to_recover_it(tmp_path: Path, first: int) -> None:
    file = tmp_path / "games.sqlite3"

    async def filled(store: Store) -> None:
        await asyncio.gather(*(store.create(new_game(), [(f"key {n}", "own")]) for n in range(200)))

    with_store(f"sqlite:///{file}", filled)
    content = bytearray(file.read_bytes())
    content[first : first + 8_000] = bytes(byte ^ 0xFF for byte in content[first : first + 8_000])
    file.write_bytes(content)
    sentence = refusal(f"sqlite:///{file}")
    assert "is damaged" in sentence
    assert "restore a backup" in sentence
    assert f'sqlite3 "{file}" .recover' in sentence or not first
    assert file.read_bytes() == content, "it is left alone"


@pytest.mark.parametrize("marked", [False, True])
def test_the_database_of_another_program_is_refused_and_left_alone(url: str, marked: bool) -> None:
    with writing(url) as made, made.begin() as connection:
        connection.execute(text("CREATE TABLE letters (text TEXT)"))
        if marked:
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
            connection.execute(text("INSERT INTO alembic_version VALUES ('1a2b3c')"))
    assert "belongs to another program" in refusal(url)
    assert tables(url) == {"letters", "alembic_version"} if marked else {"letters"}


def test_a_database_of_a_newer_noughts_is_refused_and_left_alone(url: str) -> None:
    with_store(url, nothing)
    with writing(url) as made, made.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'noughts_999'"))
    assert "made by a newer noughts (it has schema noughts_999" in refusal(url)


def test_a_server_that_is_not_there_gets_a_sentence_without_the_password() -> None:
    url = database_url("postgresql://ada:secret@127.0.0.1:9/games")
    assert refusal(url) == (
        "the database postgresql+psycopg://ada:***@127.0.0.1:9/games could not be opened: "
        "the database cannot be reached; try again"
    )


# How it comes to today's schema.


def revisions() -> list[str]:
    """All schemas there were, and the empty database, which is called base."""
    steps = ScriptDirectory(str(STEPS)).walk_revisions()
    return ["base", *reversed([step.revision for step in steps])]


def test_the_steps_lead_to_the_tables_that_the_store_uses(url: str) -> None:
    with writing(url) as made, made.begin() as connection:
        assert migrate(connection) == revisions()[-1]
        assert migrate(connection) == revisions()[-1], "a second time, nothing is to be done"
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.fixture
def two_steps(tmp_path: Path) -> Path:
    """The steps there are, and one more that changes a table with rows in it, to try the way with."""
    steps = tmp_path / "steps"
    shutil.copytree(STEPS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    (steps / "versions" / "tried.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = 'noughts_tried'\ndown_revision = {revisions()[-1]!r}\n"
        "def upgrade():\n"
        "    op.create_table('extra', sa.Column('id', sa.Integer, primary_key=True))\n"
        "    op.add_column('games', sa.Column('extra', sa.Text, nullable=False, server_default='none'))\n"
        "    op.execute(\"UPDATE games SET extra = 'some'\")\n"
        "    op.create_index('games_extra', 'games', ['extra'])\n"
    )
    return steps


def as_it_was(url: str, schema: str) -> None:
    """Make the database as a server of that time did, with a game in it."""
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    with writing(url) as made, made.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, schema)
        tables = MetaData()
        tables.reflect(connection)
        row = row_of(new_game())
        columns = tables.tables["games"].c.keys()
        connection.execute(insert(tables.tables["games"]), {name: row[name] for name in columns})
        connection.execute(insert(tables.tables["keys"]), {"hash": "me", "game": row["id"], "role": "own"})


class Killed(Exception):
    """The process ends here, as far as the database can tell."""


@pytest.mark.parametrize("start", revisions())
def test_a_migration_killed_at_any_statement_has_not_begun(url: str, two_steps: Path, start: str) -> None:
    """From every schema, at every statement: the database is as before, and the next attempt succeeds."""
    if start != "base":
        as_it_was(url, start)
    before = contents(url)
    for count in itertools.count(1):
        left = count

        def kill(*_: object) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Killed

        with writing(url) as made:
            event.listen(made, "after_cursor_execute", kill)
            event.listen(made, "commit", kill)
            try:
                with made.begin() as connection:
                    migrate(connection, two_steps)
                break
            except Killed:
                assert contents(url) == before
    assert count > 10
    assert "games.extra" in contents(url)
    assert ("games: me own some" in contents(url)) == (start != "base")


def test_many_who_open_a_new_database_at_once_make_it_once(url: str) -> None:
    if not url.startswith("postgresql"):
        pytest.skip("one server owns an SQLite file")

    async def main() -> None:
        stores = await asyncio.gather(*(Store.open(url, clock=lambda: 0) for _ in range(4)))
        for store in stores:
            await store.close()

    asyncio.run(main())


async def nothing(store: Store) -> None:
    assert await store.load("nothing") is None


@contextmanager
def writing(url: str) -> Iterator[Engine]:
    made = engine(url, writes=True)
    try:
        yield made
    finally:
        made.dispose()


def tables(url: str) -> set[str]:
    return {line.partition(".")[0] for line in contents(url).splitlines() if "." in line}


def contents(url: str) -> str:
    """All tables, columns and indexes, the version and a word of each game, as text."""
    reading = engine(url, writes=False)
    try:
        with reading.connect() as connection:
            found = inspect(connection)
            lines = []
            for table in found.get_table_names():
                lines += [f"{table}.{column['name']} {column['type']}" for column in found.get_columns(table)]
                lines += [f"index {index['name']}" for index in found.get_indexes(table)]
            if "alembic_version.version_num VARCHAR(32)" in lines:
                lines += connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
            if "games" in found.get_table_names():
                extra = "extra" if any("games.extra" in line for line in lines) else "''"
                wanted = f"SELECT hash, role, {extra} FROM games JOIN keys ON game = id"
                lines += [f"games: {' '.join(row)}".strip() for row in connection.execute(text(wanted))]
            return "\n".join(sorted(lines))
    finally:
        reading.dispose()
