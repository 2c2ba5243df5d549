"""``kill -9`` at random moments: no acknowledged change is lost or stored twice, and the database is intact."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO

import pytest
from sqlalchemy import make_url

from tests.web.server.store.stores import loaded, opened

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a system on which processes are forked")

needs_postgres = pytest.mark.needs("postgres")
KILLS = [
    ("sqlite", 3),
    pytest.param("postgresql", 1, marks=needs_postgres),
    pytest.param("sqlite", 200, marks=pytest.mark.slow),
    pytest.param("postgresql", 200, marks=[pytest.mark.slow, needs_postgres]),
]


@contextlib.contextmanager
def player() -> Iterator[tuple[IO[str], IO[str]]]:
    """The program to kill: its standard input and output."""
    command = [sys.executable, "-m", "tests.web.server.store.player"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        yield process.stdin, process.stdout


@pytest.mark.parametrize(("url", "kills"), KILLS, indirect=["url"])
def test_no_acknowledged_move_is_lost_when_the_server_is_killed(url: str, kills: int) -> None:
    random = Random(kills)
    acknowledged: dict[str, dict[int, str]] = {}
    with player() as (commands, reports):
        for number in range(kills):
            print(number, url, file=commands, flush=True)
            process = int(reports.readline().removeprefix("begun "))
            killed = False
            for line in iter(reports.readline, "ended\n"):
                if not killed:  # at the first move: kill the process soon after it
                    killed = True
                    threading.Timer(random.random() * 0.15, os.kill, (process, signal.SIGKILL)).start()
                _, id, ply, cell = line.split()
                plies = acknowledged.setdefault(id, {})
                assert int(ply) not in plies, "nothing is acknowledged twice"
                plies[int(ply)] = cell
            asyncio.run(check(url, {id: acknowledged[id] for id in acknowledged if id.startswith(f"s{number}-")}))
    assert len(acknowledged) >= kills, "the servers made moves"
    asyncio.run(check(url, acknowledged))


async def check(url: str, acknowledged: dict[str, dict[int, str]]) -> None:
    """Open the database as a restarted server does, and check that every move and every resignation is stored."""
    started = time.perf_counter()
    async with opened(url) as store:
        opening = time.perf_counter() - started
        for id, plies in acknowledged.items():
            game = await loaded(store, id)
            stored = [*map(str, game.moves), *filter(None, [game.ended.replace(" ", "-")])]
            assert [stored[ply] for ply in plies] == list(plies.values())
            assert len(stored) <= max(plies) + 2, "at most one change was stored without an acknowledgement"
            assert game.version == len(stored) + 1 + bool(game.next), "no change is stored twice"
            assert game.is_over or not game.next, "only a finished game has a next game"
            if game.next:
                assert await store.load(game.next)
        assert (await store.healthy()).writable
    assert opening < 5
    if url.startswith("sqlite"):
        path = Path(make_url(url).database or "")
        with contextlib.closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
