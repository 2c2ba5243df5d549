"""The stream of evaluations on all moves: its events, its errors, and what happens when a client leaves."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from itertools import pairwise
from typing import Any, TypeAlias, cast
from urllib.parse import urlencode

import pytest
from sse_starlette import EventSourceResponse
from starlette.types import Message, Scope

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

from noughts.web.server.app import server_app
from noughts.web.server.guard.limits import RateLimiter
from noughts.web.server.store.store import SQLStore
from noughts.web.server.workers.pool import WorkerPool
from tests.terminal.terminal import Terminal
from tests.web.server.workers.processes import LARGE, cancel, endless, needs_proc, start, until

GAME = "connect four"
SECOND = {"game": GAME, "position": "3_o3_/3_x3_/3_o3_/3_x3_/o2_o2_o/x2_x2_x x"}  # solved in about a second
LONG = {"game": "8,8,4 gravity"}  # not solved in half a minute
VALUES = {"win": 1, "tie": 0, "lose": -1}


class Stream:
    """A request for steps and its response so far.

    Args:
        engines: the engines of the application.
        asked: the fields of the query.
    """

    def __init__(self, engines: WorkerPool, asked: dict[str, str]) -> None:
        app = server_app(cast(SQLStore, None), engines, RateLimiter({}))
        self.leave = asyncio.Event()
        self.status, self.headers, self.text = 0, dict[str, str](), ""
        self._sent_request = False
        self.seconds, began = 0.0, time.monotonic()
        query = urlencode(asked).encode()
        scope: Scope = {"type": "http", "method": "GET", "path": "/api/v1/steps", "query_string": query, "headers": []}
        self.response = start(app(scope, self._receive, self._send), "192.0.2.1")
        self.response.add_done_callback(lambda _: setattr(self, "seconds", time.monotonic() - began))

    async def _receive(self) -> Message:
        if not self._sent_request:
            self._sent_request = True
            return {"type": "http.request", "body": b""}
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        self.text += message.get("body", b"").decode()

    @property
    def events(self) -> list[tuple[str, Any]]:
        """The names and the data of the events so far."""
        fields = [dict(line.split(": ", 1) for line in block.split("\n")) for block in self.text.split("\n\n")[:-1]]
        return [(event["event"], json.loads(event["data"])) for event in fields if "event" in event]

    async def read(self) -> "Stream":
        """Wait for the end of the response."""
        await self.response
        return self


Test: TypeAlias = Callable[[WorkerPool], Coroutine[Any, Any, None]]
Run: TypeAlias = Callable[[Test], None]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Run a test with engines that the tests of this file share: one for long tasks and one for the rest."""
    with asyncio.Runner() as runner:
        engines = WorkerPool(queue=2, share=2)
        runner.run(engines.start())

        async def with_idle_pool(test: Test) -> None:
            await until(lambda: engines.state["spare"] == 2)
            await test(engines)

        yield lambda test: runner.run(asyncio.wait_for(with_idle_pool(test), 60))
        runner.run(engines.close())


def bounds(fields: dict[str, Any], name: str) -> tuple[int, int]:
    """Return the lowest and the highest possible value."""
    possible = [VALUES[value] for value in fields.get("possible", [fields[name]])]
    return min(possible), max(possible)


def without_effort(known: dict[str, Any]) -> dict[str, Any]:
    """Return an evaluation without the fields that differ between searches, with the moves sorted by name."""
    kept = {name: value for name, value in known.items() if name not in ("nodes", "seconds")}
    return kept | {"moves": sorted(known["moves"], key=lambda move: str(move["move"]))}


