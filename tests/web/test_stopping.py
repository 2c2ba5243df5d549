"""The server stops on a signal. If it cannot start, it prints one line with the reason."""

import signal
import threading
import time
from pathlib import Path

import httpx
import pytest

from noughts.web.server.store.store import SQLStore
from tests.terminal.terminal import Terminal
from tests.web.server.store.stores import loaded, with_store
from tests.web.serving import until
from tests.web.web_server import WebServer, web_server

QUICK = 6.0  # seconds


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_stopping_ends_streams_and_loses_no_move(tmp_path: Path, how: signal.Signals) -> None:
    acknowledged: list[tuple[str, int]] = []
    ended: list[str] = []
    with web_server(tmp_path) as server:
        with server.client() as client:
            games = [client.post("/api/v1/games", json={"mode": "here", "game": "9,9,5"}).json() for _ in range(4)]

        def listen(game: dict[str, str]) -> None:
            mine = {"authorization": f"Bearer {game['secret']}"}
            with server.client(headers=mine) as client:
                try:
                    with client.stream("GET", f"/api/v1/games/{game['id']}/events") as stream:
                        lines = stream.iter_lines()
                        last = next(lines)
                        listening.release()
                        for line in lines:
                            last = line or last
                    ended.append(last)
                except httpx.HTTPError as error:
                    ended.append(repr(error))

        def play(game: dict[str, str]) -> None:
            mine = {"authorization": f"Bearer {game['secret']}"}
            with server.client(headers=mine) as client:
                for ply in range(81):
                    move = {"ply": ply, "move": f"{'abcdefghi'[ply % 9]}{1 + ply // 9}"}
                    try:
                        if client.post(f"/api/v1/games/{game['id']}/moves", json=move).status_code != 200:
                            return
                    except httpx.HTTPError:
                        return
                    acknowledged.append((game["id"], ply + 1))

        listening = threading.Semaphore(0)
        threads = [threading.Thread(target=listen, args=(game,)) for game in games]
        for thread in threads:
            thread.start()
        for _ in games:
            assert listening.acquire(timeout=20)
        threads += [threading.Thread(target=play, args=(game,)) for game in games]
        for thread in threads[4:]:
            thread.start()
        until(lambda: len(acknowledged) >= 8)
        began = time.monotonic()
        assert server.stop(how) in (0, 130)
        assert time.monotonic() - began < QUICK
        for thread in threads:
            thread.join(20)
        assert len(ended) == 4
        assert not [last for last in ended if "Error" in last], ended
        assert server.written == ""

    async def check(store: SQLStore) -> None:
        for id, plies in acknowledged:
            assert len((await loaded(store, id)).moves) >= plies

    with_store(f"sqlite:///{server.database}", check)


def refused(*arguments: str) -> str:
    """Start a server that is expected to fail, and return its error."""
    run = Terminal.run("web", "--port", "0", *arguments)
    assert (run.status, run.out) == (2, "")
    assert run.err.count("\n") == 1, run.err
    assert run.err.startswith("noughts: "), run.err
    return run.err


def test_a_second_server_on_the_same_file_is_refused(shared_server: WebServer) -> None:
    said = refused("--database", str(shared_server.database))
    assert f"another server (process {shared_server.process.pid}) has " in said


def test_a_port_in_use_is_reported(shared_server: WebServer, tmp_path: Path) -> None:
    said = refused("--database", str(tmp_path / "x"), "--port", str(shared_server.port))
    assert said == f"noughts: port {shared_server.port} is in use by another program: choose another one with --port\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", ""], "has no name"),
        (["--database", "mysql://u:hidden@h/d"], "'mysql'"),
        (["--database", "sqlite://"], "in memory"),
        (["--database", "postgresql://u:hidden@h:port/d"], "cannot be read"),
        (["--database", "DIRECTORY"], "is a directory"),
        (["--database", "DIRECTORY/file/games"], "cannot be opened"),
        (["--database", "DIRECTORY/file"], "not an SQLite database"),
        (["--database", "postgresql://u:hidden@127.0.0.1:1/d"], "database"),
        (["--database", "DIRECTORY/x", "--workers", "2"], "need PostgreSQL"),
        (["--database", "DIRECTORY/x", "--host", "no such host"], "not a valid host name"),
        (["--database", "DIRECTORY/x", "--host", "192.0.2.1"], "cannot listen"),
        (["--database", "DIRECTORY/x", "--trust-proxy", "nonsense"], "expected the address of a proxy"),
        (["--database", "DIRECTORY/x", "--allow-host", "a b"], "expected one such as"),
    ],
)
def test_invalid_options_get_an_error_in_one_line(tmp_path: Path, arguments: list[str], words: str) -> None:
    (tmp_path / "file").write_text("not a database\n" * 200)
    said = refused(*(argument.replace("DIRECTORY", str(tmp_path)) for argument in arguments))
    assert words in said
    assert "hidden" not in said
