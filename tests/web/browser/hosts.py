"""The browser's host in this process, with rows in memory and an engine that answers at once."""

import asyncio
import atexit
import json
from collections.abc import Callable
from typing import Any

import httpx

from noughts.web.analysis.lines import answer_line
from noughts.web.analysis.tasks import Tasks
from noughts.web.browser.host import Host

_RUNNER = asyncio.Runner()
atexit.register(_RUNNER.close)


class MemoryRows:
    """Rows in a dictionary. Tests can make them fail."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[int, str]] = {}
        self.fault: Exception | None = None

    async def get(self, id: str) -> str | None:
        self._expect_well()
        return self.rows[id][1] if id in self.rows else None

    async def all(self) -> list[str]:
        self._expect_well()
        return [row for _, row in self.rows.values()]

    async def put(self, rows: str) -> bool:
        self._expect_well()
        changes: list[tuple[str, int, int, str]] = json.loads(rows)
        if any(self.rows.get(id, (0, ""))[0] != expected for id, expected, _, _ in changes):
            return False
        self.rows |= {id: (version, row) for id, _, version, row in changes}
        return True

    async def remove(self, id: str) -> None:
        self._expect_well()
        self.rows.pop(id, None)

    def _expect_well(self) -> None:
        if self.fault:
            raise self.fault


class InstantWorker:
    """An engine that answers at once, dies or hangs."""

    def __init__(self) -> None:
        self.dies = self.hangs = False
        self.stopped: list[str] = []
        self._tasks = Tasks()

    async def ask(self, line: str, begin: Callable[[], None], show: Callable[[str], None]) -> str:
        begin()
        if self.hangs:
            await asyncio.Event().wait()
        return "" if self.dies else answer_line(self._tasks, line.encode()).decode()

    def stop(self, line: str) -> None:
        self.stopped.append(line)


class Collected:
    """A response, assembled from its pieces."""

    def __init__(self) -> None:
        self.status, self.headers, self.body, self.ended = 0, list[tuple[str, str]](), b"", False

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.status, self.headers = status, headers

    def piece(self, body: bytes) -> None:
        self.body += body

    def end(self) -> None:
        self.ended = True


class Browser:
    """A browser with the pages in a folder of a site: it keeps cookies and follows redirects."""

    def __init__(self, root: str = "", rows: MemoryRows | None = None) -> None:
        self.rows, self.worker, self.root = rows or MemoryRows(), InstantWorker(), root
        self.cookies: dict[str, str] = {}
        self.announced: list[tuple[str, int]] = []
        self.host = _RUNNER.run(self._open())

    async def _open(self) -> Host:
        return Host(self.rows, self.worker, lambda id, version: self.announced.append((id, version)), seed=1)

    def send(self, method: str, path: str, **options: Any) -> Collected:
        """Send a request to a path of the site, and return the response."""
        request = httpx.Request(method, f"https://example.org{self.root}{path}", **options)
        return _RUNNER.run(self._request(request, list(request.headers.items())))

    def request(self, method: str, path: str, **options: Any) -> tuple[Collected, str]:
        """Send a request as this browser. Return the response, and the path after redirects."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        reply = self.send(method, path, **{**options, "headers": {**options.get("headers", {}), "cookie": cookie}})
        for name, value in reply.headers:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        if reply.status == 303:
            return self.request("GET", dict(reply.headers)["location"])
        return reply, path

    async def _request(self, request: httpx.Request, headers: list[tuple[str, str]]) -> Collected:
        reply, left = Collected(), asyncio.get_running_loop().create_future()
        headers = [(name, value) for name, value in headers if name != "host"]
        await self.host.request(request.method, str(request.url), self.root, headers, request.content, reply, left)
        await asyncio.sleep(0.05)  # for the computer's reply
        assert reply.ended
        return reply
