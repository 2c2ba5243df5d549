"""What the tests of the web page in a browser share: a server, a browser, and people who use it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import chromium
from tests.browser.people import People


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[WebServer]":
    """A server for all tests that leave it as it was."""
    from tests.apps.web.web_server import web_server

    with web_server(tmp_path_factory.mktemp("site"), "--seed", "1") as server:
        yield server
        assert "Traceback" not in server.written


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    """A browser; for one module, as other modules start their own."""
    with chromium.launched() as started:
        yield started


@pytest.fixture
def people(chrome: Any, site: "WebServer") -> Iterator[People]:
    """People who come to the page; in the end nobody may have had reason to complain."""
    group = People(chrome, site.address)
    yield group
    group.leave()


if TYPE_CHECKING:
    from tests.apps.web.web_server import WebServer
