"""The engine pool: queueing, cancelling, time limits, and processes that die."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from random import Random
from typing import Any, TypeAlias

import pytest

from noughts import NoughtsError, Position, game, player, t3en
from noughts.web.model.errors import Busy, Crowded, TooLong, WorkerDied
from noughts.web.server.workers.pool import WorkerPool
from tests.web.server.workers.processes import (
    QUICK,
    cancel,
    endless,
    is_running,
    needs_proc,
    start,
    start_working,
    until,
)

pytestmark = needs_proc

START = Position(game("tictactoe"))

Test: TypeAlias = Callable[[WorkerPool], Coroutine[Any, Any, None]]
Run: TypeAlias = Callable[[Test], None]


@pytest.fixture(scope="module")
def shared() -> Iterator[Run]:
    """Run a test with a pool of one engine for long tasks and one for the rest, which the tests of this file share."""
    with asyncio.Runner() as runner:
        engines = WorkerPool(queue=4, share=3, grace=0.05)
        runner.run(engines.start())

        async def with_idle_pool(test: Test) -> None:
            await until(lambda: engines.state["spare"] == 2)
            await test(engines)

        yield lambda test: runner.run(asyncio.wait_for(with_idle_pool(test), 60))
        runner.run(engines.close())


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def test_answers_and_errors_match_the_library(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        choice = player("perfect").choose(START, Random(1))
        assert (await engines.ask(QUICK))["move"] == choice.move
        assert json.loads(await engines.ask_text(QUICK))["move"] == choice.move
        with pytest.raises(NoughtsError, match="unknown game 'chess'") as error:
            await engines.ask({"do": "choose", "game": "chess", "position": "x"})
        assert type(error.value) is NoughtsError
        with pytest.raises(NoughtsError, match="choose a smaller board"):
            await engines.ask({"do": "choose", "game": "x" * 200_000})
        trace = await engines.ask({"do": "trace", "game": "3,3,3", "position": "ox_/_x_/3_ o"})
        assert trace["format"] == "noughts-trace"

    shared(test)


def test_urgent_tasks_come_before_others(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        order: list[str] = []

        async def ask(name: str) -> None:
            await engines.ask(QUICK, urgent=name.startswith("urgent"))
            order.append(name)

        blockers = [await start_working(engines, endless(number), urgent=True) for number in range(2)]
        rest = [start(ask(name)) for name in ("a", "b", "urgent 1", "c", "urgent 2")]
        await until(lambda: engines.state["waiting"] == 5)
        await cancel(blockers[0])
        await asyncio.gather(*rest)
        assert order == ["urgent 1", "urgent 2", "a", "b", "c"]
        await cancel(blockers[1])

    shared(test)


def test_long_tasks_leave_an_engine_for_the_rest(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        long = [start(engines.ask(endless(number))) for number in range(4)]
        await until(lambda: engines.state["running"] == 1)
        assert await engines.ask(QUICK, urgent=True)
        assert await engines.ask(QUICK)
        assert (engines.state["running"], engines.state["waiting"]) == (1, 3)
        await cancel(*long)

    shared(test)


def test_the_queue_is_bounded(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        refused = engines.state["refused"]
        long = [await start_working(engines, endless())]
        long += [start(engines.ask(endless(number))) for number in (1, 2, 3, 4)]
        await until(lambda: engines.state["waiting"] == 4)
        with pytest.raises(Busy, match="try again in a moment"):
            await engines.ask(endless(5))
        assert engines.state["refused"] == refused + 1
        assert await asyncio.gather(engines.ask(QUICK, urgent=True), engines.ask(QUICK))
        await cancel(*long)

    shared(test)


def test_each_client_has_a_share_of_the_queue_and_does_not_delay_others(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        greedy = [start(engines.ask(endless(number)), "192.0.2.1") for number in range(4)]
        await until(lambda: engines.state["waiting"] == 3)
        with pytest.raises(Crowded, match="too many of your requests"):
            await start(engines.ask(endless(4)), "192.0.2.1")
        long = {"do": "analyse", "game": "4,4,3", "position": "xxo_/4_/4_/4_ o"}
        other = start(engines.ask(long), "192.0.2.2")
        await until(lambda: engines.state["waiting"] == 4)
        await cancel(greedy[0])
        await until(lambda: engines.state["running"] == 1)
        await cancel(greedy[1])
        assert await other, "before the last of the earlier tasks"
        assert not greedy[3].done()
        await cancel(*greedy)

    shared(test)


def test_a_task_that_takes_too_long_is_refused(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        replaced, pids = engines.state["replaced"], engines.pids
        with pytest.raises(TooLong, match=r"more than 0\.2 seconds"):
            await engines.ask(endless(), seconds=0.2)
        assert await engines.ask(QUICK), "the other engine is ready"
        await until(lambda: engines.state["spare"] == 2)
        assert engines.state["replaced"] == replaced + 1
        assert len({*pids} & {*engines.pids}) == 1
        assert sum(map(is_running, pids)) == 1

    shared(test)


def test_the_time_limit_also_ends_a_suspended_engine(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        suspended = engines.pids[-1]
        os.kill(suspended, signal.SIGSTOP)
        with pytest.raises(TooLong):
            await engines.ask(QUICK, seconds=0.2)
        assert await engines.ask(QUICK)
        await until(lambda: not is_running(suspended))

    shared(test)


def test_a_cancelled_task_frees_its_engine(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        asked = await start_working(engines, endless())
        pid = engines.pids[0]
        asked.cancel()
        await until(lambda: engines.state["running"] == 0)
        await until(lambda: not is_running(pid))
        assert asked.cancelled()

    shared(test)


def test_cancelling_a_queued_task_does_not_end_an_engine(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        first = await start_working(engines, endless())
        pids, waiting = engines.pids, start(engines.ask(endless(2)))
        await until(lambda: engines.state["waiting"] == 1)
        await cancel(waiting)
        assert engines.state["waiting"] == 0
        assert engines.pids == pids
        # Another task is cancelled at the moment when it gets an engine.
        waiting = start(engines.ask(endless(3)))
        await until(lambda: engines.state["waiting"] == 1)
        await cancel(first)
        await until(lambda: engines.state["waiting"] == 0)
        await cancel(waiting)
        assert await engines.ask(QUICK)

    shared(test)


REVIEW = {
    **{"do": "review", "game": "connect four", "start": t3en(Position(game("connect four")))},
    "moves": [38, 31, 24, 17, 37, 30, 23, 39, 32, 40, 33, 26, 16, 9, 25, 18, 36, 29],
}


def test_repeated_cancelling_does_not_end_an_engine() -> None:
    """A task that supports stopping ends early, and its answer is discarded."""

    async def main() -> None:
        async with WorkerPool(grace=60) as engines:
            pids = {*engines.pids}
            for pause in [0.0, 0.02]:
                asked = await start_working(engines, REVIEW, seconds=60)
                await asyncio.sleep(pause)
                asked.cancel()
                answers = await asyncio.gather(*(engines.ask(QUICK) for _ in range(2)))
                assert {answer["move"] for answer in answers} == {player("perfect").choose(START, Random(1)).move}
                await until(lambda: engines.state["running"] == 0)
            assert {*engines.pids} == pids

    run(main())


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV"])
def test_a_task_whose_engine_dies_is_tried_once_more(shared: Run, name: str) -> None:
    async def test(engines: WorkerPool) -> None:
        asked = await start_working(engines, endless())
        first = engines.pids[0]
        os.kill(first, getattr(signal, name))
        await until(lambda: engines.state["running"] == 1 and engines.pids[0] != first)
        assert not asked.done()
        os.kill(engines.pids[0], getattr(signal, name))
        with pytest.raises(WorkerDied, match="two engines died while working on this"):
            await asked
        assert await engines.ask(QUICK)

    shared(test)


def test_engines_that_die_between_tasks_are_replaced(shared: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        pids = engines.pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        await until(lambda: not {*pids} & {*engines.pids})
        assert await engines.ask(QUICK)
        await until(lambda: engines.state["spare"] == 2)

    shared(test)
