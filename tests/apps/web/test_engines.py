"""The engines: what happens when they are killed, stopped, too slow or too many wait; and that none is left behind.

One file: all these are cases of one promise, and share how it is looked at.
"""

import asyncio
import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from noughts import NoughtsError, Position, game, player, t3en
from noughts.apps.pipes import command, environment
from noughts.apps.web.asgi import Receive, Scope, Send, answer
from noughts.apps.web.engines.pool import Engines
from noughts.apps.web.guard.middleware import Rules, Shield
from noughts.apps.web.model.errors import Busy, Crowded, EngineDied, TooLong
from noughts.apps.web.quarantine import Quarantine
from tests.apps.web import serving

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at the processes in /proc")

QUICK = {"do": "choose", "game": "tictactoe", "position": "3_/3_/3_ x", "level": "perfect", "seed": 1}
START = Position(game("tictactoe"))
EACH_LOOP = [pytest.param("asyncio", marks=pytest.mark.slow), "uvloop"]  # the server uses uvloop where there is one
LARGE = t3en(Position(game("19,19,5")))
ENDLESS = {"do": "choose", "game": "19,19,5", "position": LARGE, "level": "mcts:simulations=99999999"}


def endless(number: int = 0) -> dict[str, Any]:
    """A task that takes hours; each number another one."""
    return {**ENDLESS, "number": number}


def run(work: Coroutine[Any, Any, None], loop: str = "asyncio") -> None:
    factory = asyncio.new_event_loop if loop == "asyncio" else pytest.importorskip(loop).new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(asyncio.wait_for(work, 60))


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def later(work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
    return asyncio.create_task(work)


async def working(engines: Engines, task: dict[str, Any], **how: Any) -> "asyncio.Task[Any]":
    """Let an engine begin to work on a task."""
    before = engines.state["running"]
    asked = later(engines.ask(task, **how))
    await until(lambda: engines.state["running"] > before)
    return asked


async def lost(engines: Engines, pid: int) -> None:
    """Wait until a process is known to be dead."""
    await until(lambda: pid not in engines.pids)


def test_it_answers_as_the_library_does_and_passes_on_refusals() -> None:
    async def main() -> None:
        async with Engines(spares=0) as engines:
            choice = player("perfect").choose(Position(game("tictactoe")), Random(1))
            assert (await engines.ask(QUICK))["move"] == choice.move
            assert json.loads(await engines.ask_text(QUICK))["move"] == choice.move
            with pytest.raises(NoughtsError, match="unknown game 'chess'") as refused:
                await engines.ask({"do": "choose", "game": "chess"})
            assert type(refused.value) is NoughtsError
            with pytest.raises(NoughtsError, match="too long"):
                await engines.ask({"do": "choose", "game": "x" * 200_000})
            trace = await engines.ask({"do": "trace", "game": "3,3,3", "position": "ox_/_x_/3_ o"})
            assert trace["format"] == "noughts-trace"
            expected = {"running": 0, "spare": 1, "waiting": 0, "replaced": 0, "answered": 4, "refused": 0}
            assert engines.state == expected

    run(main())


def test_it_is_modest() -> None:
    async def main() -> None:
        import resource

        async with Engines(spares=0, memory=1 << 30) as engines:
            (pid,) = engines.pids
            assert resource.prlimit(pid, resource.RLIMIT_AS) == (1 << 30, 1 << 30)
            assert resource.prlimit(pid, resource.RLIMIT_CORE) == (0, 0)
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + 5, 19)
            os.kill(pid, signal.SIGINT)
            assert await engines.ask(QUICK)
            assert engines.pids == (pid,)

    run(main())


def session_after(statement: str) -> str:
    """How a process of a session of its own is placed among sessions once it has done this, or why it could not."""
    code = f"""
from pathlib import Path
from noughts.apps.web.engines.worker import _be_modest
group = Path("/proc/self/autogroup")
try:
    {statement}
    print(*group.read_text().split()[1:])
except OSError as error:
    print(error.strerror)
"""
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, start_new_session=True, capture_output=True, check=True, env=environment())
    return done.stdout.decode().strip()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shares processors among sessions")
