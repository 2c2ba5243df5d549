"""Runs on a Dask cluster: jobs, a scheduler or workers that are killed, and addresses where there is no scheduler."""

import contextlib
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import Position, game
from noughts.cluster.executor import OnDask, existing_cluster, protected
from noughts.cluster.ledger import summary
from noughts.rules.errors import NoughtsError
from tests.cluster.runs import ENVIRONMENT, die, driver, open_ledger, wait_for_jobs
from tests.cluster.test_kills import HANGS, PART, expect_a_whole_proof, started

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
distributed = pytest.importorskip("distributed", reason="needs the extra [cluster]")


@pytest.mark.parametrize(
    ("address", "full"),
    [
        ("tcp://127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("localhost:8786", "tcp://localhost:8786"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("TLS://example.org:8786", "tls://example.org:8786"),
        ("tls://127.0.0.1:1@example.org:2", "tls://example.org:2"),
    ],
)
def test_protected_addresses(address: str, full: str) -> None:
    assert protected(address) == full


@pytest.mark.parametrize(
    "address",
    [
        "tcp://192.168.0.7:8786",
        "example.org:8786",
        "ws://127.0.0.1:1",
        "tcp://0.0.0.0:8786",
        "tcp://127.0.0.1:1@example.org:2",
    ],
)
def test_unprotected_addresses(address: str) -> None:
    with pytest.raises(NoughtsError, match="is refused: without TLS"):
        protected(address)


@pytest.mark.parametrize(
    "address",
    [
        *["", ":", "-", "tls://", "tcp://[", "tls://[::1", "inproc://x", "127.0.0.1", "tcp://127.0.0.1"],
        *[
            "tls://host:notaport",
            "tls://host:é",
            "tls://host:99999",
            "tls://host:0",
            "tls://\u2100:1",
            "a\nb",
            "\udcff",
        ],
    ],
)
def test_texts_that_are_no_addresses(address: str) -> None:
    with pytest.raises(NoughtsError, match=r"is not the address of a scheduler.*8786 with TLS$"):
        protected(address)


@contextlib.contextmanager
def server(greeting: bytes) -> Iterator[str]:
    """Listen on a port, send each client a greeting, and then say nothing. Return the address."""
    clients = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    clients.append(listener.accept()[0])
                    clients[-1].sendall(greeting)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
    for client in clients:
        client.close()


@pytest.mark.parametrize("greeting", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(1000)])
def test_a_server_that_is_no_scheduler(greeting: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.cluster.executor._PATIENCE", 0.2)
    with server(greeting) as address, pytest.raises(NoughtsError, match=r"it does not answer like one$"):
        existing_cluster(address).__enter__()


def test_jobs_run_on_the_workers(tmp_path: Path) -> None:
    start = Position(game("3,3,3"))
    workers = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with (
        distributed.LocalCluster(**workers) as cluster,
        distributed.Client(cluster) as client,
        open_ledger(tmp_path / "ledger", start) as ledger,
    ):
        run = driver(ledger, start)
        run.executor = OnDask(client, "here")
        assert run.executor.capacity == 1
        assert run.run()
    assert summary(tmp_path / "ledger").result == "X cannot win, O cannot win"


@contextlib.contextmanager
def dask_program(name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of Dask until the end of the ``with`` statement."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{name}", *arguments, "--no-dashboard"]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        try:
            yield program
        finally:
            program.send_signal(signal.SIGTERM)
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a scheduler with one worker. Return the address and the scheduler's process."""
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    with (
        dask_program("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)) as scheduler,
        dask_program("worker", "--scheduler-file", str(file), "--nthreads", "1", "--death-timeout", "60"),
    ):
        while not file.exists() or "tcp://" not in file.read_text():
            time.sleep(0.05)
        yield file.read_text().partition('"address": "')[2].partition('"')[0], scheduler


@pytest.mark.slow
def test_a_run_continues_on_a_new_scheduler_after_the_old_one_was_killed(tmp_path: Path) -> None:
    with cluster(tmp_path) as (address, scheduler):
        run = started(tmp_path, *PART, "--scheduler", address)
        wait_for_jobs(tmp_path, run, 20)
        scheduler.kill()
        out, err = run.communicate(timeout=HANGS)
    assert (run.returncode, out) == (2, "")
    assert f"the connection to the Dask scheduler at {address} is lost: start the scheduler again" in err
    assert "Traceback" not in err, err
    with cluster(tmp_path) as (address, _):
        run = started(tmp_path, *PART, "--scheduler", address)
        out, err = run.communicate(timeout=HANGS)
    assert run.returncode == 0, err
    expect_a_whole_proof(tmp_path, killed=0)


@pytest.mark.slow
def test_a_job_that_kills_its_workers_is_quarantined(tmp_path: Path) -> None:
    """A scheduler repeats a job that killed its worker three times."""
    start = Position(game("3,3,3"))
    with (
        cluster(tmp_path) as (address, _),
        existing_cluster(address) as executor,
        open_ledger(tmp_path / "ledger", start, weak=True) as ledger,
    ):
        run = driver(ledger, start, weak=True)
        run.executor = OnDask(executor.client, "here", die)
        assert run.run() is None
    state = summary(tmp_path / "ledger")
    assert (state.lost, state.quarantined) == (4, ["can x win the weak game from 3_/3_/3_ x"])
    assert "the worker died" in state.events[0]
