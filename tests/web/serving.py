"""Call applications directly, or serve them by a real server on a free port."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server
from starlette.types import ASGIApp, Receive, Scope, Send

LONGEST_WAIT = 20.0


@dataclass
class Clock:
    """A clock that tests set."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Recorder:
    """An application that records its requests and answers with the length of the body."""

    requests: list[Scope] = field(default_factory=list)
    headers: tuple[tuple[bytes, bytes], ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests.append(scope)
        size, more = 0, True
        while more:
            message = await receive()
            size += len(message.get("body", b""))
            more = message.get("more_body", False)
        body = str(size).encode()
        headers = [(b"content-length", str(len(body)).encode()), *self.headers]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@dataclass(frozen=True)
class Client:
    """A client that calls an application directly, without a network."""

    app: ASGIApp
    address: str
    base_url: str

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, client=(self.address, 4711))
            async with httpx.AsyncClient(transport=transport, base_url=self.base_url, trust_env=False) as client:
                return await client.request(method, path, **options)

        return asyncio.run(ask())

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)


def client(app: ASGIApp, address: str = "192.0.2.7", base_url: str = "http://localhost:8000") -> Client:
    """Return a client that calls an application directly, with this client address."""
    return Client(app, address, base_url)


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    """Yield the pieces of a body whose length is not declared in advance."""
    for part in parts:
        yield part


@contextmanager
def served(app: ASGIApp, **options: Any) -> Iterator[int]:
    """Serve an application on a free port of this computer, in a thread, and yield the port."""
    port = free_port()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        server = Server(
            app, "127.0.0.1", port, interface=Interfaces.ASGINL, http=HTTPModes.http1, log_enabled=False, **options
        )
        stopping.append(lambda: loop.call_soon_threadsafe(server.stop))
        await server.serve()

    stopping: list[Callable[[], object]] = []
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    try:
        until(lambda: is_listening(port))
        yield port
    finally:
        stopping[0]()
        thread.join(LONGEST_WAIT)
    assert not thread.is_alive()
    loop.close()


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def until(condition: Callable[[], bool], seconds: float = LONGEST_WAIT) -> None:
    """Wait for a condition, and fail if it does not hold in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.005)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=LONGEST_WAIT)


def everything(connection: socket.socket) -> bytes:
    """Return all bytes received until the other side closes the connection."""
    connection.settimeout(LONGEST_WAIT)
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionError:
        return received
    return received
