"""Opening a database: checks before it is used, and migrations from every older schema."""

import asyncio
import itertools
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, event, insert, inspect, text

from noughts.rules.game import Player
from noughts.web.model.stored_row import row_of
from noughts.web.server.store.database import database_url, engine
from noughts.web.server.store.migrations import STEPS, migrate
from noughts.web.server.store.schema import metadata
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.stores import create, loaded, new_game, nothing, refusal, with_store


def test_a_file_that_is_not_a_database_is_refused_and_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(b"Dear Grace, " * 1000)
    assert "is not an SQLite database" in refusal(f"sqlite:///{file}")
    assert file.read_bytes() == b"Dear Grace, " * 1000


@pytest.mark.parametrize("first", [0, 40, 4096, 30_000], ids=["header", "counters", "a page", "the middle"])
def test_a_damaged_file_is_refused_with_the_way_to_recover_it(tmp_path: Path, first: int) -> None:
    file = tmp_path / "games.sqlite3"

    async def filled(store: SQLStore) -> None:
        await asyncio.gather(*(create(store, new_game(), [(f"key {n}", "own")]) for n in range(200)))

    with_store(f"sqlite:///{file}", filled)
    content = bytearray(file.read_bytes())
    content[first : first + 8_000] = bytes(byte ^ 0xFF for byte in content[first : first + 8_000])
    file.write_bytes(content)
    sentence = refusal(f"sqlite:///{file}")
    assert "is damaged" in sentence
    assert "restore a backup" in sentence
    assert f'sqlite3 "{file}" .recover' in sentence or not first
    assert file.read_bytes() == content, "the file is not changed"


@pytest.mark.parametrize("marked", [False, True])
def test_the_database_of_another_program_is_refused_and_not_changed(url: str, marked: bool) -> None:
    with writing(url) as made, made.begin() as connection:
        connection.execute(text("CREATE TABLE letters (text TEXT)"))
        if marked:
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
            connection.execute(text("INSERT INTO alembic_version VALUES ('1a2b3c')"))
    assert "belongs to another program" in refusal(url)
    assert tables(url) == {"letters", "alembic_version"} if marked else {"letters"}


def test_a_database_of_a_newer_version_is_refused_and_not_changed(url: str) -> None:
    with_store(url, nothing)
    with writing(url) as made, made.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'noughts_999'"))
    assert "the database has schema noughts_999, but this version of noughts supports only up to" in refusal(url)


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("DROP TABLE keys", "the table keys"),
        ("ALTER TABLE games DROP COLUMN streak", "the column games.streak"),
    ],
)
def test_a_database_that_was_recovered_in_part_is_refused(url: str, statement: str, missing: str) -> None:
    with_store(url, nothing)
    with writing(url) as made, made.begin() as connection:
        connection.execute(text(statement))
    assert f"is incomplete: restore a backup. It lacks {missing}" in refusal(url)


def test_an_unreachable_server_gets_a_sentence_without_the_password() -> None:
    url = database_url("postgresql://ada:secret@127.0.0.1:9/games")
    assert refusal(url) == (
        "the database postgresql+psycopg://ada:***@127.0.0.1:9/games could not be opened: "
        "the database cannot be reached; try again"
    )


def revisions() -> list[str]:
    """All schemas so far, and "base", the empty database."""
    steps = ScriptDirectory(str(STEPS)).walk_revisions()
    return ["base", *reversed([step.revision for step in steps])]


def test_the_migrations_create_the_tables_that_the_store_uses(url: str) -> None:
    with writing(url) as made, made.begin() as connection:
        assert migrate(connection) == revisions()[-1]
        assert migrate(connection) == revisions()[-1], "a second migration does nothing"
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.fixture
def one_more_step(tmp_path: Path) -> Path:
    """The directory of the migrations with an additional one, which changes a table with rows."""
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


def with_schema(url: str, schema: str) -> None:
    """Create a database with an older schema and a game in it."""
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


OLD = Path(__file__).with_name("old")


@pytest.mark.parametrize("file", sorted(OLD.glob("*.sql")), ids=lambda file: file.stem)
def test_games_stored_by_earlier_versions_can_be_continued(tmp_path: Path, file: Path) -> None:
    """The files are dumps of databases that earlier versions wrote."""
    database = sqlite3.connect(tmp_path / "games.sqlite3")
    database.executescript(file.read_text())
    database.close()

    async def scenario(store: SQLStore) -> None:
        assert [game.id for game in await store.games_of("me")] == ["column", "alone"]
        alone, column, won = await loaded(store, "alone"), await loaded(store, "column"), await loaded(store, "won")
        assert (alone.record.move_names, alone.o.level, alone.ended, alone.lines) == (("b2", "a1"), "perfect", "", "")
        assert (column.rules, column.record.move_names) == ("7,6,4 gravity", ("d6", "d5", "d4"))
        assert (won.ending, won.tally) == ("Ada wins with X: a1, b1, c1.", (2, 0, 2))
        linked = await loaded(store, "linked")
        assert (linked.offer, linked.offered_by) == ("takeback", "x")
        assert await store.roles("linked", ["mary"]) == {"watch"}
        assert await store.change(linked, linked.resign(Player.O))
        assert (await loaded(store, "linked")).ending == "Grace resigned. Ada wins."
        assert (await loaded(store, "open")).waits_for_friend

    with_store(f"sqlite:///{tmp_path / 'games.sqlite3'}", scenario)


class Killed(Exception):
    """Simulates a kill of the process."""


@pytest.mark.parametrize(
    "url",
    ["sqlite", pytest.param("postgresql", marks=[pytest.mark.slow, pytest.mark.needs("postgres")])],
    indirect=True,
)
@pytest.mark.parametrize("start", revisions())
def test_a_migration_that_is_killed_at_any_statement_changes_nothing(url: str, one_more_step: Path, start: str) -> None:
    """The next attempt succeeds."""
    if start != "base":
        with_schema(url, start)
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
                    migrate(connection, one_more_step)
                break
            except Killed:
                assert contents(url) == before
    assert count > 10
    assert "games.extra" in contents(url)
    assert ("games: me own some" in contents(url)) == (start != "base")


def test_processes_that_open_a_new_database_together_migrate_it_once(url: str) -> None:
    if not url.startswith("postgresql"):
        pytest.skip("one server owns an SQLite file")

    async def main() -> None:
        async with AsyncExitStack() as stack:
            stores = (SQLStore.open(url, clock=lambda: 0) for _ in range(4))
            await asyncio.gather(*map(stack.enter_async_context, stores))

    asyncio.run(main())


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
    """Return all tables, columns, indexes, the version and some columns of each game, as text."""
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
