"""Runs on Dask survive kill -9 of a worker, the driver and the scheduler, and disks that fill up."""

import contextlib
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from noughts.solver.distributed.ledger import summary
from noughts.solver.distributed.manifest import check_manifest
from tests.solver.distributed.runs import ENVIRONMENT, query, wait_for_jobs

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
import psutil

WHOLE = ["8,7,5", "--job-nodes", "5000"]  # takes 20 seconds
PART = ["--game", "8,7,5", "8_/8_/8_/3_x4_/8_/8_/8_ o", "--weak", "--job-nodes", "500"]  # after a move in the centre
JOBS = 150  # at least, in each of the two

HANGS = 900  # seconds after which a program has stopped working, however busy the machine is


def started(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start a run."""
    run = ["solve", *options, "--ledger", "ledger", "--proof", "manifest"]
    return subprocess.Popen(
        [sys.executable, "-m", "noughts", *run],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def workers_of(run: subprocess.Popen[str]) -> list[Any]:
    """Return the worker processes of a run. They listen; the processes that check proofs do not."""
    found: list[Any] = []
    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(run.pid).children(recursive=True):
            if any(connection.status == "LISTEN" for connection in child.net_connections("tcp")):
                found.append(child)
    return found


def killed_run(folder: Path, start: list[str], victims: list[str], seed: int) -> int:
    """Kill a victim at each of several random moments, finish the run, and return the number of killed workers."""
    draw, killed = random.Random(seed), 0
    run = started(folder, *start, "--workers", "2")
    for number, victim in enumerate(victims):
        wait_for_jobs(folder, run, draw.randrange(number * JOBS // len(victims), (number + 1) * JOBS // len(victims)))
        time.sleep(draw.uniform(0, 0.05))
        workers = workers_of(run)
        if victim == "worker" and workers:
            draw.choice(workers).kill()
            killed += 1
        else:
            run.kill()
            run.communicate()
            alive = psutil.wait_procs(workers, timeout=HANGS)[1]
            assert not alive, "workers end with their driver"
            run = started(folder, *start, "--workers", "2")
    out, err = run.communicate(timeout=HANGS)
    assert run.returncode == 0, err
    assert "X cannot win, even if O only blocks." in out
    return killed


def expect_a_whole_proof(folder: Path, killed: int) -> None:
    assert check_manifest(folder / "manifest").claims[0][1:] == ("x", False, True)
    assert query(folder / "ledger", "SELECT max(runs) FROM job") == [(1,)], "no accepted job is repeated"
    assert summary(folder / "ledger").lost <= killed, "each kill loses at most the job of its worker"
    assert not summary(folder / "ledger").quarantined


def test_three_kills_at_random_moments_change_nothing(tmp_path: Path) -> None:
    killed = killed_run(tmp_path, PART, ["worker", "driver", "worker"], seed=1)
    expect_a_whole_proof(tmp_path, killed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_twenty_kills_at_random_moments_change_nothing(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    killed = killed_run(tmp_path, WHOLE, [draw.choice(["worker", "driver"]) for _ in range(5)], seed)
    expect_a_whole_proof(tmp_path, killed)


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
        run = started(tmp_path, *PART, "--cluster", address)
        wait_for_jobs(tmp_path, run, 30)
        scheduler.kill()
        out, err = run.communicate(timeout=HANGS)
    assert (run.returncode, out) == (2, "")
    assert f"the connection to the Dask scheduler at {address} is lost: start the scheduler again" in err
    assert "Traceback" not in err, err
    with cluster(tmp_path) as (address, _):
        run = started(tmp_path, *PART, "--cluster", address)
        out, err = run.communicate(timeout=HANGS)
    assert run.returncode == 0, err
    expect_a_whole_proof(tmp_path, killed=0)


@pytest.mark.slow
def test_a_job_that_kills_three_workers_is_quarantined(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.solver.distributed.deadly", str(tmp_path / "ledger")]
    subprocess.run(command, env=ENVIRONMENT, capture_output=True, timeout=HANGS, check=True)
    state = summary(tmp_path / "ledger")
    assert (state.lost, state.quarantined) == (3, ["can x win alone from 3_/3_/3_ x"])
    assert "the worker died" in state.events[0]


def test_a_disk_that_is_really_full_stops_the_run_and_the_run_continues_later(tmp_path: Path) -> None:
    """Writing beyond the largest size of a file fails as on a full disk."""
    code = (
        "import sys; from pathlib import Path; from noughts import Position, game; "
        "from tests.solver.distributed.runs import solved; "
        "print(solved(Path('ledger'), Position(game('7,7,5')), weak=True)[0][1:])"
    )
    results = []
    for limit in (30_000, 60_000, resource.RLIM_INFINITY):
        results.append(
            subprocess.run(
                [sys.executable, "-c", code],
                cwd=tmp_path,
                env=ENVIRONMENT,
                capture_output=True,
                encoding="utf-8",
                timeout=HANGS,
                preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (limit, limit)),
            )
        )
    for failed in results[:-1]:
        assert failed.returncode == 1
        last = failed.stderr.splitlines()[-1]
        assert "NoughtsError: cannot write to the ledger ledger: " in last
        assert "nothing is lost: remove the cause, and run the same command again" in last
    assert results[-1].stdout == "('x', False, True)\n", results[-1].stderr
    assert query(tmp_path / "ledger", "SELECT max(runs) FROM job") == [(1,)]
