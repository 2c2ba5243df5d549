"""The web application under test: the real server in its own process, or the application alone.

with web_server(tmp_path) as server, server.client() as browser:
    browser.get("/play")
"""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

from noughts.web.auth import COOKIE, new_secret
from noughts.web.games import Games
from noughts.web.server.app import server_app
from noughts.web.server.guard.hosts import HostNames
from noughts.web.server.guard.limits import RateLimit, RateLimiter, RequestKind
from noughts.web.server.guard.middleware import protected
from noughts.web.server.store.store import SQLStore
from noughts.web.server.workers.pool import WorkerPool

T = TypeVar("T")

STARTS = 30.0  # seconds at most
_HERE = Path(__file__).parents[2]


@dataclass
class WebServer:
    """A running server.

    Attributes:
        address: its URL, such as ``http://127.0.0.1:54321``.
        process: the process, or the parent process of the workers.
        database: the database file.
        log: the file with its output on standard error.
    """

    address: str
    process: "subprocess.Popen[str]"
    database: Path
    log: Path

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def client(self, rate_limit_key: str = "", **options: Any) -> httpx.Client:
        """Return a client, which the caller closes.

        Args:
            rate_limit_key: the address for which the requests are counted, if the server trusts this computer as a
                proxy. So tests that share a server do not use up each other's rate limits.
            options: options for httpx.
        """
        headers = {**({"x-forwarded-for": rate_limit_key} if rate_limit_key else {}), **options.pop("headers", {})}
        return httpx.Client(base_url=self.address, headers=headers, timeout=30, trust_env=False, **options)

    def browser(self, rate_limit_key: str = "") -> "Browser":
        """Return a person with a browser, which has a secret."""
        return Browser(self.client(rate_limit_key))

    def connect(self) -> socket.socket:
        """Return a raw connection, for requests that no ordinary client sends."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    @property
    def written(self) -> str:
        """The server's output on standard error so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = 30) -> int:
        """Stop the server if it still runs, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(seconds)


@dataclass
class Browser:
    """A person with a browser, which sends a cookie and the origin of the page."""

    http: httpx.Client
    secret: str = field(default_factory=new_secret)

    def __post_init__(self) -> None:
        self.http.headers["cookie"] = f"{COOKIE}={self.secret}"
        self.http.headers["origin"] = str(self.http.base_url).rstrip("/")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.http.close()

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.http.get(path, **options)

    def send(self, path: str, **fields: object) -> httpx.Response:
        """Send a form as the page does."""
        return self.http.post(path, data={name: str(value) for name, value in fields.items()})


@contextmanager
def web_server(directory: Path, *options: str, database: str | Path | None = None) -> Iterator[WebServer]:
    """Start a server, yield it, and stop it.

    Args:
        directory: where to put its files. With a directory from an earlier server, the games are still there.
        options: command-line options in addition to ``--port 0 --database``.
        database: the database. By default, a file in the directory.
    """
    directory.mkdir(parents=True, exist_ok=True)
    file, log = directory / "games.sqlite3", directory / "server.log"
    command = ["web", "--port", "0", "--database", str(database or file), *options]
    with log.open("a", encoding="utf-8") as errors:
        process = start(*command, stdout=subprocess.PIPE, stderr=errors)
    server = WebServer("", process, file, log)
    try:
        server.address = _address(server)
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        assert process.stdout
        process.stdout.close()


def start(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    """Start noughts in a process of its own, with the sources under test."""
    paths = [str(_HERE / "src"), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "noughts", *arguments],
        stdin=subprocess.DEVNULL,
        text=True,
        env=environment,
        **options,
    )


def _address(server: WebServer) -> str:
    """Wait until a server prints its URL, and return the URL."""
    assert server.process.stdout
    deadline, said = time.monotonic() + STARTS, ""
    while time.monotonic() < deadline and (line := server.process.stdout.readline()):
        said += line
        if found := re.search(r"http://[^/\s]+:(\d+)/", said):
            return f"http://127.0.0.1:{found[1]}"
    raise AssertionError(f"the server did not start: {said}{server.written}")


class Application:
    """The application with its middleware, in this process and without a network, for many small requests.

    Everything runs in one event loop, which runs only during a request.

    Args:
        database: the database file, which may already exist.
        limits: the rate limits. By default, there are none.
        options: options for `server_app`.
    """

    def __init__(
        self, database: Path, limits: Mapping[RequestKind, Sequence[RateLimit]] | None = None, **options: Any
    ) -> None:
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._runner.run(self._open(database, RateLimiter(limits or {}), options))

    async def _open(self, database: Path, limiter: RateLimiter, options: dict[str, Any]) -> None:
        opened = SQLStore.open(f"sqlite:///{database}", clock=lambda: time.time_ns() // 1_000_000)
        self.store = await self._stack.enter_async_context(opened)
        self.engines = await self._stack.enter_async_context(WorkerPool())
        self.app = app = server_app(self.store, self.engines, limiter, **options)
        self.games: Games = app.state.games
        transport = httpx.ASGITransport(protected(app, HostNames.of(), limiter), raise_app_exceptions=True)
        page = "http://localhost"
        self._client = httpx.AsyncClient(transport=transport, base_url=page, headers={"origin": page}, trust_env=False)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request and return the response. Exceptions that the application does not handle are raised."""
        return self._runner.run(self._request(method, path, options))

    async def _request(self, method: str, path: str, options: dict[str, Any]) -> httpx.Response:
        self._client.cookies.clear()
        return await self._client.request(method, path, **options)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the application's event loop."""
        return self._runner.run(work)

    def close(self) -> None:
        """Stop, as the server does."""
        with self._runner:
            self._runner.run(self._close())

    async def _close(self) -> None:
        await self._client.aclose()
        await self.games.computers.close()
        await self._stack.aclose()


@contextmanager
def application(database: Path, **options: Any) -> Iterator[Application]:
    """Yield the application without a server."""
    made = Application(database, **options)
    try:
        yield made
    finally:
        made.close()
