"""The server's patience: slow clients are cut off, everybody else is served, and memory stays flat.

One file, as all of it is told by a few ways of talking to the same small application.
"""

import asyncio
import contextlib
import os
import re
import select
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from noughts.apps.web.asgi import App, Receive, Scope, Send
from noughts.apps.web.guard.headers import HEADERS
from noughts.apps.web.guard.limits import Limits
from noughts.apps.web.guard.middleware import Rules, Shield
from tests.apps.web.serving import LONGEST_WAIT, Recorder, connect, everything, is_closed, served, until

import httpx  # isort: skip

from noughts.apps.web.protocol import Patience, PatientConfig, room_for  # isort: skip

SHORT = Patience(headers=0.4, body=0.5, unread=0.6, idle=0.5)
HEAD = b"POST /x HTTP/1.1\r\nHost: localhost\r\n"
KIB = 1024
MUCH = 64 * KIB * KIB
LONG = 0.9  # seconds: longer than any deadline above


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Tells the lengths of bodies; streams events at /events, very much at /much and /lump, and thinks at /slow."""
    if scope["type"] != "http":
        return
    if scope["path"] == "/events":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        gone = asyncio.ensure_future(until_gone(receive))
        number = 0
        while not gone.done():
            number += 1
            await send({"type": "http.response.body", "body": b"data: %d\n\n" % number, "more_body": True})
            await asyncio.wait([gone], timeout=0.05)
        await gone
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(LONG)
    if scope["path"] == "/lump":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * MUCH})
        return
    if scope["path"] == "/much":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(MUCH // (32 * KIB)):
            await send({"type": "http.response.body", "body": b"x" * 32 * KIB, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        return
    await Recorder()(scope, receive, send)


async def until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue


def guarded(patience: Patience = SHORT, inside: App = app, loop: str = "auto") -> PatientConfig:
    rules = Rules.of(limits=Limits().scaled(1000))
    return PatientConfig(Shield(inside, rules), patience, lifespan="off", loop=loop)


@pytest.fixture(scope="module")
def shared() -> Iterator[int]:
    """The port of a server of little patience that several tests use."""
    with served(guarded()) as port:
        yield port


def get(port: int, path: str = "/") -> bytes:
    """One request as simple as can be."""
    with connect(port) as connection:
        connection.sendall(b"GET %b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % path.encode())
        return everything(connection)


SLOW = [  # how they begin, and what they say again and again
    (b"", b""),  # never says anything
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X-A: 1\r\n"),  # headers that never end
    (HEAD + b"Content-Length: 60000\r\n\r\n", b"x"),  # a body that never ends
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),  # one of unknown length
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;", b"a"),  # a name of a piece that never ends
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\r\n"),  # nothing after an answer
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /a", b"a"),  # half a request after an answer
]


@pytest.mark.parametrize(
    "kinds", [pytest.param(SLOW, id="all"), *(pytest.param([kind], marks=pytest.mark.slow) for kind in SLOW)]
)
def test_hundreds_of_slow_clients_are_closed_and_the_others_are_answered(kinds: list[tuple[bytes, bytes]]) -> None:
    config = guarded()
    with served(config) as port, contextlib.ExitStack() as stack:
        slow = [(stack.enter_context(connect(port)), *kind) for kind in kinds for _ in range(350 // len(kinds))]
        began = time.monotonic()
        for connection, start, _ in slow:
            connection.sendall(start)
        slowest = 0.0
        while slow:
            asked = time.monotonic()
            assert get(port).startswith(b"HTTP/1.1 200")
            slowest = max(slowest, time.monotonic() - asked)
            for connection, _, drip in slow:
                with contextlib.suppress(OSError):
                    connection.send(drip)
            slow = [client for client in slow if not is_closed(client[0])]
            assert time.monotonic() - began < 8, f"{len(slow)} are still open"
        assert slowest < 2
        until(lambda: not config.watch.addresses)


@pytest.mark.parametrize("loop", ["auto", pytest.param("asyncio", marks=pytest.mark.slow)])
def test_who_does_not_read_is_closed(loop: str) -> None:
    with served(guarded(loop=loop)) as port, connect(port) as connection:
        connection.sendall(b"GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: hung_up(connection))


def hung_up(connection: socket.socket) -> bool:
    """Whether the other side has cut the connection, told without reading from it."""
    poll = select.poll()
    poll.register(connection, 0)
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))


@pytest.mark.parametrize("path", ["/much", "/lump"])
def test_who_reads_slowly_but_reads_is_served(path: str) -> None:
    """Whether the answer is written bit by bit or all at once."""
    with served(guarded(replace(SHORT, unread=0.4))) as port, connect(port) as connection:
        connection.sendall(b"GET %b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % path.encode())
        began, received = time.monotonic(), 0
        while piece := connection.recv(MUCH // 60):
            received += len(piece)
            ahead = received / MUCH * LONG - (time.monotonic() - began)
            time.sleep(max(0.0, ahead))  # a slow line
        assert received > MUCH


def test_a_stream_that_is_read_outlasts_every_deadline(shared: int) -> None:
    with connect(shared) as connection:
        connection.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        began, received = time.monotonic(), b""
        while time.monotonic() - began < LONG:
            piece = connection.recv(65536)
            assert piece
            received += piece
        assert received.count(b"data: ") > 5


def test_streams_are_counted_until_their_readers_are_gone() -> None:
    config = guarded(Patience())
    with served(config) as port, contextlib.ExitStack() as stack:
        readers = [stack.enter_context(connect(port)) for _ in range(20)]
        for reader in readers:
            reader.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert reader.recv(100)
        streams = config.app.streams  # type: ignore[union-attr]
        assert streams.total == 20
        for reader in readers[:10]:  # cut off, as when a machine loses power; the others say goodbye
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for reader in readers:
            reader.close()
        until(lambda: streams.total == 0)


def test_a_connection_that_is_used_is_kept(shared: int) -> None:
    began = time.monotonic()
    with connect(shared) as connection:
        while time.monotonic() - began < LONG:
            connection.sendall(HEAD + b"Content-Length: 4\r\n\r\nfour")
            answer = b""
            while not answer.endswith(b"\r\n\r\n4"):
                piece = connection.recv(65536)
                assert piece
                answer += piece
            assert answer.startswith(b"HTTP/1.1 200")
            assert b"\r\nserver:" not in answer
            time.sleep(0.05)  # a person, at times


def test_an_application_may_think_beyond_every_deadline(shared: int) -> None:
    assert get(shared, "/slow").startswith(b"HTTP/1.1 200")


def test_one_connection_asks_a_thousand_times_at_once() -> None:
    with served(guarded(Patience())) as port, connect(port) as connection:
        one = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.sendall(one * 999 + one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert everything(connection).count(b"HTTP/1.1 200 OK") == 1000


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * 10_000 + b"\r\n", 431),
        (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 20_000 + b"\r\nConnection: close\r\n\r\n", 200),
        (b"nonsense\r\n\r\n", 400),
        (HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
        (HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (HEAD + b"Content-Length: x\r\n\r\n", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nx\r\n", 400),
        (b"\x16\x03\x01\x02\x00", 400),
    ],
)
def test_what_is_too_long_or_no_http_is_refused_in_one_sentence(shared: int, request_: bytes, status: int) -> None:
    with connect(shared) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(request_)
        head, _, body = everything(connection).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 %d " % status)
        for name, value in HEADERS:
            assert b"\r\n%b: %b" % (name, value) in head
        assert status == 200 or (body.count(b"\n") == 1 and b"expected" in body)


@pytest.mark.parametrize("tail", [b"0\r\nX: ", b"1;"])
def test_what_follows_a_body_is_limited_too(tail: bytes) -> None:
    """Trailers, and names of pieces: neither headers nor body, and easily forgotten."""
    with served(guarded(Patience())) as port, connect(port) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + tail)
            for _ in range(1000):
                connection.sendall(b"a" * 64 * KIB)
            pytest.fail("64 megabytes were taken")
        assert is_closed(connection) or everything(connection) is not None


def test_only_so_many_connections_of_one_address_and_in_all() -> None:
    for patience in [replace(Patience(), per_address=5), replace(Patience(), connections=5)]:
        config = guarded(patience)
        with served(config) as port, contextlib.ExitStack() as stack:
            taken = [stack.enter_context(connect(port)) for _ in range(5)]
            until(lambda config=config: config.watch.addresses["127.0.0.1"] == 5)  # type: ignore[misc]
            answer = get_turned_away(port)
            assert answer.startswith(b"HTTP/1.1 503")
            assert b"Too many connections" in answer
            assert not any(is_closed(connection) for connection in taken)
            taken[0].close()
            until(lambda port=port: get(port).startswith(b"HTTP/1.1 200"))  # type: ignore[misc]
    assert not config.watch.addresses


def get_turned_away(port: int) -> bytes:
    with connect(port) as connection:
        return everything(connection)


def test_there_is_room_for_some_connections() -> None:
    assert room_for(10) == 10
    assert 0 < room_for(10_000_000) <= 10_000_000


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_refused_politely(shared: int, chunked: bool) -> None:
    """Whoever sends ten megabytes may send them, and then reads why they were refused."""
    with connect(shared) as connection:
        connection.sendall(HEAD + body_of(10, chunked))
        assert everything(connection).endswith(b"That is too much to send at once: expected at most 65,536 bytes.\n")


def body_of(megabytes: int, chunked: bool) -> bytes:
    """A long body, and the header that says so."""
    if chunked:
        piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        return b"Transfer-Encoding: chunked\r\n\r\n" + piece * 16 * megabytes + b"0\r\n\r\n"
    return b"Content-Length: %d\r\n\r\n" % (megabytes << 20) + b"x" * (megabytes << 20)


# Memory, which must be measured in a process of its own.

SERVER = """
import asyncio, socket, sys
if "--h11" in sys.argv:
    sys.modules["httptools"] = None
