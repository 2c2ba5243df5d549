"""Pass the requests of a page to the application in the same browser, through the ASGI protocol."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import date
from typing import Protocol
from urllib.parse import unquote, urlsplit

from starlette.types import Message, Scope

from noughts.web.app import create_app
from noughts.web.browser.engines import BrowserEngines, EngineWorker
from noughts.web.browser.store import BrowserStore, Rows


class Reply(Protocol):
    """Receives an HTTP response, piece by piece."""

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        """Receive the status and the headers of the response."""

    def piece(self, body: bytes) -> None:
        """Receive the next piece of the response's body."""

    def end(self) -> None:
        """Note that the response is complete."""


class Host:
    """The web application, running in a browser.

    Args:
        rows: keeps the rows of games.
        worker: runs the tasks of engines.
        announce: tells other tabs that a game has changed.
        runtime: the URL of the folder with Python for browsers, relative to the folder of the pages.
        docs: whether the folder of the pages contains the documentation.
        seed: makes the moves of computer players repeatable.
        today: returns the day, or None to write pages for any day.
    """

    def __init__(
        self,
        rows: Rows,
        worker: EngineWorker,
        announce: Callable[[str, int], None],
        runtime: str = "",
        docs: bool = False,
        seed: int | None = None,
        today: Callable[[], date | None] = date.today,
    ) -> None:
        self.store = BrowserStore(rows, lambda: time.time_ns() // 1_000_000, announce)
        self.app = create_app(self.store, BrowserEngines(worker), seed=seed, runtime=runtime, docs=docs, today=today)

    def heard(self, id: str, version: int) -> None:
        """Handle another tab's announcement that a game has changed."""
        if version:
            self.store.hub.tell(id, version)
        else:
            self.store.hub.wake(id)

    async def request(
        self,
        method: str,
        url: str,
        root: str,
        headers: Iterable[tuple[str, str]],
        body: bytes | memoryview,
        reply: Reply,
        left: Awaitable[None],
    ) -> None:
        """Handle an HTTP request of the page.

        Args:
            method: the HTTP method.
            url: the full URL.
            root: the path of the folder with the pages, without a slash at its end.
            headers: names and values.
            body: the whole body.
            reply: receives the response.
            left: ends when the page no longer needs the response.
        """
        parts = urlsplit(url)
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": parts.scheme,
            "server": (parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)),
            "client": None,
            "root_path": root,
            "path": root + (unquote(parts.path.removeprefix(root)).rstrip("/") or "/"),
            "query_string": parts.query.encode(),
            "headers": [
                (b"host", parts.netloc.encode()),
                *((name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers),
            ],
        }
        sent = False

        async def receive() -> Message:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": bytes(body), "more_body": False}
            await left
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                reply.start(
                    message["status"],
                    [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]],
                )
            elif message["type"] == "http.response.body":
                if message.get("body"):
                    reply.piece(message["body"])
                if not message.get("more_body"):
                    reply.end()
                await asyncio.sleep(0)  # let other requests run

        await self.app(scope, receive, send)
