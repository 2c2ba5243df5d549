"""The real server under load and when stopping: many streams, a flood of requests, slow clients, a dead worker."""

import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.web.server.workers.processes import is_running
from tests.web.serving import everything, until
from tests.web.web_server import WebServer, web_server

if TYPE_CHECKING:
    from tests.web.server.store.postgres import Postgres

pytestmark = pytest.mark.slow

STREAMS = 1_500
TRUSTED = ("--trust-proxy", "127.0.0.1")


def memory(server: WebServer) -> int:
    """Return the memory of the server process in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) // 1024


def stream(server: WebServer, game: dict[str, str], client: str) -> socket.socket:
    """Open an event stream, with the address of a client behind a proxy."""
    connection = server.connect()
    headers = {
        "Host": f"127.0.0.1:{server.port}",
        "X-Forwarded-For": client,
        "Authorization": f"Bearer {game['secret']}",
    }
    lines = [f"GET /api/v1/games/{game['id']}/events HTTP/1.1", *(f"{n}: {v}" for n, v in headers.items()), "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection


@pytest.fixture
def sockets() -> Iterator[ExitStack]:
    """Closes the sockets that a test has opened."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def enough_files() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 3 * STREAMS:
        pytest.skip("the system allows too few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 3 * STREAMS), hard))


@pytest.mark.usefixtures("enough_files")
def test_moves_are_answered_while_many_streams_are_open(tmp_path: Path, sockets: ExitStack) -> None:
    with web_server(tmp_path, *TRUSTED) as server, server.client("10.9.0.1") as client:
        game = client.post("/api/v1/games", json={"mode": "here"}).json()
        mine = {"authorization": f"Bearer {game['secret']}"}
        clients = [f"10.9.1.{number % 200}" for number in range(STREAMS)]
        streams = [sockets.enter_context(stream(server, game, each)) for each in clients]
        for opened in streams:
            assert b"200 OK" in opened.recv(100)
        began = time.monotonic()
        moved = client.post(f"/api/v1/games/{game['id']}/moves", json={"ply": 0, "move": "b2"}, headers=mine)
        assert moved.status_code == 200
        assert time.monotonic() - began < 10
        for opened in streams:
            received = b""
            while b"data: 2\n" not in received:
                received += opened.recv(4096)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 10
        assert all(everything(opened).endswith(b"0\r\n\r\n") for opened in streams), "each stream ends properly"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads the memory from /proc")
def test_a_flood_of_pipelined_requests_takes_no_memory(tmp_path: Path, sockets: ExitStack) -> None:
    def flood() -> None:
        connection = sockets.enter_context(server.connect())
        connection.setblocking(False)
        requests = f"GET /play HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode() * 500
        while time.monotonic() < end:
            try:
                connection.send(requests)
            except BlockingIOError:
                time.sleep(0.001)
            except OSError:  # the server closed the connection
                return

    with web_server(tmp_path) as server:
        before = most = memory(server)
        end = time.monotonic() + 6
        threads = [threading.Thread(target=flood) for _ in range(2)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            most = max(most, memory(server))
            time.sleep(0.1)
        assert most - before <= 100


def test_a_body_that_stalls_does_not_delay_the_stop(tmp_path: Path) -> None:
    with web_server(tmp_path) as server, server.connect() as stalled:
        address = f"127.0.0.1:{server.port}"
        head = f"POST /play/move HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Length: 50\r\n\r\n"
        stalled.sendall(f"{head}game=".encode())
        time.sleep(0.2)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 4
        assert server.written == ""


def test_a_client_that_sends_headers_too_slowly_is_disconnected(tmp_path: Path) -> None:
    with web_server(tmp_path) as server, server.connect() as silent, server.connect() as slow:
        slow.sendall(b"GET /play HTTP/1.1\r\n")
        for connection in (silent, slow):
            assert b"200" not in everything(connection)


def test_a_worker_that_dies_is_replaced(postgres: "Postgres", tmp_path: Path, sockets: ExitStack) -> None:
    with web_server(tmp_path, "--workers", "2", database=postgres.database()) as server:
        with server.client() as client:
            assert client.get("/play").status_code == 200, "it has announced itself, so it answers"
        until(lambda: len(workers(server)) == 2)
        before = workers(server)
        os.kill(before[0], signal.SIGKILL)
        until(lambda: len(now := workers(server)) == 2 and before[0] not in now, 30)
        with server.client() as client:
            until(lambda: answers(client), 30)
            game = client.post("/api/v1/games", json={"mode": "here"}).json()
        listening = sockets.enter_context(stream(server, game, "10.9.0.2"))
        assert b"200 OK" in listening.recv(100)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 8
        assert everything(listening).endswith(b"0\r\n\r\n")
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in before[1:]))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the processes in /proc")
def test_workers_and_engines_end_with_a_supervisor_that_is_killed(postgres: "Postgres", tmp_path: Path) -> None:
    with web_server(tmp_path, "--workers", "2", database=postgres.database()) as server:
        until(lambda: len(workers(server)) == 2)
        both = workers(server)
        until(lambda: all(len(children(worker)) == 2 for worker in both), 30)
        everyone = [*both, *(engine for worker in both for engine in children(worker))]
        server.stop(signal.SIGKILL)
        until(lambda: not any(is_running(pid) for pid in everyone), 5)
        socket.create_server(("127.0.0.1", server.port)).close()  # the port is free


def workers(server: WebServer) -> list[int]:
    return children(server.process.pid)


def children(parent: int) -> list[int]:
    """Return the ids of the processes of noughts that a process has started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            started_by = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if started_by == parent and b"noughts" in command:
            found.append(int(process.name))
    return sorted(found)


def answers(client: httpx.Client) -> bool:
    try:
        return client.get("/health").status_code == 200
    except httpx.TransportError:
        return False
