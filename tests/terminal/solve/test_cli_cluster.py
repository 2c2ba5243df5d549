"""`noughts cluster solve`, `noughts cluster show`, and `noughts check` for manifests."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

from noughts import Position, game
from noughts.cluster.estimate import Estimate
from noughts.cluster.job import Job, JobResult
from noughts.terminal.commands.solve.cluster_solve import announce
from tests.cluster.runs import ENVIRONMENT, driver, open_ledger, solved, wait_for_jobs
from tests.cluster.test_manifest import written
from tests.terminal.terminal import Terminal

START = Position(game("7,7,5"))


def test_the_state_of_a_finished_run(tmp_path: Path) -> None:
    solved(tmp_path / "l", START, weak=True)
    shown = Terminal.run("cluster", "show", str(tmp_path / "l"))
    assert shown.status == 0
    first, second, *_ = shown.out.split("\n")
    assert first == "7,7,5, the weak game from 7_/7_/7_/7_/7_/7_/7_ x"
    assert second.startswith("Recorded:     X cannot win the weak game (")
    assert "Jobs:         48 proved, 7 split, 0 running, 0 lost, 0 quarantined; at most 200 nodes each" in shown.out
    facts = json.loads(Terminal.run("cluster", "show", str(tmp_path / "l"), "--json").out)
    assert (facts["result"], facts["nodes"], facts["jobsLeft"]) == ("X cannot win the weak game", 2877, None)


def test_the_state_of_a_run_that_is_under_way(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l", START, weak=True) as ledger:
        run = driver(ledger, START, weak=True)
        run.run(lambda: run.jobs >= 5)
        facts = json.loads(Terminal.run("cluster", "show", str(tmp_path / "l"), "--json").out)
        shown = Terminal.run("cluster", "show", str(tmp_path / "l")).out
    assert facts["proved"] + facts["split"] == 5
    assert facts["jobsLeft"] == min(facts["proofNumber"], facts["disproofNumber"]) > 0
    most = max(facts["proofNumber"], facts["disproofNumber"])
    assert f"Left:         at least {facts['jobsLeft']} jobs, perhaps {most}: 0:00:0" in shown


def test_nothing_is_left_of_a_run_that_needs_a_quarantined_job(tmp_path: Path) -> None:
    def die(job: Job) -> JobResult:
        raise MemoryError

    assert solved(tmp_path / "l", START, die, weak=True) is None
    shown = Terminal.run("cluster", "show", str(tmp_path / "l")).out
    assert "Proof number: unknown, disproof number: unknown" in shown
    assert "Left:" not in shown
    assert "Quarantined:  can x win the weak game from 7_/" in shown


def test_check_accepts_a_manifest(tmp_path: Path) -> None:
    path = written(tmp_path / "m")
    shown = Terminal.run("check", str(path))
    assert shown.status == 0
    assert "X wins. Checked by the rules alone:" in shown.out
    assert " lemmas, " in shown.out
    facts = json.loads(Terminal.run("check", str(path), "--json").out)
    assert (facts["positionValue"], facts["lemmas"]) == ("win", len([*(tmp_path / "m.lemmas").iterdir()]))
    next((tmp_path / "m.lemmas").iterdir()).unlink()
    shown = Terminal.run("check", str(path))
    assert (shown.status, shown.out) == (1, "")
    assert "is missing from" in shown.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["7,7,5"], "Missing argument 'LEDGER'"),
        (["7,7,5", "."], "File '.' is a directory"),
        (["7,7,5", "missing/l"], "cannot write missing/l: there is no folder missing"),
        (["7,7,5", "l", "--workers", "2", "--scheduler", "c"], "choose either --workers or --scheduler"),
        (["7,7,5", "l", "--job-nodes", "99"], "99 is not in the range"),
        (["4,4,3 gravity", "l"], "noughts cluster solve needs plain k in a row"),
        (["7,7,5", "l", "--scheduler", "10.0.0.5:8786"], "without TLS, anyone on the network could run code"),
        (["7,7,5", "l", "--scheduler", "tcp://["], "'tcp://[' is not the address of a scheduler"),
        (["7,7,5", "l", "--scheduler", ""], "'' is not the address of a scheduler"),
        (["7,7,5", "/dev/null"], "/dev/null is not a regular file"),
        (["7,7,5", "l", "--proof", "/dev/null"], "cannot write /dev/null: expected a regular file"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = Terminal.run("cluster", "solve", *options)
    assert (shown.status, shown.out) == (2, "")
    assert message in shown.err
    assert not [*tmp_path.iterdir()]


def test_without_dask_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    shown = Terminal.run("cluster", "solve", "7,7,5", str(tmp_path / "l"), "--scheduler", "localhost:1")
    assert (shown.status, shown.err) == (2, 'noughts: this needs Dask: pip install "noughts[cluster]"\n')
    assert not [*tmp_path.iterdir()]


def test_a_second_driver_is_refused_before_it_starts_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.Popen", pytest.fail)
    with open_ledger(tmp_path / "l", START):
        shown = Terminal.run("cluster", "solve", "7,7,5", str(tmp_path / "l"))
    assert (shown.status, shown.out) == (2, "")
    assert "another driver is working on" in shown.err


def test_a_cluster_that_cannot_be_reached_leaves_no_files(tmp_path: Path) -> None:
    shown = Terminal.run("cluster", "solve", "7,7,5", str(tmp_path / "l"), "--scheduler", "tls://127.0.0.1:9")
    assert (shown.status, shown.out) == (2, "")
    assert "set the certificates for TLS in Dask's configuration" in shown.err
    assert not [*tmp_path.iterdir()]


class Keyboard:
    @staticmethod
    def isatty() -> bool:
        return True


@pytest.mark.parametrize(
    ("seconds", "is_least", "yes", "asks"),
    [(100, False, False, False), (200, False, False, True), (10, True, False, True), (4000, True, True, False)],
)
def test_a_long_run_asks_first(
    seconds: float, is_least: bool, yes: bool, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin", Keyboard)
    monkeypatch.setattr("click.confirm", lambda text, **options: asked.append(text))
    announce(Estimate(10, 1000, seconds, is_least), yes)
    assert len(asked) == asks


def test_a_run_with_a_tiny_budget_can_be_continued(tmp_path: Path) -> None:
    command = ["cluster", "solve", "3,3,3", str(tmp_path / "l")]
    assert "Not decided yet." in Terminal.run(*command, "--budget", "1").out
    assert "So it is a draw." in Terminal.run(*command).out
    checked = Terminal.run("check", command[-1])
    assert (checked.status, "is a ledger: to write its proof, run noughts cluster solve" in checked.err) == (2, True)


@pytest.mark.parametrize("jobs", [0, 1, pytest.param(45, marks=pytest.mark.slow)])
def test_ctrl_c_stops_a_run_which_can_be_continued(jobs: int, tmp_path: Path) -> None:
    """Also before the first worker has started, and while the size of the run is estimated, as after one job."""
    command = ["cluster", "solve", "8,8,5", "ledger", "--job-nodes", "2000", "--proof", "m"]
    run = subprocess.Popen(
        [sys.executable, "-m", "noughts", *command],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    wait_for_jobs(tmp_path, run, jobs)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to all processes
    out, err = run.communicate(timeout=300)
    assert run.returncode == 130, err
    assert "Traceback" not in err
    if jobs:
        assert out.startswith("Not decided yet.\n")
        assert "To continue, run the same command again." in out
    assert {file.name for file in tmp_path.iterdir()} <= {"ledger", "ledger.lock", "ledger.proofs"}
