"""The application with engines that run in the test process, so that every answer is ready at once."""

import asyncio
import json
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from typing import Any, TypeVar, cast

import httpx
from starlette.applications import Starlette

from noughts.puzzles import Progress
from noughts.rules.errors import NoughtsError
from noughts.web.analysis.lines import answer_line
from noughts.web.analysis.tasks import Tasks
from noughts.web.model.stored_game import StoredGame
from noughts.web.server.app import server_app
from noughts.web.server.guard.limits import RateLimiter
from noughts.web.server.store.store import SQLStore
from noughts.web.server.workers.pool import WorkerPool

T = TypeVar("T")


class InstantEngines:
    """Engines that do real tasks at once and count them. Tests can make them fail."""

    stops_at_once = True

    state: Mapping[str, int] = {}

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.fault: NoughtsError | None = None
        self._tasks = Tasks()

    async def ask_text(self, task: Mapping[str, Any], *, seconds: float | None = None, urgent: bool = False) -> bytes:
        self.asked.append(dict(task))
        if self.fault:
            raise self.fault
        text = answer_line(self._tasks, json.dumps(dict(task)).encode())
        if text.startswith(b'{"error":'):
            raise NoughtsError(json.loads(text)["error"])
        assert not text.startswith(b'{"fault":'), text
        return text

    async def run(self, function: Callable[[], T], *, short: bool = False) -> T:
        return function()


class NoGames:
    """A store without games, progress and classes."""

    async def games_of(self, hash: str, **_: Any) -> list[StoredGame]:
        return []

    async def progress(self, hash: str) -> Progress:
        return Progress()

    async def latest_class(self, owner: str) -> str:
        return ""


def application(engines: InstantEngines) -> Starlette:
    """Return an application without games, for pages that need none."""
    return server_app(cast(SQLStore, NoGames()), cast(WorkerPool, engines), RateLimiter({}))


class Client:
    """A client that calls an application without a server."""

    def __init__(self, engines: InstantEngines | None = None) -> None:
        self._transport = httpx.ASGITransport(application(engines or InstantEngines()), raise_app_exceptions=True)

    def get(self, path: str, params: Mapping[str, str] | None = None, *, follow: bool = True) -> Any:
        return asyncio.run(self._get(path, params, follow))

    async def _get(self, path: str, params: Mapping[str, str] | None, follow: bool) -> Any:
        async with httpx.AsyncClient(
            transport=self._transport, base_url="http://localhost", follow_redirects=follow
        ) as client:
            return await client.get(path, params=params)


class Read(HTMLParser):
    """Parses a page into its elements with their attributes, and its text outside fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._script = self._field = False
        self.script = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._script, self._field = tag == "script", tag == "textarea"

    def handle_endtag(self, tag: str) -> None:
        self._script = self._field = False

    def handle_data(self, data: str) -> None:
        if self._script:
            self.script += data
        elif not self._field:
            self.text += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """Return the attributes of all elements with this tag and these attributes."""
        return [found for name, found in self.elements if name == tag and wanted.items() <= found.items()]
