"""Answers for those who wait: work that is begun is counted for who begins it, and what is kept is bounded."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")

from noughts.apps.web.asgi import Receive, Scope, Send, answer
from noughts.apps.web.engines import analysis_service as thinking
from noughts.apps.web.engines.analysis_service import Analyst
from noughts.apps.web.engines.pool import Engines
from noughts.apps.web.guard.limits import Limit, Limits, Rate
from noughts.apps.web.guard.middleware import Rules, Shield
from noughts.apps.web.model.errors import Busy, Crowded, EngineDied, Exhausted
from noughts.rules.errors import NoughtsError
from tests.apps.web.serving import asked


@dataclass
class Thinker:
    """An engine that answers with as many letters as it is asked for, and notes what it was asked."""

    asked: list[Mapping[str, Any]] = field(default_factory=list)
    refusal: NoughtsError | None = None

    async def ask_text(self, task: Mapping[str, Any]) -> bytes:
        self.asked.append(task)
        await asyncio.sleep(0)
        if self.refusal:
            raise self.refusal
        return json.dumps({"text": "x" * task.get("long", 1)}).encode()


def analyst() -> tuple[Thinker, Analyst]:
    thinker = Thinker()
    return thinker, Analyst(cast(Engines, thinker))


def test_only_who_begins_new_work_is_counted() -> None:
    thinker, asks = analyst()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        number = int(scope["query_string"])
        await asks.ask({"game": "tictactoe" if number > 100 else "7,6,4 gravity", "number": number})
        await answer(send, "/", 200, "Done.")

    few = Limit(Rate(3, 0.001), Rate(100, 1))
    shield = Shield(app, Rules.of(limits=replace(Limits(), think=few)))

    async def main() -> None:
        for _ in range(5):  # a class that sees the same position
            await asyncio.gather(*(asked(shield, "/?1") for _ in range(30)))
        assert len(thinker.asked) == 1
        for number in (2, 3):
            await asked(shield, f"/?{number}")
        with pytest.raises(Crowded, match="wait a little") as crowded:
            await asked(shield, "/?4")
        assert 900 < crowded.value.wait < 1001
        assert (await asked(shield, "/?3")).status == 200, "what is known is there for everybody"
        for number in range(101, 130):
            assert (await asked(shield, f"/?{number}")).status == 200, "a small board needs no more than a turn"
        assert (await asked(shield, "/?4", client="192.0.2.8")).status == 200
        assert (await asked(shield, "/?4")).status == 200

    asyncio.run(main())


def test_what_is_kept_is_bounded_with_all_that_belongs_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_KEPT", 100_000)
    monkeypatch.setattr(thinking, "_LONGEST", 50_000)
    thinker, asks = analyst()

    async def main() -> None:
        for number in range(2_000):
            await asks.ask({"number": number, "words": "y" * 1_000})
        kept = len(asks._known)
        assert 100 < kept < 400, "small answers count, too"
        assert asks._size <= 100_000
        for number in range(10):
            await asks.ask({"number": number, "long": 30_000})
        assert asks._size <= 100_000
        assert len(asks._known) == 3
        await asks.ask({"long": 60_000})
        await asks.ask({"long": 60_000})
        assert len(thinker.asked) == 2_012, "what is very long is not kept"
        assert all(len(key) == 32 for key in asks._known), "nothing that was asked is kept"

    asyncio.run(main())


def test_what_can_never_be_told_is_refused_from_memory_and_what_could_be_later_is_asked_again() -> None:
    thinker, asks = analyst()

    async def refused(task: dict[str, Any], error: NoughtsError) -> int:
        thinker.asked.clear()
        thinker.refusal = error
        for _ in range(3):
            with pytest.raises(type(error), match=f"^{error}$"):
                await asks.ask(task)
            await asyncio.sleep(0)  # the answer is put away
        return len(thinker.asked)

    async def main() -> None:
        assert await refused({"do": "trace", "number": 1}, NoughtsError("the tree is too large")) == 1
        assert await refused({"do": "trace", "number": 2}, Busy("too many others wait")) == 3
        assert await refused({"do": "trace", "number": 3}, EngineDied("the engine failed")) == 3
        assert await refused({"do": "trace", "number": 4}, Exhausted("this takes more memory")) == 3
        assert await refused({"do": "analyse", "number": 5}, NoughtsError("the board is too large")) == 3
        thinker.refusal = None
        assert await asks.ask({"do": "trace", "number": 2})

    asyncio.run(main())
