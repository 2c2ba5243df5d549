"""Fixtures for the browser tests of the website: a server, a browser, and users."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import chromium
from tests.browser.people import People


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark all tests in this folder."""
    item.add_marker(pytest.mark.needs("playwright", "chromium"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[WebServer]":
    """A server that all tests share. A test that stops or restarts a server starts its own."""
    from tests.web.web_server import web_server

    with web_server(tmp_path_factory.mktemp("site"), "--seed", "1") as server:
        yield server
        assert "Traceback" not in server.written


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    """A browser that all tests share. Each person in a test has a context of their own."""
    with chromium.launched() as started:
        yield started


@pytest.fixture
def people(chrome: Any, site: "WebServer") -> Iterator[People]:
    """Users of the site. After the test, check that their pages had no errors."""
    group = People(chrome, site.address)
    yield group
    group.close()


if TYPE_CHECKING:
    from tests.web.web_server import WebServer
