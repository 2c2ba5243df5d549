"""Runs survive kill -9 of any of their processes, and disks that fill up."""

import contextlib
import random
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from noughts.cluster.ledger import summary
from noughts.cluster.manifest import check_manifest
from tests.cluster.runs import ENVIRONMENT, query, wait_for_jobs

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
import psutil

WHOLE = ["8,7,5", "--job-nodes", "5000"]  # takes 20 seconds
PART = ["--game", "8,7,5", "8_/8_/8_/3_x4_/8_/8_/8_ o", "--weak", "--job-nodes", "1000"]  # after a move in the centre
JOBS = 150  # of WHOLE, at least
FEW = 45  # of PART, at least

HANGS = 900  # seconds after which a program has stopped working, however busy the machine is


def started(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start a run."""
    run = ["cluster", "solve", *options, "ledger", "--proof", "manifest"]
    return subprocess.Popen(
        [sys.executable, "-m", "noughts", *run],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def children_of(run: subprocess.Popen[str]) -> list[Any]:
    """Return the processes of a run that work on jobs or check proofs."""
    with contextlib.suppress(psutil.Error):
        return list(psutil.Process(run.pid).children())
    return []


def killed_run(folder: Path, start: list[str], jobs: int, victims: list[str], seed: int) -> int:
    """Kill a victim at each of several random moments, finish the run, and return the number of killed children.

    The run must have at least this many jobs.
    """
    draw, killed = random.Random(seed), 0
    run = started(folder, *start, "--workers", "2")
    for number, victim in enumerate(victims):
        wait_for_jobs(folder, run, draw.randrange(number * jobs // len(victims), (number + 1) * jobs // len(victims)))
        time.sleep(draw.uniform(0, 0.05))
        children = children_of(run)
        if victim == "child" and children:
            draw.choice(children).kill()
            killed += 1
        else:
            run.kill()
            run.communicate()
            alive = psutil.wait_procs(children, timeout=HANGS)[1]
            assert not alive, "they end with their driver"
            run = started(folder, *start, "--workers", "2")
    out, err = run.communicate(timeout=HANGS)
    assert run.returncode == 0, err
    assert "X cannot win, even if O only blocks." in out
    return killed


def expect_a_whole_proof(folder: Path, killed: int) -> None:
    assert check_manifest(folder / "manifest").claims[0][1:] == ("x", False, True)
    assert query(folder / "ledger", "SELECT max(runs) FROM job") == [(1,)], "no accepted job is repeated"
    assert summary(folder / "ledger").lost <= killed, "each kill loses at most one job"
    assert not summary(folder / "ledger").quarantined


def test_three_kills_at_random_moments_change_nothing(tmp_path: Path) -> None:
    killed = killed_run(tmp_path, PART, FEW, ["child", "driver", "child"], seed=1)
    expect_a_whole_proof(tmp_path, killed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_twenty_kills_at_random_moments_change_nothing(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    killed = killed_run(tmp_path, WHOLE, JOBS, [draw.choice(["child", "driver"]) for _ in range(5)], seed)
    expect_a_whole_proof(tmp_path, killed)


def test_a_disk_that_is_really_full_stops_the_run_and_the_run_continues_later(tmp_path: Path) -> None:
    """Writing beyond the largest size of a file fails as on a full disk."""
    code = (
        "import sys; from pathlib import Path; from noughts import Position, game; "
        "from tests.cluster.runs import solved; "
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
