"""Processes that run functions: they survive kill -9, end at once, and accept no other connections."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import Position, game
from noughts.cluster.executor import InProcesses
from noughts.cluster.ledger import summary
from noughts.cluster.processes import Died, Processes
from noughts.rules.errors import NoughtsError
from tests.cluster.runs import ENVIRONMENT, die, driver, open_ledger


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    with Processes(1, tries=2) as processes:
        yield processes


def test_functions_run_in_other_processes(processes: Processes) -> None:
    assert processes.submit(os.getppid).result() == os.getpid()
    assert list(processes.map(divmod, (7, 8), (2, 3))) == [(3, 1), (2, 2)]


def test_errors_arrive_as_they_were_raised(processes: Processes) -> None:
    with pytest.raises(ZeroDivisionError):
        processes.submit(divmod, 1, 0).result()


def test_what_a_function_prints_is_not_taken_for_its_result(processes: Processes) -> None:
    assert processes.submit(os.write, 1, b"\n").result() == 1


def test_a_process_that_died_is_replaced(processes: Processes) -> None:
    first = processes.submit(os.getpid).result()
    asleep = processes.submit(time.sleep, 0.2)
    os.kill(first, 9)
    assert asleep.result() is None, "the function runs again"
    assert processes.submit(os.getpid).result() != first


def test_a_function_that_kills_every_process_is_given_up(processes: Processes) -> None:
    with pytest.raises(Died, match="2 times"):
        processes.submit(os._exit, 0).result()
    assert processes.submit(abs, -1).result() == 1


def test_the_end_does_not_wait_for_a_function() -> None:
    with Processes(1) as processes:
        pid = processes.submit(os.getpid).result()
        running, waiting = processes.submit(time.sleep, 1000), processes.submit(abs, 1)
    for future in running, waiting:
        with pytest.raises(Died):
            future.result()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_neither_ctrl_c_nor_the_network_reaches_a_process(processes: Processes) -> None:
    psutil = pytest.importorskip("psutil", reason="needs psutil")
    process = psutil.Process(processes.submit(os.getpid).result())
    assert os.getpgid(process.pid) != os.getpgid(0)
    assert not process.net_connections("all")


def test_a_system_without_room_for_a_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("subprocess.Popen", full)
    with Processes(1) as processes, pytest.raises(NoughtsError, match="cannot start another process: Resource"):
        processes.submit(abs, 1).result()


def test_a_job_that_kills_three_workers_is_quarantined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    monkeypatch.setenv("PYTHONPATH", ENVIRONMENT["PYTHONPATH"])
    start = Position(game("3,3,3"))
    with Processes(1, tries=1) as processes, open_ledger(tmp_path / "ledger", start, weak=True) as ledger:
        run = driver(ledger, start, weak=True)
        run.executor = InProcesses(processes, die)
        assert run.run() is None
    state = summary(tmp_path / "ledger")
    assert (state.lost, state.quarantined) == (3, ["can x win the weak game from 3_/3_/3_ x"])
    assert "the worker died" in state.events[0]
