"""PostgreSQL rejects one change of a commit, or the connection is lost.

The faulty change gets an error, and all others are stored. A change that is not stored is never acknowledged. A trigger
raises PostgreSQL's own errors, at the statement or at the commit.
"""

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url

from noughts.web.model.errors import StoreFault
from noughts.web.model.stored_game import StoredGame
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.stores import create, loaded, moved, new_game, opened

if TYPE_CHECKING:
    from tests.web.server.store.postgres import Postgres

GAMES = 8
WRONG = "wrong"
LOST = "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60);"  # the termination interrupts the sleep


@dataclass(frozen=True)
class Database:
    """A database in which changes of the game WRONG can be made to fail."""

    server: "Postgres"
    url: str

    def run(self, statement: str) -> None:
        name = make_url(self.url).database
        assert name
        self.server.run(statement, name)

    def breaks(self, how: str, *, once: bool = False, late: bool = False) -> None:
        """Make changes of that game fail: always or once, at the statement or at the commit."""
        body = f"IF nextval('failures') = 1 THEN {how} END IF;" if once else how
        kind, time = ("CONSTRAINT", "DEFERRABLE INITIALLY DEFERRED") if late else ("", "")
        self.run("CREATE SEQUENCE failures")  # a rollback does not reset it
        self.run(f"CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN {body} RETURN NEW; END$$")
        self.run(
            f"CREATE {kind} TRIGGER fails {'AFTER' if late else 'BEFORE'} UPDATE ON games {time}"
            f" FOR EACH ROW WHEN (NEW.id = '{WRONG}') EXECUTE FUNCTION fail()"
        )

    def heals(self) -> None:
        self.run("DROP FUNCTION IF EXISTS fail CASCADE")


@pytest.fixture
def database(postgres: "Postgres") -> Database:
    return Database(postgres, postgres.database())


async def stored(store: SQLStore) -> list[StoredGame]:
    """Store games. The game that will fail is neither the first nor the last of a commit."""
    games = [new_game() for _ in range(GAMES - 1)]
    games.insert(GAMES // 2, replace(games[GAMES // 2], id=WRONG))
    return [await create(store, game, []) for game in games]


async def together(store: SQLStore, games: Sequence[StoredGame], following: StoredGame | None = None) -> list[Any]:
    """Return the outcomes of a move in each game, all in one commit. `following` is the failing game's next game."""
    held, go = threading.Event(), threading.Event()
    waiting: list[int] = []

    def hold(_: Connection) -> None:
        held.set()
        go.wait(60)

    async def move(game: StoredGame) -> bool:
        return await store.change(game, moved(game), following=following if game.id == WRONG else None)

    holding = asyncio.create_task(store.writer.run(hold))
    while not held.is_set():
        await asyncio.sleep(0.001)
    moves = [asyncio.create_task(move(game)) for game in games]
    while store.writer.waiting < len(games):
        await asyncio.sleep(0.001)
    note = partial(_note, store, waiting)
    event.listen(store.writing, "before_cursor_execute", note)
    go.set()
    await holding
    done = await asyncio.gather(*moves, return_exceptions=True)
    event.remove(store.writing, "before_cursor_execute", note)
    assert waiting[0] == 0, "all changes were in one commit"
    return done


def _note(store: SQLStore, waiting: list[int], *_: object) -> None:
    waiting.append(store.writer.waiting)


def check(
    database: Database,
    *,
    fails: bool,
    others_fail: bool = False,
    said: str = "",
    following: StoredGame | None = None,
) -> None:
    """Move in all games at once. Check the outcomes and the stored games, then that the store recovers."""

    async def main() -> None:
        async with opened(database.url) as store:
            games = await stored(store)
            done = await together(store, games, following)
            acknowledged = {game.id: outcome is True for game, outcome in zip(games, done, strict=True)}
            assert acknowledged == {game.id: not (fails if game.id == WRONG else others_fail) for game in games}
            for outcome in done:
                assert outcome is True or (isinstance(outcome, StoreFault) and said in str(outcome))
            async with opened(database.url) as another:
                for each in (store, another):
                    found = {game.id: bool((await loaded(each, game.id)).moves) for game in games}
                    assert found == acknowledged
            database.heals()
            again = [await loaded(store, game.id) for game in games]
            assert await together(store, again) == [True] * GAMES, "the store has recovered"
            assert (await store.healthy()).writable

    asyncio.run(main())


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    "fault",
    [
        "unique_violation",
        *(pytest.param(fault, marks=pytest.mark.slow) for fault in ("check_violation", "division_by_zero")),
        "raise_exception",
    ],
)
def test_a_rejected_change_fails_alone(database: Database, fault: str, late: bool) -> None:
    with_tables(database)
    database.breaks(f"RAISE {fault};", late=late)
    check(database, fails=True, said="the database reports an error; try again")


def test_a_next_game_that_already_exists_fails_alone(database: Database) -> None:
    following = new_game()
    with_tables(database, following)
    check(database, fails=True, following=following)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("fault", ["deadlock_detected", "serialization_failure"])
def test_a_deadlock_or_serialization_failure_is_retried(database: Database, fault: str, late: bool) -> None:
    with_tables(database)
    database.breaks(f"RAISE {fault};", once=True, late=late)
    check(database, fails=False)


@pytest.mark.parametrize(
    ("fault", "said"), [("disk_full", "the disk is full"), ("io_error", "the database reports an error")]
)
def test_a_fault_of_the_database_fails_all_changes(database: Database, fault: str, said: str) -> None:
    with_tables(database)
    database.breaks(f"RAISE {fault};")
    check(database, fails=True, others_fail=True, said=said)


def test_a_connection_lost_before_the_commit_is_replaced(database: Database) -> None:
    with_tables(database)
    database.breaks(LOST, once=True)
    check(database, fails=False)


@pytest.mark.parametrize(("once", "late"), [(False, False), (True, True)])
def test_nothing_is_acknowledged_if_connections_are_lost_again_or_at_the_commit(
    database: Database, once: bool, late: bool
) -> None:
    with_tables(database)
    database.breaks(LOST, once=once, late=late)
    check(database, fails=True, others_fail=True, said="the database cannot be reached; try again")


def with_tables(database: Database, *games: StoredGame) -> None:
    """Create the tables and some games."""

    async def main() -> None:
        async with opened(database.url) as store:
            for game in games:
                await create(store, game, [])

    asyncio.run(main())