import uvicorn
from tests.apps.web.test_shield_protocol import guarded
from noughts.apps.web.protocol import Patience
config = guarded(Patience(headers=1, body=10, unread=10, idle=1))
listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
print(listener.getsockname()[1], flush=True)
uvicorn.Server(config).run([listener])
"""


@contextmanager
def process(*options: str) -> Iterator[tuple[int, int]]:
    """A server in its own process: its number and its port."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[3]), *sys.path])}
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, *options], stdout=subprocess.PIPE, encoding="utf-8", env=environment
    ) as running:
        assert running.stdout is not None
        port = int(running.stdout.readline())
        try:
            until(lambda: get(port).startswith(b"HTTP/1.1 200"))
            yield running.pid, port
        finally:
            running.terminate()
            running.wait(LONGEST_WAIT)


def most_memory(pid: int) -> int:
    """The most memory that a process ever had, in KiB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert found
    return int(found[1])


def pour(port: int, megabytes: int, chunked: bool) -> bytes:
    """Send a body far too long, for as long as it is taken; return what is answered."""
    with connect(port) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(HEAD + body_of(megabytes, chunked))
        return everything(connection)


on_linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory from /proc")


@on_linux
@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [10, 200])
def test_memory_stays_flat_whatever_is_sent(megabytes: int) -> None:
    with process() as (pid, port):
        before = most_memory(pid)
        for chunked in [False, True]:
            for _ in range(5):
                answer = pour(port, megabytes, chunked)
                assert answer.startswith(b"HTTP/1.1 413") or (megabytes > 16 and not answer)
        assert get(port).startswith(b"HTTP/1.1 200")
        assert most_memory(pid) - before < 8 * KIB


@pytest.mark.slow
def test_without_httptools_the_same_holds() -> None:
    with process("--h11") as (_, port):
        assert pour(port, 10, chunked=True).startswith(b"HTTP/1.1 413")
        with connect(port) as slow, httpx.Client(base_url=f"http://localhost:{port}") as client:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            assert client.post("/x", content=b"x" * 60_000).text == "60000"
            assert client.get("/", headers={"x": "a" * 100_000}).status_code in (400, 431)
            until(lambda: is_closed(slow))
