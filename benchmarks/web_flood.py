"""Measure games by link while other clients abuse the server, with a flood of requests or with long analyses.

    python benchmarks/web_flood.py --rate 220 --seconds 20

The same players play four times:

- without abuse;
- during a flood: each of fifty addresses sends cheap requests as fast as the server answers them;
- while a hundred addresses request analyses of different 20 × 20 boards, and half of them disconnect early;
- while one address requests all these analyses at once.

The abusive clients run in a separate process with low priority, so they do not slow down the players' process. Linux
only, like `web_load`.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote

import uvloop
from report import figures as rounded
from web_client import Connection, Site
from web_games import Figures, Play
from web_load import Usage, percentiles
from web_server import server

_SIDE = 20
_SPEED = "ms from the scheduled time"


@dataclass
class Abuse:
    """Counts of the responses to abusive requests. Status 0 means a lost connection, -1 that the client left."""

    statuses: Counter[int] = field(default_factory=Counter)
    each: Counter[str] = field(default_factory=Counter)  # accepted requests by address


async def flood(site: Site, address: str, abuse: Abuse) -> None:
    """Send one request after another from an address until cancelled."""
    connection, secret = Connection(site, address), token_urlsafe(16)
    try:
        for number in count():
            paths = ("/play", "/games", f"/seat/{token_urlsafe(16)}", f"/api/v1/games/{token_urlsafe(16)}", "/learn")
            status, _ = await connection.asked(site.get(paths[number % len(paths)], secret))
            abuse.statuses[status] += 1
            abuse.each[address] += status not in (0, 429)
            if not status:
                await asyncio.sleep(0.05)
    finally:
        connection.close()


async def analyse(site: Site, address: str, abuse: Abuse, random: Random) -> None:
    """Request analyses of different positions, one after another, until cancelled."""
    try:
        while True:
            connection = Connection(site, address)
            cells = ["_"] * _SIDE**2
            for cell in random.sample(range(_SIDE**2), 3):
                cells[cell] = "x"
            rows = "/".join("".join(cells[start : start + _SIDE]) for start in range(0, _SIDE**2, _SIDE))
            path = f"/api/v1/analyse?game={_SIDE},{_SIDE},5&position={quote(rows + ' o')}"
            asking = asyncio.ensure_future(connection.asked(site.get(path, token_urlsafe(16))))
            await asyncio.wait([asking], timeout=random.choice((0.3, 30.0)))
            abuse.statuses[asking.result()[0] if asking.done() else -1] += 1
            abuse.each[address] += 1
            refused = asking.done() and asking.result()[0] in (429, 503)
            asking.cancel()
            connection.close()
            await asyncio.sleep(1.0 if refused else 0.0)
    finally:
        asking.cancel()
        connection.close()


FEW = [f"127.0.1.{1 + number}" for number in range(50)]
MANY = [f"127.0.2.{1 + number}" for number in range(100)]
KINDS: dict[str, Callable[[Site, Abuse], list[Coroutine[Any, Any, None]]]] = {
    "flood from 50 addresses": lambda site, abuse: [flood(site, address, abuse) for address in FEW],
    "analyses from 100 addresses": lambda site, abuse: [
        analyse(site, address, abuse, Random(number)) for number, address in enumerate(MANY)
    ],
    "100 analyses, one address": lambda site, abuse: [
        analyse(site, "127.0.3.1", abuse, Random(number)) for number in range(100)
    ],
}


def abusing(kind: str, port: int, pipe: Pipe) -> None:
    """Abuse the server until the pipe says stop, then send back the counts."""

    async def work() -> Abuse:
        abuse, loop = Abuse(), asyncio.get_running_loop()
        tasks = [asyncio.create_task(each) for each in KINDS[kind](Site(port), abuse)]
        await loop.run_in_executor(None, pipe.recv)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return abuse

    os.nice(10)
    pipe.send(uvloop.run(work()))


async def meanwhile(play: Play, rate: float, seconds: float, kind: str) -> tuple[Figures, Abuse]:
    """Play games while other clients do what `kind` says, and return the figures and the counts of abuse."""
    with ExitStack() as stack:
        if kind in KINDS:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=abusing, args=(kind, play.site.port, theirs))
            process.start()
            stack.callback(process.join)
            stack.callback(ours.send, None)
        await asyncio.sleep(2.0)
        figures = await play.run(rate, seconds, Random(5))
    return figures, ours.recv() if kind in KINDS else Abuse()


def health(port: int) -> dict[str, Any]:
    """Return the response of the server's health page."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
        status: dict[str, Any] = json.loads(answer.read())
        return status


def main() -> None:
    """Play without and with abuse, and print the results."""
    parser = argparse.ArgumentParser(description="Measure games while other clients abuse the web server.")
    parser.add_argument("--rate", type=float, default=220, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=250, help="games at once")
    options = parser.parse_args()

    async def run() -> None:
        play = Play(site, options.games, "tictactoe")
        await play.open()
        await play.run(options.rate, 2.0, Random(4))
        print(f"{_SPEED:34} {'p50':>8} {'p99':>8} {'p99.9':>8} {'max':>8}  errors")
        for name in ("no abuse", *KINDS):
            before, began = Usage.of(pid), health(site.port)["engines"]
            figures, abuse = await meanwhile(play, options.rate, options.seconds, name)
            parts = " ".join(f"{rounded(value):>8}" for value in percentiles(figures.acknowledged))
            print(f"{name:34} {parts}  {figures.errors.total()}")
            now, after = health(site.port)["engines"], Usage.of(pid)
            if abuse.statuses:
                answered = ", ".join(f"{n:,} × {status}" for status, n in sorted(abuse.statuses.items()))
                print(
                    f"    answers: {answered.replace('-1', 'left')}; most for one address: {max(abuse.each.values())}"
                )
            gained = {key: now[key] - began[key] for key in ("answered", "refused", "replaced")}
            used = f"processor {after.seconds - before.seconds:.1f} s"  # including its engines
            print(f"    engines: {gained}; {used}; memory {(after.memory - before.memory) / 2**20:+.0f} MiB")
            for error, times in figures.errors.most_common(3):
                print(f"    error, {times} times: {error}")
        play.close()

    with tempfile.TemporaryDirectory() as folder, server(str(Path(folder) / "games.sqlite3")) as (site, pid):
        uvloop.run(run())


if __name__ == "__main__":
    main()