def test_its_session_gives_way() -> None:
    """Linux allows that ten times a second to the whole machine, so others may be quicker, but not for ever."""
    allowed = session_after("group.write_text('5')")
    if allowed not in ("nice 5", os.strerror(errno.EAGAIN)):
        pytest.skip(f"no session gives way on this machine: {allowed or 'they are not told apart'}")
    assert any(session_after("_be_modest(0)") == "nice 5" for _ in range(5))


def test_when_the_time_is_up_the_spare_takes_over() -> None:
    async def main() -> None:
        async with Engines() as engines:
            before = engines.pids
            with pytest.raises(TooLong, match=r"more than 0\.2 seconds"):
                await engines.ask(endless(), seconds=0.2)
            began = time.monotonic()
            assert engines.state["spare"] == 1, "it is ready already"
            assert await engines.ask(QUICK)
            assert time.monotonic() - began < 2
            await until(lambda: engines.state["spare"] == 2)
            assert engines.state["replaced"] == 1
            assert len({*before} & {*engines.pids}) == 1
            await until(lambda: sum(map(runs, before)) == 1)

    run(main())


@pytest.mark.parametrize(("signal_name", "loop"), [("SIGKILL", "uvloop"), ("SIGSEGV", "asyncio")])
def test_a_task_whose_engine_dies_is_tried_once_more(signal_name: str, loop: str) -> None:
    async def main() -> None:
        async with Engines() as engines:
            asked = await working(engines, endless())
            first = engines.pids[0]
            os.kill(first, getattr(signal, signal_name))
            await until(lambda: engines.state["running"] == 1 and engines.pids[0] != first)
            assert not asked.done()
            os.kill(engines.pids[0], getattr(signal, signal_name))
            with pytest.raises(EngineDied, match="two engines have died of this"):
                await asked
            assert await engines.ask(QUICK)
            await until(lambda: engines.state["spare"] == 2)

    run(main(), loop)


def test_engines_that_die_between_tasks_are_replaced() -> None:
    async def main() -> None:
        async with Engines() as engines:
            before = engines.pids
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            while any(map(runs, before)):
                time.sleep(0.001)  # so that the engines cannot notice
            assert await engines.ask(QUICK), "though nobody has looked at them since"
            await until(lambda: engines.state["spare"] == 2)
            assert not {*before} & {*engines.pids}

    run(main())


def test_an_engine_that_is_stopped_is_found_when_the_time_is_up() -> None:
    async def main() -> None:
        async with Engines() as engines:
            stopped = engines.pids[0]
            os.kill(stopped, signal.SIGSTOP)
            with pytest.raises(TooLong):
                await engines.ask(QUICK, seconds=0.2)
            assert await engines.ask(QUICK)
            await until(lambda: not runs(stopped))

    run(main())


def test_who_leaves_frees_the_engine_at_once() -> None:
    async def main() -> None:
        async with Engines() as engines:
            asked = await working(engines, endless())
            pid = engines.pids[0]
            began = time.monotonic()
            asked.cancel()
            await until(lambda: engines.state["running"] == 0)
            assert await engines.ask(QUICK)
            assert time.monotonic() - began < 5
            await until(lambda: not runs(pid))
            with pytest.raises(asyncio.CancelledError):
                await asked

    run(main())


CONNECT = Position(game("connect four"))
LONG = {
    **{"do": "review", "game": "connect four", "start": t3en(CONNECT)},
    "moves": [38, 31, 24, 17, 37, 30, 23, 39, 32, 40, 33, 26, 16, 9, 25, 18, 36, 29],
}


@pytest.mark.parametrize("pause", [0, 0.02, pytest.param(0.2, marks=pytest.mark.slow)])
def test_who_leaves_again_and_again_costs_no_engine(monkeypatch: pytest.MonkeyPatch, pause: float) -> None:
    """An engine stops thinking when it is told; what it says then is nobody's answer."""
    monkeypatch.setattr("noughts.apps.web.engines.pool._GRACE", 60.0)  # however slow the machine is

    async def main() -> None:
        async with Engines(spares=0) as engines:
            pids = engines.pids
            for number in range(10):
                asked = await working(engines, {**LONG, "number": number}, seconds=60)
                await asyncio.sleep(pause)
                asked.cancel()
                await until(lambda: engines.state["running"] == 0)
                assert (await engines.ask(QUICK))["move"] == player("perfect").choose(START, Random(1)).move
            assert engines.pids == pids
            assert engines.state["replaced"] == 0

    run(main())


