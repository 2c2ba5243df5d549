"""Processes that serve at one socket: who dies is started again, and nobody outlives who started them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from noughts.apps.web.workers import pause
from tests.apps.web.serving import until
from tests.apps.web.web_server import WebServer, web_server

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")

SECONDS = 60.0  # the machine may be busy


@contextmanager
def supervised(how: str, directory: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tests.apps.web.supervised", how, str(directory)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def begun(directory: Path) -> set[int]:
    return {int(path.name.partition("-")[2]) for path in directory.glob("begun-*")}


def lives(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for somebody to hear of it does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    if not Path("/proc").is_dir():
        return True
    status = of(process, "stat")
    return bool(status) and status.rpartition(")")[2].split()[0] != "Z"


def of(process: int, what: str) -> str:
    """What the system tells of a process; nothing where it has gone in the meantime."""
    try:
        return Path(f"/proc/{process}/{what}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_pauses_grow_and_have_an_end() -> None:
    pauses = [pause(deaths) for deaths in range(1, 30)]
    assert pauses[:4] == [0.0, 0.5, 1.0, 2.0]
    assert pauses == sorted(pauses)
    assert pauses[-1] == 30.0


def test_who_cannot_start_at_all_is_told_so(tmp_path: Path) -> None:
    with supervised("never", tmp_path) as process:
        _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert (
        said.splitlines()[-1] == "noughts: the processes that serve end as soon as they are started: see what they said"
    )
    assert "Traceback" not in said


def test_who_dies_again_and_again_does_not_stop_the_others(tmp_path: Path) -> None:
    with supervised("first", tmp_path) as process:
        until(lambda: len(begun(tmp_path)) >= 5, SECONDS)  # the first, and four short lives
        assert process.poll() is None
        assert sum(map(lives, begun(tmp_path))) >= 1
        process.terminate()
        assert process.wait(SECONDS) == 0
        until(lambda: not any(map(lives, begun(tmp_path))), SECONDS)


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, *(pytest.param(how, marks=pytest.mark.slow) for how in (signal.SIGTERM, signal.SIGINT))]
)
def test_nobody_outlives_the_supervisor(tmp_path: Path, how: signal.Signals) -> None:
    with supervised("ever", tmp_path) as process:
        until(lambda: len(begun(tmp_path)) == 3, SECONDS)
        process.send_signal(how)
        process.wait(SECONDS)
        until(lambda: not any(map(lives, begun(tmp_path))), SECONDS)


def serving(server: WebServer) -> set[int]:
    """The processes that serve; the supervisor has others, which do not."""
    children = map(int, of(server.process.pid, f"task/{server.process.pid}/children").split())
    return {each for each in children if "spawn_main" in of(each, "cmdline")}


def moved(server: WebServer, path: str, move: dict[str, Any], mine: dict[str, str]) -> int:
    """Make a move and return the status; where both processes are just starting, on a busy machine, ask once more."""
    for _ in range(5):
        with server.client(headers=mine) as client:
            try:
                return client.post(path, json=move).status_code
            except httpx.TimeoutException:
                continue
    raise AssertionError("no process serves")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_that_is_killed_is_replaced_and_none_is_left_over(postgres: "Postgres", tmp_path: Path) -> None:
    with web_server(tmp_path, "--workers", "2", database=postgres.database()) as server, server.client() as client:
        made = client.post("/api/v1/games", json={"o": "person"}).json()
        mine, game = {"authorization": f"Bearer {made['secret']}"}, f"/api/v1/games/{made['id']}"
        for ply, move in enumerate(["a1", "b2", "a2"]):
            workers = serving(server)
            victim = min(workers)
            os.kill(victim, signal.SIGKILL)
            until(lambda gone=victim: len(serving(server) - {gone}) == 2, SECONDS)  # type: ignore[misc]
            assert len(serving(server) & workers) == 1, "the other one has gone on"
            assert moved(server, f"{game}/moves", {"ply": ply, "move": move}, mine) == 200
        workers = serving(server)
        server.stop(signal.SIGKILL)
        until(lambda: not any(map(lives, workers)), SECONDS)


if TYPE_CHECKING:
    from tests.apps.web.store.postgres import Postgres
