"""Answers of engines for those who wait: asked once however many wait, kept, and given up when all have left.

What is known or being worked out already is there for everybody, and small boards need no more than a turn. Only who
begins other work is counted, and refused where their address has begun too much.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import Request

from noughts.apps.web.engines.fair_queue import is_small
from noughts.apps.web.engines.pool import Engines
from noughts.apps.web.guard.middleware import count_thought
from noughts.apps.web.model.errors import Crowded
from noughts.rules.errors import NoughtsError

_KEPT = 32 * 2**20  # bytes of answers in all, and of what names them
_ENTRY = 250  # bytes beside an answer: its name, and its place
_LONGEST = 8 * 2**20  # bytes of an answer that is kept
_LASTING = ("trace",)  # what is refused of these depends on the task alone: to find that out again takes as long
_LINGER = 2.5  # seconds that a question nobody waits for goes on: who looks again finds it answered


@dataclass
class _Question:
    task: asyncio.Task[bytes]
    waiting: int = 0
    given_up: asyncio.TimerHandle | None = field(default=None)


class Analyst:
    """Asks engines, and remembers.

    Args:
        engines: who thinks.
        patience: seconds that a page waits for an answer before it is shown without.
    """

    def __init__(self, engines: Engines, *, patience: float = 1.5) -> None:
        self._engines = engines
        self._patience = patience
        self._known: OrderedDict[bytes, bytes | str] = OrderedDict()  # an answer; or why there is none
        self._size = 0
        self._asked: dict[bytes, _Question] = {}

    async def analyse(self, rules: str, position: str, request: Request) -> dict[str, Any] | None:
        """Return what every move of a position is worth; None where that is not known yet.

        Raises:
            NoughtsError: the position cannot be analysed, or the engines are busy.
        """
        return await self.ask({"do": "analyse", "game": rules, "position": position}, request)

    async def ask(
        self, task: Mapping[str, Any], request: Request | None = None, *, patience: float | None = None
    ) -> dict[str, Any] | None:
        """Return an engine's answer, or None when it does not come while a page can wait for it.

        The arguments are those of `ask_text`.

        Raises:
            NoughtsError: as `Engines.ask`.
        """
        text = await self.ask_text(task, request, patience=patience)
        answer: dict[str, Any] | None = None if text is None else json.loads(text)
        return answer

    async def ask_text(
        self, task: Mapping[str, Any], request: Request | None = None, *, patience: float | None = None
    ) -> bytes | None:
        """Return an engine's answer as JSON text, to be passed on where it is long; None when it does not come in time.

        The question then goes on for a little while, so that whoever looks again finds the answer; it is given up
        when nobody does.

        Args:
            task: the question.
            request: of who waits; when they leave, they no longer count.
            patience: seconds to wait; that of the analyst unless told.

        Raises:
            Crowded: the address of who asks has begun too much already.
            NoughtsError: as `Engines.ask`.
        """
        key = hashlib.sha256(json.dumps(task, sort_keys=True).encode()).digest()
        if key in self._known:
            self._known.move_to_end(key)
            known = self._known[key]
            if isinstance(known, str):
                raise NoughtsError(known)
            return known
        question = self._asked.get(key)
        if question is None:
            if not is_small(task.get("game")) and (wait := count_thought()):
                raise Crowded("too much has been worked out for this address: wait a little", wait)
            question = self._asked[key] = _Question(asyncio.create_task(self._engines.ask_text(task)))
            lasting = task.get("do") in _LASTING
            question.task.add_done_callback(lambda done: self._answered(key, done, lasting))
        if question.given_up:
            question.given_up.cancel()
            question.given_up = None
        question.waiting += 1
        left = asyncio.create_task(_left(request)) if request else None
        try:
            waits = [question.task, left] if left else [question.task]
            seconds = self._patience if patience is None else patience
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            return question.task.result() if question.task.done() else None
        finally:
            if left:
                left.cancel()
            question.waiting -= 1
            if not question.waiting and not question.task.done():
                linger = 0 if left and left.done() and not left.cancelled() else _LINGER
                question.given_up = asyncio.get_running_loop().call_later(linger, self._give_up, key, question)

    def _give_up(self, key: bytes, question: _Question) -> None:
        """Stop thinking; whoever asks from now on asks anew."""
        del self._asked[key]
        question.task.cancel()

    def _answered(self, key: bytes, task: asyncio.Task[bytes], lasting: bool) -> None:
        question = self._asked.get(key)
        if question and question.task is task:
            del self._asked[key]
            if question.given_up:
                question.given_up.cancel()
        if task.cancelled() or key in self._known:
            return
        refusal = task.exception()
        if refusal is not None and not (lasting and type(refusal) is NoughtsError):  # others have to do with the moment
            return
        known = task.result() if refusal is None else str(refusal)
        if len(known) > _LONGEST:
            return
        self._known[key] = known
        self._size += len(known) + _ENTRY
        while self._size > _KEPT:
            self._size -= len(self._known.popitem(last=False)[1]) + _ENTRY


async def _left(request: Request) -> None:
    """Return when the reader has gone."""
    while not await request.is_disconnected():
        await asyncio.sleep(0.1)