@pytest.mark.slow
def test_one_address_has_a_share_of_the_queue_and_others_are_not_kept_waiting_by_it() -> None:
    async def main() -> None:
        async with Engines(spares=0, queue=20, share=3) as engines:

            async def ask(scope: Scope, receive: Receive, send: Send) -> None:
                await engines.ask(endless(int(scope["query_string"])) if scope["query_string"] else QUICK)
                await answer(send, "/", 200, "Done.")

            shield = Shield(ask, Rules.of())
            greedy = [later(serving.asked(shield, f"/?{number}", client="192.0.2.1")) for number in range(4)]
            await until(lambda: engines.state["waiting"] == 3)
            with pytest.raises(Crowded, match="for this address already"):
                await serving.asked(shield, "/?9", client="192.0.2.1")
            order: list[str] = []

            async def other(name: str, query: str = "") -> None:
                await serving.asked(shield, f"/?{query}", client=name)
                order.append(name)

            others = [later(other("192.0.2.2")), later(other("192.0.2.1")), later(other("192.0.2.3"))]
            await until(lambda: engines.state["waiting"] == 6)
            greedy[0].cancel()
            await asyncio.gather(*others)
            assert sorted(order) == ["192.0.2.1", "192.0.2.2", "192.0.2.3"], "also those behind the same address"
            for task in greedy:
                task.cancel()
            await asyncio.gather(*greedy, return_exceptions=True)

    run(main())


def test_who_leaves_the_queue_costs_no_engine() -> None:
    async def main() -> None:
        async with Engines(spares=0) as engines:
            first = await working(engines, endless())
            second = later(engines.ask(endless(2)))
            await until(lambda: engines.state["waiting"] == 1)
            second.cancel()
            await until(lambda: engines.state["waiting"] == 0)
            assert engines.state["replaced"] == 0
            # Also where the engine is given and the reader leaves at the same moment.
            third = later(engines.ask(endless(3)))
            await until(lambda: engines.state["waiting"] == 1)
            first.cancel()
            await until(lambda: engines.state["replaced"] == 1)
            third.cancel()
            await asyncio.gather(first, second, third, return_exceptions=True)
            assert await engines.ask(QUICK)

    run(main())


def test_so_many_may_wait_and_no_more() -> None:
    async def main() -> None:
        async with Engines(spares=0, queue=2) as engines:
            asked = [await working(engines, endless())]
            asked += [later(engines.ask(endless(number))) for number in (1, 2)]
            await until(lambda: engines.state["waiting"] == 2)
            with pytest.raises(Busy, match="try again in a moment"):
                await engines.ask(endless(3))
            urgent, quick = later(engines.ask(QUICK, urgent=True)), later(engines.ask(QUICK))
            await until(lambda: engines.state["waiting"] == 4)
            assert engines.state["refused"] == 1
            for task in asked:
                task.cancel()
            assert await urgent
            assert await quick
            await asyncio.gather(*asked, return_exceptions=True)

    run(main())


def test_what_is_urgent_goes_before_the_rest() -> None:
    async def main() -> None:
        async with Engines(spares=0) as engines:
            order: list[str] = []

            async def ask(name: str, urgent: bool) -> None:
                await engines.ask(QUICK, urgent=urgent)
                order.append(name)

            first = await working(engines, endless(), urgent=True)
            rest = [later(ask(name, name.startswith("urgent"))) for name in ("a", "b", "urgent 1", "c", "urgent 2")]
            await until(lambda: engines.state["waiting"] == 5)
            first.cancel()
            await asyncio.gather(*rest)
            assert order == ["urgent 1", "urgent 2", "a", "b", "c"]

    run(main())


@pytest.mark.parametrize(("count", "spares"), [(1, 1), (2, 0)])
def test_what_is_urgent_is_never_kept_waiting_by_what_is_not(count: int, spares: int) -> None:
    async def main() -> None:
        async with Engines(count, spares=spares) as engines:
            slow = [later(engines.ask(endless(number))) for number in range(4)]
            ordinary = max(1, count - 1)
            await until(lambda: engines.state["running"] == ordinary)
            assert await engines.ask(QUICK, urgent=True)
            assert engines.state["running"] == ordinary
            assert engines.state["waiting"] == 4 - ordinary
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)

    run(main())


