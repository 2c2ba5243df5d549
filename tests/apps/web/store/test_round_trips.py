"""The number of round trips to PostgreSQL, which take longer than the statements."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection

from noughts.apps.web.store import statements
from noughts.apps.web.store.database import engine
from noughts.apps.web.store.schema import row_of
from noughts.apps.web.store.statements import Change
from tests.apps.web.store.stores import linked_game, moved, with_store

if TYPE_CHECKING:
    from noughts.apps.web.store.store import Store
    from tests.apps.web.store.postgres import Postgres

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the driver can trace its messages only on Linux")


@pytest.fixture
def url(postgres: "Postgres") -> str:
    made = postgres.database()
    with_store(made, nothing)
    return made


async def nothing(store: "Store") -> None:
    """Only create the tables."""


@contextmanager
def traced(url: str, file: Path, *, writes: bool) -> Iterator[Connection]:
    """Yield a connection that has been used before. Its driver writes all messages to a file."""
    made = engine(url, writes=writes)
    with made.connect() as connection:
        driver: Any = connection.connection.driver_connection
        statements.load(connection, "none")
        connection.commit()
        with file.open("wb") as trace:
            driver.pgconn.trace(trace.fileno())
            yield connection
            driver.pgconn.untrace()
    made.dispose()


def trips(file: Path) -> int:
    """Return the number of round trips in a file of messages."""
    directions = [line.split(b"\t")[1] for line in file.read_bytes().splitlines() if line.count(b"\t") > 1]
    return sum(direction == b"F" for direction, _ in groupby(directions))


def test_a_commit_of_many_changes_takes_two_round_trips(url: str, tmp_path: Path) -> None:
    games = [linked_game() for _ in range(20)]
    made = engine(url, writes=True)
    with made.begin() as connection:
        statements.create_all(connection, [(row_of(game), [(f"key {game.id}", "x")]) for game in games])
    made.dispose()
    after = [moved(game) for game in games]
    closed, following = replace(after[0], next="next"), replace(linked_game(), id="next")
    wanted = [
        Change(row_of(closed), (f"key {closed.id}",), frozenset({"x"}), row_of(following), swapped=True),
        *(Change(row_of(game), (f"key {game.id}",), frozenset({"x"})) for game in after[1:]),
    ]
    with traced(url, tmp_path / "trace", writes=True) as connection, connection.begin():
        stored = statements.store_changes(connection, wanted)
    assert stored == [{f"key {closed.id}": frozenset({"o"})}, *[{}] * 19]
    assert trips(tmp_path / "trace") == 2


def test_a_read_takes_one_round_trip(url: str, tmp_path: Path) -> None:
    with traced(url, tmp_path / "trace", writes=False) as connection:
        statements.load(connection, "none")
        connection.rollback()
    assert trips(tmp_path / "trace") == 1