@pytest.mark.parametrize(
    "asked",
    [{}, {"position": "o_x/x2_/x2o x"}, {"position": "ooo/x2_/x2_ x"}, {"game": "4,4,4 gravity"}, SECOND],
    ids=str,
)
def test_evaluations_become_more_precise_and_end_with_the_values_of_noughts_solve(
    run: Run, asked: dict[str, str]
) -> None:
    async def test(engines: WorkerPool) -> None:
        stream = await Stream(engines, asked).read()
        assert (stream.status, stream.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        *events, last = stream.events
        assert last == ("end", {})
        assert {name for name, _ in events} == {"evaluation"}
        found = [known for _, known in events]
        for before, after in pairwise(found):
            then, now = ({move["move"]: move for move in known["moves"]} for known in (before, after))
            pairs = [(before, after, "positionValue"), *((then[name], now[name], "moveValue") for name in now)]
            for earlier, later, field in pairs:
                (low, high), (new_low, new_high) = bounds(earlier, field), bounds(later, field)
                assert low <= new_low <= new_high <= high
                assert earlier["remoteness"] in (None, later["remoteness"])
        position, name = asked.get("position", "start"), asked.get("game", "tictactoe")
        said = Terminal.run("solve", position, "--game", name, "--moves", "--json")
        assert without_effort(found[-1]) == without_effort(json.loads(said.out))
        assert asked is not SECOND or 2 < len(found) <= 2 + 10 * stream.seconds, "about ten events a second"

    run(test)


@needs_proc
def test_a_client_that_leaves_frees_its_engine(run: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        pids = {*engines.pids}
        stream = Stream(engines, LONG)
        await until(lambda: stream.events)
        assert engines.state["running"] == 1
        stream.leave.set()
        await stream.read()
        await asyncio.wait_for(until(lambda: engines.state["spare"] == 2), 10)  # long before the search would end
        assert {*engines.pids} == pids, "the search was stopped, so its engine need not be replaced"
        assert "end" not in dict(stream.events)

    run(test)


@pytest.mark.parametrize("patience", [0.0, pytest.param(1.5, marks=pytest.mark.slow)])
def test_a_client_that_leaves_the_queue_frees_its_place(run: Run, patience: float) -> None:
    async def test(engines: WorkerPool) -> None:
        first, second = Stream(engines, LONG), Stream(engines, LONG)
        await until(lambda: engines.state["waiting"] == 1)
        await asyncio.sleep(patience)
        second.leave.set()
        await until(lambda: engines.state["waiting"] == 0)
        first.leave.set()
        await asyncio.gather(first.read(), second.read())
        assert second.events == []

    run(test)


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"game": "zz"}, 400, "expected columns, rows"),
        ({"game": "30,30,5"}, 400, "at most 400 cells"),
        ({"game": "x" * 61}, 422, "Invalid game: expected at most 60 characters."),
        ({"position": "hello"}, 400, "expected x, o or _"),
        ({"game": GAME, "position": "o_x/x2_/x2o x"}, 400, "expected 42"),
        ({"game": "19,19,5", "position": LARGE}, 400, "kernel"),
    ],
)
def test_invalid_requests_get_a_sentence_instead_of_a_stream(
    run: Run, asked: dict[str, str], status: int, words: str
) -> None:
    async def test(engines: WorkerPool) -> None:
        stream = await Stream(engines, asked).read()
        assert (stream.status, stream.headers["content-type"]) == (status, "application/json")
        error = json.loads(stream.text)["error"]
        assert words in error
        assert error.endswith(".")

    run(test)


def test_a_busy_server_says_when_to_try_again(run: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        tasks = [start(engines.ask(endless(number)), "192.0.2.2") for number in range(2)]
        tasks.append(start(engines.ask(endless(2)), "192.0.2.3"))
        await until(lambda: engines.state["waiting"] == 2)
        busy = await Stream(engines, LONG).read()
        assert (busy.status, busy.headers["retry-after"]) == (503, "3")
        assert json.loads(busy.text) == {"error": "The engines are busy: try again in a moment."}
        await cancel(*tasks)

    run(test)


def test_a_waiting_client_gets_comments_until_an_engine_is_free(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EventSourceResponse, "DEFAULT_PING_INTERVAL", 0.1)

    async def test(engines: WorkerPool) -> None:
        other = start(engines.ask(endless()))
        await until(lambda: engines.state["running"] == 1)
        stream = Stream(engines, {"game": "4,4,4 gravity"})
        await until(lambda: stream.text.count(": ping") > 1)
        assert stream.events == []
        await cancel(other)
        await stream.read()
        assert stream.events[-1] == ("end", {})

    run(test)


@needs_proc
def test_a_failed_search_ends_with_an_error_event(run: Run) -> None:
    async def test(engines: WorkerPool) -> None:
        stream = Stream(engines, LONG)
        await until(lambda: stream.events)
        first = engines.pids[0]
        os.kill(first, signal.SIGKILL)
        await until(lambda: engines.state["running"] == 1 and engines.pids[0] != first)
        os.kill(engines.pids[0], signal.SIGKILL)
        await stream.read()
        assert stream.events[-1] == (
            "end",
            {"error": "Two engines died while working on this: try something else."},
        )

    run(test)


async def collected(steps: AsyncIterator[bytes], pause: float) -> list[dict[str, Any]]:
    found = []
    async for step in steps:
        found.append(json.loads(step))
        await asyncio.sleep(pause)
    return found


def test_the_time_limit_ends_the_search_with_what_is_known_and_a_slow_client_skips_results(run: Run) -> None:
    task = {"do": "steps", **LONG, "position": f"{'/'.join(['8_'] * 8)} x"}

    async def test(engines: WorkerPool) -> None:
        found = await collected(engines.steps(task, seconds=0.8), 0.3)
        assert found[-1]["ended"] == "the time limit"
        assert found[-1]["positionValue"] == "undecided"
        assert 2 <= len(found) <= 4, "a result every 0.3 seconds"
        assert all(step["ended"] is None for step in found[:-1])

    run(test)


def test_a_search_gives_way_to_another_long_task(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.web.server.workers.pool._SLICE", 0.2)

    async def test(engines: WorkerPool) -> None:
        pids, alone = {*engines.pids}, Stream(engines, LONG | {"seconds": "1"})
        assert (await alone.read()).seconds > 0.5, "while no other task waits, the search may take all of its time"
        first = Stream(engines, LONG | {"seconds": "30"})
        await until(lambda: first.events)
        second = Stream(engines, SECOND)
        await asyncio.wait_for(asyncio.gather(first.read(), second.read()), 15)
        assert first.events[-1] == second.events[-1] == ("end", {})
        assert first.seconds < 5
        assert second.events[-2][1]["positionValue"] != "undecided"
        assert {*engines.pids} == pids

    run(test)