@pytest.mark.slow
def test_what_ends_engine_after_engine_is_refused_for_a_while() -> None:
    async def main() -> None:
        async with Engines(spares=0) as engines:

            async def kill_all() -> None:
                while True:
                    await until(lambda: engines.state["running"])
                    pid = engines.pids[0]
                    os.kill(pid, signal.SIGKILL)
                    await lost(engines, pid)

            killer = later(kill_all())
            with pytest.raises(EngineDied, match="two engines"):
                await engines.ask({**endless(), "seed": 1})
            with pytest.raises(EngineDied, match="refused for a minute"):
                await engines.ask({**endless(), "seed": 2})
            replaced = engines.state["replaced"]
            with pytest.raises(EngineDied, match="refused for a minute"):
                await engines.ask(endless())
            killer.cancel()
            assert engines.state["replaced"] == replaced == 3
            assert await engines.ask(QUICK), "other tasks are welcome"

    run(main())


def test_a_quarantine_ends() -> None:
    now = 0.0
    quarantine = Quarantine(deaths=3, seconds=60, clock=lambda: now)
    for expected in (False, False, True):
        quarantine.died("bad")
        assert quarantine.refuses("bad") == expected
    assert not quarantine.refuses("other")
    now = 59
    assert quarantine.refuses("bad")
    now = 61
    assert not quarantine.refuses("bad")
    quarantine.died("bad")
    quarantine.died("bad")
    quarantine.lived("bad")
    quarantine.died("bad")
    assert not quarantine.refuses("bad"), "what was done once is no danger"
    for number in range(5_000):
        quarantine.died(str(number))
    assert len(quarantine._deaths) <= 1_000


@pytest.mark.parametrize("loop", EACH_LOOP)
def test_closing_leaves_no_process_and_nobody_waiting(loop: str) -> None:
    async def main() -> None:
        engines = Engines(spares=2)
        await engines.start()
        pids = engines.pids
        assert len(pids) == 3
        os.kill(pids[1], signal.SIGSTOP)
        busy = await working(engines, endless())
        waits = later(engines.ask(endless(1)))
        await until(lambda: engines.state["waiting"] == 1)
        os.kill(pids[2], signal.SIGKILL)  # so that another is just being started
        await until(lambda: engines.state["replaced"] == 1)
        await engines.close()
        for asked in (busy, waits):
            with pytest.raises(EngineDied, match="the server is being stopped"):
                await asked
        assert not any(map(runs, pids))
        assert not children()
        with pytest.raises(EngineDied):
            await engines.ask(QUICK)
        assert engines.state["running"] == engines.state["spare"] == engines.state["waiting"] == 0
        await engines.close()

    run(main(), loop)


@pytest.mark.parametrize("loop", EACH_LOOP)
@pytest.mark.parametrize("moments", [0, 1, 2, 3, 20])
def test_a_start_that_is_given_up_leaves_nothing(loop: str, moments: int) -> None:
    async def main() -> None:
        engines = Engines()
        starting = later(engines.start())
        for _ in range(moments):
            await asyncio.sleep(0)
        starting.cancel()
        await asyncio.wait([starting])
        await engines.close()
        assert not children()

    run(main(), loop)


