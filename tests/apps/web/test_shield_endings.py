"""A connection that has ended, however it ended, is forgotten at once, with all that it has read.

The cycle collector is off here: left to it, each connection of a busy server would cost memory for minutes.
"""

import contextlib
import gc
import socket
import struct
from collections.abc import Iterator
from typing import Any
from weakref import WeakSet

import pytest

from noughts.apps.web.asgi import Receive, Scope, Send
from noughts.apps.web.guard.middleware import Rules, Shield
from tests.apps.web.serving import connect, everything, protocol_over, served, until
from tests.apps.web.test_shield_protocol import app

MANY = 3
LINES = b"HTTP/1.1\r\nHost: localhost\r\n"
GET, POST, EVENTS = (b"%b %b" % (request, LINES) for request in (b"GET /", b"POST /", b"GET /events"))
CLOSE = b"Connection: close\r\n\r\n"

LEAVING = {  # what clients say who leave by themselves; the first answer has begun then, where one is to be expected
    "nothing": b"",
    "half the headers": GET,
    "half a body": POST + b"Content-Length: 30\r\n\r\nabc",
    "a request": GET + b"\r\n",
    "a request that fails": b"GET /wrong " + LINES + b"\r\n",
    "many at once": (GET + b"\r\n") * 20,
    "a stream": EVENTS + b"\r\n",
    "many streams at once": (EVENTS + b"\r\n") * 20,
    "what is not fetched": b"GET /lump " + LINES + b"\r\n",
}
CLOSED = {  # what clients say with whom the server parts
    "a request": GET + CLOSE,
    "a refused request": b"GET / HTTP/1.1\r\nHost: elsewhere\r\n" + CLOSE,
    "a body": POST + b"Content-Length: 3\r\n" + CLOSE + b"abc",
    "a body in pieces": POST + b"Transfer-Encoding: chunked\r\n" + CLOSE + b"3\r\nabc\r\n0\r\n\r\n",
    "a body too long": POST + b"Content-Length: 200000\r\n" + CLOSE + b"a" * 200_000,
    "headers too long": GET + b"X: a\r\n" * 10_000 + CLOSE,
    "no HTTP": b"nonsense\r\n\r\n",
    "Host twice": GET + b"Host: localhost\r\n" + CLOSE,
}


async def failing(scope: Scope, receive: Receive, send: Send) -> None:
    """The application of the other tests, with a page that fails."""
    if scope["path"] == "/wrong":
        raise ZeroDivisionError
    await app(scope, receive, send)


class Server:
    """A server that knows which of its connections have not been forgotten."""

    def __init__(self, parser: str, loop: str) -> None:
        protocol = protocol_over(parser)
        alive: WeakSet[Any] = WeakSet()

        class Known(protocol.Patient):  # type: ignore[misc, name-defined]  # of a module made for this test
            def __init__(self, *arguments: Any, **named: Any) -> None:
                super().__init__(*arguments, **named)
                alive.add(self)

        wall = Shield(failing, Rules.of())
        self.config = protocol.PatientConfig(wall, lifespan="off", loop=loop, http=Known)
        self.alive = alive


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


USUAL, OTHER = ("httptools", "auto"), ("h11", "asyncio")
REST = [pytest.param(*kind, marks=pytest.mark.slow) for kind in [("httptools", "asyncio"), ("h11", "auto")]]


@pytest.mark.parametrize(("parser", "loop"), [USUAL, pytest.param(*OTHER, marks=pytest.mark.slow), *REST])
@pytest.mark.parametrize("cut", [False, True], ids=["goodbye", "cut"])
@pytest.mark.parametrize("said", LEAVING.values(), ids=LEAVING)
def test_when_the_client_has_left(parser: str, loop: str, said: bytes, cut: bool) -> None:
    server = Server(parser, loop)
    with served(server.config) as port:
        for _ in range(MANY):
            with connect(port) as client:
                if cut:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.sendall(said)
                if said.endswith(b"\r\n\r\n"):
                    assert client.recv(100).startswith(b"HTTP/1.1 ")
        until(lambda: not server.alive)


@pytest.mark.parametrize(("parser", "loop"), [USUAL, OTHER, *REST])
@pytest.mark.parametrize("said", CLOSED.values(), ids=CLOSED)
def test_when_the_server_has_closed(parser: str, loop: str, said: bytes) -> None:
    server = Server(parser, loop)
    with served(server.config) as port:
        for _ in range(MANY):
            with connect(port) as client, contextlib.suppress(ConnectionError):
                client.sendall(said)
                assert everything(client).startswith(b"HTTP/1.1 ")
        until(lambda: not server.alive)


@pytest.mark.parametrize("parser", ["httptools", "h11"])
@pytest.mark.parametrize("before", [0, 1])
def test_a_stream_ends_with_its_reader_although_another_request_waits_behind_it(parser: str, before: int) -> None:
    server = Server(parser, "auto")
    streams = server.config.app.streams
    with served(server.config) as port:
        with connect(port) as reader:
            reader.sendall((GET + b"\r\n") * before + EVENTS + b"\r\n" + GET + b"\r\n")
            until(lambda: streams.total == 1)
            assert reader.recv(100)
        until(lambda: not streams.total)
