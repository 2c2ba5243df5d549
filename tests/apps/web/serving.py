"""Applications asked in two ways: directly, and as a real server on a free port."""

import asyncio
import importlib.util
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest

from noughts.apps.web.asgi import App, Message, Receive, Scope, Send

pytest.importorskip("uvicorn", reason="needs the extra [web]")

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from noughts.apps.web import protocol
from noughts.apps.web.protocol import PatientConfig

LONGEST_WAIT = 20.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str


@dataclass
class Clock:
    """A clock that is moved by hand."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Recorder:
    """An application that notes what reaches it, and answers with the length of the body."""

    asked: list[Scope] = field(default_factory=list)
    status: int = 200
    headers: tuple[tuple[bytes, bytes], ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        self.asked.append(scope)
        size, more = 0, True
        while more:
            message = await receive()
            size += len(message.get("body", b""))
            more = message.get("more_body", False)
        body = str(size).encode()
        headers = [(b"content-length", str(len(body)).encode()), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def asked(
    app: App,
    path: str = "/",
    method: str = "GET",
    headers: Iterator[tuple[str, str]] | list[tuple[str, str]] | None = None,
    pieces: tuple[bytes, ...] = (b"",),
    client: str = "192.0.2.7",
    scheme: str = "http",
    host: str | None = "localhost:8000",
) -> Answer:
    """Ask an application directly, as a server would."""
    path, _, query = path.partition("?")
    named = [(b"host", host.encode("latin-1"))] if host is not None else []
    scope: Scope = {
        **{"type": "http", "method": method, "path": path, "query_string": query.encode(), "scheme": scheme},
        "headers": named + [(name.lower().encode(), value.encode("latin-1")) for name, value in headers or ()],
        "client": (client, 4711),
    }
    waiting = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    waiting[-1]["more_body"] = False
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start = sent[0]
    text = b"".join(message["body"] for message in sent[1:]).decode()
    return Answer(start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, text)


def ask(app: App, path: str = "/", method: str = "GET", **how: Any) -> Answer:
    """Ask once."""
    return asyncio.run(asked(app, path, method, **how))


@contextmanager
def served(config: PatientConfig) -> Iterator[int]:
    """Serve on a free port of this machine, in a thread, and yield the port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        until(lambda: server.started)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(LONGEST_WAIT)
        listener.close()
    assert not thread.is_alive()


def protocol_over(parser: str) -> ModuleType:
    """The module `protocol` as it is with httptools, or as it is over h11 where that is missing."""
    if parser == "httptools":
        pytest.importorskip("httptools", reason="needs the extra [web]")
        return protocol
    found = importlib.util.find_spec(protocol.__name__)
    assert found
    assert found.loader
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uvicorn.protocols.http.auto.AutoHTTPProtocol", H11Protocol)
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    return module


def until(condition: Callable[[], bool], seconds: float = LONGEST_WAIT) -> None:
    """Wait for a condition, and fail where it does not come about in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.005)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=LONGEST_WAIT)


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed; what it said before is thrown away."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            continue
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    return True


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    connection.settimeout(LONGEST_WAIT)
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionError:
        return received
    return received