def children() -> list[int]:
    """The engines that this process has started and that still run; other tests may have started other programs."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            state, parent, *_ = (place / "stat").read_text().rpartition(")")[2].split()
            engine = b"noughts.apps.web.engines.worker" in (place / "cmdline").read_bytes()
            if parent == str(os.getpid()) and state != "Z" and engine:
                found.append(int(place.name))
    return found


def test_it_says_so_when_no_engine_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        for program in (["/nowhere/python"], [sys.executable, "-c", "print('hello')"]):
            monkeypatch.setattr("noughts.apps.web.engines.process.command", lambda *_, program=program: program)
            with pytest.raises(EngineDied, match="no engine can be started: "):
                await Engines().start()

    run(main())


def test_a_fault_is_noted_and_harms_nothing_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = (
        "import sys\nfor n, line in enumerate(sys.stdin):\n"
        """    print('{"fault": "Traceback: alas"}' if n == 1 else '{"move": 0}', flush=True)"""
    )
    monkeypatch.setattr("noughts.apps.web.engines.process.command", lambda *_: [sys.executable, "-c", code])

    async def main() -> None:
        async with Engines(spares=0) as engines:
            with pytest.raises(EngineDied, match="it has been noted"):
                await engines.ask(QUICK)
            assert await engines.ask(QUICK) == {"move": 0}
            assert engines.state["replaced"] == 0

    run(main())
    assert "Traceback: alas" in caplog.text


def test_an_answer_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
import sys
sys.stdin.readline()
print('{"move": 0}', flush=True)
sys.stdin.readline()
while True:
    print('x' * 100_000, end='', flush=True)
"""
    monkeypatch.setattr("noughts.apps.web.engines.process.command", lambda *_: [sys.executable, "-c", code])
    monkeypatch.setattr("noughts.apps.web.engines.process.LONGEST", 1 << 20)

    async def main() -> None:
        async with Engines() as engines:
            with pytest.raises(EngineDied):
                await engines.ask(QUICK)
            assert not engines.state["running"]

    run(main())


@pytest.mark.parametrize("task", [QUICK, ENDLESS], ids=["idle", "working"])
def test_an_engine_ends_with_its_input(task: dict[str, Any]) -> None:
    process = subprocess.Popen(
        command("noughts.apps.web.engines.worker"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"\n" + json.dumps(task).encode() + b"\n")
    process.stdin.flush()
    assert process.stdout.readline() == b'{"error":"a task is a line of JSON"}\n'
    process.stdin.close()
    assert process.wait(20) == 0
    process.stdout.close()


@pytest.mark.parametrize("stopped", [False, True], ids=["working", "stopped"])
def test_no_engine_outlives_a_server_that_is_killed(stopped: bool) -> None:
    code = f"""
import asyncio
from noughts.apps.web.engines.pool import Engines

async def main():
    engines = Engines(2)
    await engines.start()
    asked = asyncio.create_task(engines.ask({ENDLESS!r}))
    while not engines.state["running"]:
        await asyncio.sleep(0.01)
    print(*engines.pids, flush=True)
    await asked

asyncio.run(main())
"""
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment(), encoding="utf-8")
    assert server.stdout
    pids = [int(word) for word in server.stdout.readline().split()]
    assert len(pids) == 3
    assert all(map(runs, pids))
    if stopped and sys.platform == "linux":
        os.kill(pids[0], signal.SIGSTOP)
    server.kill()
    server.wait()
    server.stdout.close()
    deadline = time.monotonic() + 20
    while any(map(runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(runs, pids))


@pytest.mark.slow
def test_after_any_turmoil_all_is_as_before() -> None:
    """Hundreds of tasks, some endless, some given up, while engines are killed and stopped at random."""
    random = Random(5)

    async def one(engines: Engines, number: int) -> str:
        await asyncio.sleep(random.uniform(0, 10))
        task = {**QUICK, "number": number} if random.random() < 0.8 else endless(number)
        asked = later(engines.ask(task, urgent=random.random() < 0.3, seconds=0.3))
        if random.random() < 0.2:
            await asyncio.sleep(random.uniform(0, 0.3))
            asked.cancel()
        await asyncio.wait([asked])
        return "left" if asked.cancelled() else type(asked.exception()).__name__

    async def turmoil(engines: Engines) -> None:
        while True:
            await asyncio.sleep(random.uniform(0, 0.5))
            if pids := engines.pids:
                os.kill(random.choice(pids), random.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP]))

    async def main() -> None:
        async with Engines(2, queue=400) as engines:
            trouble = later(turmoil(engines))
            ends = await asyncio.gather(*(one(engines, number) for number in range(300)))
            trouble.cancel()
            assert {*ends} <= {"NoneType", "TooLong", "left", "EngineGone"}
            assert ends.count("NoneType") > 100, "these had an answer"
            for _ in range(6):  # what was stopped while nobody asked is found now
                await asyncio.gather(*(engines.ask(QUICK, seconds=0.5) for _ in range(3)), return_exceptions=True)
            await until(lambda: engines.state["spare"] == 3)
            assert engines.state["waiting"] == engines.state["running"] == 0
            assert len(children()) == 3
        assert not children()

    run(main())
