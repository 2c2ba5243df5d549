"""Fixtures for the tests of the web application: databases and a server."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark all tests with the fixture `postgres`."""
    if "postgres" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.needs("postgres"))


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Postgres]":
    from tests.web.server.store.postgres import Postgres

    server = Postgres()
    yield server
    server.stop()


@pytest.fixture
def memory() -> Iterator[Path]:
    """A directory in memory if the system has one, because that is the fastest."""
    place = Path("/dev/shm")
    with TemporaryDirectory(prefix="noughts-", dir=place if place.is_dir() else None) as directory:
        yield Path(directory)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgres"))])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new, empty database: SQLite and PostgreSQL in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}?timeout=0.3"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[WebServer]":
    """A server for all tests that do not disturb it.

    It trusts this computer as a proxy, see `WebServer.client`, and logs every request.
    """
    from tests.web.web_server import web_server

    with web_server(
        tmp_path_factory.mktemp("server"), "--trust-proxy", "127.0.0.1", "--seed", "1", "--json-logs"
    ) as server:
        yield server
        assert "Traceback" not in server.written


if TYPE_CHECKING:
    from tests.web.server.store.postgres import Postgres
    from tests.web.web_server import WebServer
