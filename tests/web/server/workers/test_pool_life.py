"""The life of the engine pool: starting, closing, and engines that fail or crash."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from noughts.web.model.errors import Crowded, WorkerDied
from noughts.web.server.workers.pool import WorkerPool
from tests.web.server.workers.processes import (
    QUICK,
    cancel,
    children,
    endless,
    is_running,
    needs_proc,
    start,
    start_working,
    until,
)

pytestmark = needs_proc


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def test_the_state_counts_processes_and_tasks() -> None:
    async def main() -> None:
        async with WorkerPool() as engines:
            await engines.ask(QUICK)
            counts = {"running": 0, "spare": 2, "waiting": 0, "replaced": 0, "answered": 1, "refused": 0}
            assert engines.state == counts
            assert sorted(engines.pids) == sorted(children())

    run(main())


KILLER = """
import json, os
from noughts.web.server.workers import worker

answer_line = worker.answer_line
worker.answer_line = lambda do, line: os.abort() if json.loads(line).get("crash") else answer_line(do, line)
worker.main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("crash", [{**QUICK, "crash": True}, {**endless(), "crash": True}], ids=["small", "large"])
def test_a_client_whose_tasks_crash_engines_does_not_stop_others(
    monkeypatch: pytest.MonkeyPatch, crash: dict[str, Any]
) -> None:
    """No circuit breaker is needed: each crashing task ends after two engines, and the fair queue does the rest."""
    monkeypatch.setattr("noughts.web.server.workers.process.command", lambda *_: [sys.executable, "-P", "-c", KILLER])

    async def attack(engines: WorkerPool) -> None:
        while True:
            with pytest.raises((WorkerDied, Crowded)):
                await engines.ask(crash)
            await asyncio.sleep(0.001)

    async def main() -> None:
        async with WorkerPool() as engines:
            attackers = [start(attack(engines), "192.0.2.1") for _ in range(20)]
            await until(lambda: engines.state["replaced"] > 2)
            waits: dict[str, list[float]] = {"move": [], "small": [], "large": []}

            async def ask(kind: str, task: dict[str, Any], **options: Any) -> None:
                began = time.monotonic()
                for _ in range(4):
                    await engines.ask(task, **options)
                    waits[kind].append(time.monotonic() - began)
                    began = time.monotonic()

            large = {"do": "analyse", "game": "4,4,3", "position": "xxo_/4_/4_/4_ o"}
            await asyncio.gather(
                start(ask("move", QUICK, urgent=True), "192.0.2.2"),
                start(ask("small", QUICK), "192.0.2.3"),
                start(ask("large", large), "192.0.2.4"),
            )
            await cancel(*attackers)
            assert max(map(max, waits.values())) < 15

    run(main())


def test_closing_leaves_no_process_and_no_waiting_call() -> None:
    async def main() -> None:
        engines = WorkerPool(2)
        await engines.start()
        pids = engines.pids
        assert len(pids) == 3
        busy = await start_working(engines, endless())
        waiting = [start(engines.ask(endless(number))) for number in range(1, 3)]
        await until(lambda: engines.state["waiting"] == 1)
        os.kill(engines.pids[0], signal.SIGSTOP)
        os.kill(engines.pids[2], signal.SIGKILL)  # so that a process is being started
        await until(lambda: engines.state["replaced"] == 1)
        await engines.close()
        for asked in (busy, *waiting):
            with pytest.raises(WorkerDied, match="the server is stopping"):
                await asked
        assert not any(map(is_running, pids))
        assert not children()
        with pytest.raises(WorkerDied):
            await engines.ask(QUICK)
        assert engines.state["running"] == engines.state["spare"] == engines.state["waiting"] == 0
        await engines.close()

    run(main())


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 20])
def test_a_cancelled_start_leaves_no_process(steps: int) -> None:
    async def main() -> None:
        starting = start(WorkerPool().start())
        for _ in range(steps):
            await asyncio.sleep(0)
        starting.cancel()
        await asyncio.wait([starting])
        assert not children()

    run(main())


def test_a_failed_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        for program in (["/nowhere/python"], [sys.executable, "-c", "print('hello')"]):
            monkeypatch.setattr("noughts.web.server.workers.process.command", lambda *_, program=program: program)
            with pytest.raises(WorkerDied, match="cannot start an engine: "):
                await WorkerPool().start()

    run(main())


def test_a_bug_is_logged_and_the_engine_continues(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = (
        "import sys\nfor n, line in enumerate(sys.stdin):\n"
        """    print('{"fault": "Traceback: alas"}' if n == 1 else '{"move": 0}', flush=True)"""
    )
    monkeypatch.setattr("noughts.web.server.workers.process.command", lambda *_: [sys.executable, "-c", code])

    async def main() -> None:
        async with WorkerPool() as engines:
            with pytest.raises(WorkerDied, match="because of a bug"):
                await engines.ask(QUICK)
            assert await engines.ask(QUICK) == {"move": 0}
            assert engines.state["replaced"] == 0

    run(main())
    assert "Traceback: alas" in caplog.text


def test_an_engine_with_an_endless_answer_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
import sys
sys.stdin.readline()
print('{"move": 0}', flush=True)
sys.stdin.readline()
while True:
    print('x' * 100_000, end='', flush=True)
"""
    monkeypatch.setattr("noughts.web.server.workers.process.command", lambda *_: [sys.executable, "-c", code])
    monkeypatch.setattr("noughts.web.server.workers.process.LONGEST_ANSWER", 1 << 20)

    async def main() -> None:
        async with WorkerPool() as engines:
            with pytest.raises(WorkerDied):
                await engines.ask(QUICK)
            assert not engines.state["running"]

    run(main())


@pytest.mark.slow
def test_the_pool_recovers_from_random_failures() -> None:
    """Hundreds of tasks, some endless and some cancelled, while engines are killed and suspended at random."""
    random = Random(5)

    async def one(engines: WorkerPool, number: int) -> str:
        await asyncio.sleep(random.uniform(0, 10))
        task = {**QUICK, "number": number} if random.random() < 0.8 else endless(number)
        asked = start(engines.ask(task, urgent=random.random() < 0.3, seconds=0.3))
        if random.random() < 0.2:
            await asyncio.sleep(random.uniform(0, 0.3))
            asked.cancel()
        await asyncio.wait([asked])
        return "cancelled" if asked.cancelled() else type(asked.exception()).__name__

    async def chaos(engines: WorkerPool) -> None:
        while True:
            await asyncio.sleep(random.uniform(0, 0.5))
            if pids := engines.pids:
                os.kill(random.choice(pids), random.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP]))

    async def main() -> None:
        async with WorkerPool(2, queue=400) as engines:
            trouble = start(chaos(engines))
            ends = await asyncio.gather(*(one(engines, number) for number in range(300)))
            trouble.cancel()
            assert {*ends} <= {"NoneType", "TooLong", "cancelled", "WorkerDied"}
            assert ends.count("NoneType") > 100
            for _ in range(6):  # this finds engines that were suspended while they were idle
                await asyncio.gather(*(engines.ask(QUICK, seconds=0.5) for _ in range(3)), return_exceptions=True)
            await until(lambda: engines.state["spare"] == 3)
            assert engines.state["waiting"] == engines.state["running"] == 0
            assert len(children()) == 3
        assert not children()

    run(main())
