"""Helpers for the tests of engine processes: tasks, and functions that inspect processes."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, game, t3en
from noughts.web.model.client import client_key
from noughts.web.server.workers.pool import WorkerPool

QUICK = {"do": "choose", "game": "tictactoe", "position": "3_/3_/3_ x", "level": "perfect", "seed": 1}
LARGE = t3en(Position(game("19,19,5")))
needs_proc = pytest.mark.skipif(not Path("/proc").is_dir(), reason="inspects processes in /proc")


def endless(number: int = 0) -> dict[str, Any]:
    """A task on a large board that takes hours and cannot be stopped. Each number gives another task."""
    level = "mcts:simulations=99999999"
    return {"do": "choose", "game": "19,19,5", "position": LARGE, "level": level, "number": number}


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def start(work: Coroutine[Any, Any, Any], client: str = "") -> "asyncio.Task[Any]":
    """Start work in the background for a client."""
    context = copy_context()
    context.run(client_key.set, client)
    return asyncio.create_task(work, context=context)


async def start_working(engines: WorkerPool, task: dict[str, Any], **options: Any) -> "asyncio.Task[Any]":
    """Start a task, and wait until an engine works on it."""
    before = engines.state["running"]
    asked = start(engines.ask(task, **options))
    await until(lambda: engines.state["running"] > before)
    return asked


async def cancel(*tasks: "asyncio.Task[Any]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children() -> list[int]:
    """Return the process ids of the running engines that this process started."""
    pids = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            state, parent, *_ = (place / "stat").read_text().rpartition(")")[2].split()
            engine = b"noughts.web.server.workers.worker" in (place / "cmdline").read_bytes()
            if parent == str(os.getpid()) and state != "Z" and engine:
                pids.append(int(place.name))
    return pids
