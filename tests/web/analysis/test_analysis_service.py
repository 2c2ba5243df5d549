"""The analysis service computes each answer once, caches it, and cancels it when no client waits."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from starlette.requests import Request

from noughts.rules.errors import NoughtsError
from noughts.web.analysis.service import AnalysisService
from noughts.web.model.errors import Busy, Exhausted, WorkerDied
from noughts.web.server.workers.pool import WorkerPool


@dataclass
class FakeEngines:
    """Engines that answer with as many letters as the task asks for, when `free` is set."""

    stops_at_once = True

    asked: list[Mapping[str, Any]] = field(default_factory=list)
    cancelled: int = 0
    error: NoughtsError | None = None
    free: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.free.set()

    async def ask_text(self, task: Mapping[str, Any]) -> bytes:
        self.asked.append(task)
        try:
            await self.free.wait()
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error:
            raise self.error
        return json.dumps({"text": "x" * task.get("length", 1)}).encode()


class FakeClient(Request):
    """A request whose client is connected until the test says otherwise."""

    def __init__(self) -> None:
        super().__init__({"type": "http"})
        self.disconnected = False

    async def is_disconnected(self) -> bool:
        return self.disconnected


def service_of(engines: FakeEngines, **options: Any) -> AnalysisService:
    return AnalysisService(cast(WorkerPool, engines), **options)


def test_an_answer_is_computed_once() -> None:
    async def main() -> None:
        engines = FakeEngines()
        service = service_of(engines)
        await asyncio.gather(*(service.ask({"number": 1}) for _ in range(30)))
        await service.ask({"number": 1})
        assert len(engines.asked) == 1
        await service.ask({"number": 2})
        assert len(engines.asked) == 2

    asyncio.run(main())


def test_the_cache_is_bounded() -> None:
    async def main() -> None:
        engines = FakeEngines()
        service = service_of(engines, capacity=100_000)

        async def is_cached(task: dict[str, Any]) -> bool:
            before = len(engines.asked)
            await service.ask(task)
            return len(engines.asked) == before

        for number in range(1_000):
            await service.ask({"number": number})
        assert await is_cached({"number": 999})
        assert not await is_cached({"number": 0}), "small answers count, too"
        for number in range(10):
            await service.ask({"number": number, "length": 20_000})
        assert await is_cached({"number": 9, "length": 20_000})
        assert await is_cached({"number": 7, "length": 20_000})
        assert not await is_cached({"number": 2, "length": 20_000})
        assert not await is_cached({"length": 60_000})
        assert not await is_cached({"length": 60_000}), "very long answers are not cached"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("error", "cached"),
    [
        (NoughtsError("the tree is too large"), True),
        (Busy("the engines are busy"), False),
        (WorkerDied("the engine failed"), False),
        (Exhausted("this takes more memory"), False),
    ],
)
def test_invalid_tasks_are_cached_and_temporary_errors_are_not(error: NoughtsError, cached: bool) -> None:
    async def main() -> None:
        engines = FakeEngines(error=error)
        service = service_of(engines)
        for _ in range(3):
            with pytest.raises(type(error), match=f"^{error}$"):
                await service.ask({"do": "trace"})
            await asyncio.sleep(0)
        assert len(engines.asked) == (1 if cached else 3)
        engines.error = None
        assert cached or await service.ask({"do": "trace"})

    asyncio.run(main())


def test_a_page_that_reloads_finds_the_computation_still_running() -> None:
    async def main() -> None:
        engines = FakeEngines()
        engines.free.clear()
        service = service_of(engines)
        assert await service.ask({}, FakeClient(), patience=0.01) is None
        again = asyncio.create_task(service.ask({}, FakeClient()))
        await asyncio.sleep(0.01)
        engines.free.set()
        assert await again == {"text": "x"}
        assert (len(engines.asked), engines.cancelled) == (1, 0)

    asyncio.run(main())


def test_a_computation_is_cancelled_when_all_its_clients_have_disconnected() -> None:
    async def main() -> None:
        engines = FakeEngines()
        engines.free.clear()
        service = service_of(engines, patience=60)
        clients = FakeClient(), FakeClient()
        waiting = [asyncio.create_task(service.ask({}, client)) for client in clients]
        clients[0].disconnected = True
        assert await waiting[0] is None
        await asyncio.sleep(0.01)
        assert engines.cancelled == 0, "the other client still waits"
        clients[1].disconnected = True
        assert await waiting[1] is None
        await asyncio.sleep(0.01)
        assert engines.cancelled == 1
        engines.free.set()
        assert await service.ask({}), "a new request starts a new computation"

    asyncio.run(main())


@pytest.mark.slow
def test_a_computation_is_cancelled_when_no_client_returns() -> None:
    async def main() -> None:
        engines = FakeEngines()
        engines.free.clear()
        assert await service_of(engines).ask({}, FakeClient(), patience=0.01) is None
        async with asyncio.timeout(20):
            while not engines.cancelled:
                await asyncio.sleep(0.05)

    asyncio.run(main())


def test_known_answers_come_from_the_cache_and_abandoned_computations_end() -> None:
    async def main() -> None:
        engines = FakeEngines()
        service = service_of(engines, patience=0.01)
        task, other = {"do": "analyse", "game": "19,19,5"}, {"do": "analyse", "game": "20,20,5"}
        assert service.known(task) is None
        assert engines.asked == [], "nothing is computed"
        answer = await service.ask(task, patience=1.0)
        assert answer
        assert service.known(task) == answer
        engines.free.clear()
        assert await service.ask(other) is None
        assert service.known(other) is None
        await asyncio.sleep(0.01)
        assert engines.cancelled == 1

    asyncio.run(main())
