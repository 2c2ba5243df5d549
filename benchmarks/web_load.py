"""Load-test the web server: games by link over HTTP, with an open event stream for every player.

    python benchmarks/web_load.py --rate 220 --seconds 30
    python benchmarks/web_load.py --rate 1000 --database postgresql://noughts@/noughts?host=/tmp/pg --workers 2
    python benchmarks/web_load.py --soak 10000
    python benchmarks/web_load.py --flood

The players use the routes, forms and event streams of the web page, as browsers do. The real server, `noughts web`,
runs in a separate process, with its usual rate limits. `--flood` instead pipelines requests on two connections for six
seconds, and shows how much memory the server takes. Linux only: this reads /proc, and its clients use all of
127.0.0.0/8.
"""

import argparse
import asyncio
import gc
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from secrets import token_urlsafe

from report import Bench, Table
from report import figures as rounded
from web_games import Figures, Play
from web_server import server

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Usage:
    """The processor seconds, memory in bytes and open sockets of a process and its child processes."""

    seconds: float
    memory: int
    sockets: int

    @classmethod
    def of(cls, pid: int) -> "Usage":
        """Return the current usage of a process."""
        seconds, memory, sockets = 0.0, 0, 0
        for each in _family(pid):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / _TICKS
            memory += int(fields[21]) * _PAGE
            sockets += sum(map(_is_socket, Path(f"/proc/{each}/fd").iterdir()))
        return cls(seconds, memory, sockets)


def _is_socket(file: Path) -> bool:
    try:
        return os.readlink(file).startswith("socket:")
    except FileNotFoundError:  # it was closed after the directory was listed
        return False


def _family(pid: int) -> list[int]:
    children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [pid, *(each for child in children for each in _family(child))]


@dataclass(frozen=True)
class Load:
    """The result of a load test: latencies, and the processor time and memory of the server."""

    figures: Figures
    seconds: float
    server: float
    client: float
    before: int
    after: int

    @property
    def cpu_per_move(self) -> float:
        """The server's processor time in milliseconds for each move, including all other requests."""
        return 1000 * self.server / max(len(self.figures.acknowledged), 1)


def load(database: str, *, rate: float, seconds: float, games: int, rules: str, workers: int) -> Load:
    """Warm up the server for a tenth of the time, then measure it under load."""

    async def run() -> Load:
        play = Play(site, games, rules)
        await play.open()
        await play.run(rate, max(seconds / 10, 1.0), Random(4))
        gc.collect()
        gc.disable()  # its pauses would look like latency of the server
        try:
            before, mine, began = Usage.of(pid), time.process_time(), time.perf_counter()
            figures = await play.run(rate, seconds, Random(5))
            took, client, after = time.perf_counter() - began, time.process_time() - mine, Usage.of(pid)
        finally:
            gc.enable()
        play.close()
        return Load(figures, took, after.seconds - before.seconds, client, before.memory, after.memory)

    with server(database, workers) as (site, pid):
        return asyncio.run(run())


@dataclass(frozen=True)
class Soak:
    """The result of a soak test: (games so far, memory in bytes) over time, and open sockets before and after."""

    figures: Figures
    moments: list[tuple[int, int]]
    sockets: tuple[int, int]
    seconds: float

    @property
    def slope(self) -> float:
        """The growth of the memory in bytes per game: the slope of a linear fit to the second half."""
        half = self.moments[len(self.moments) // 2 :]
        x, y = sum(at for at, _ in half) / len(half), sum(memory for _, memory in half) / len(half)
        spread = sum((at - x) ** 2 for at, _ in half)
        return sum((at - x) * (memory - y) for at, memory in half) / spread if spread else 0.0


def soak(database: str, *, total: int, games: int, rules: str, workers: int) -> Soak:
    """Play `total` games as fast as possible, and watch the server's memory."""

    async def run() -> Soak:
        empty = Usage.of(pid).sockets
        play = Play(site, games, rules, afresh=True)
        began = time.perf_counter()
        await play.open()
        moments = [(0, Usage.of(pid).memory)]
        for part in range(1, 21):
            await play.play_out(total * part // 20)
            moments.append((play.figures.games, Usage.of(pid).memory))
        took = time.perf_counter() - began
        play.close()
        for _ in range(100):
            if Usage.of(pid).sockets <= empty:
                break
            await asyncio.sleep(0.1)
        return Soak(play.figures, moments, (empty, Usage.of(pid).sockets), took)

    with server(database, workers) as (site, pid):
        return asyncio.run(run())


@dataclass(frozen=True)
class Flood:
    """The server's memory in bytes before a flood, its peak, and five seconds after it; and the requests sent."""

    before: int
    peak: int
    after: int
    requests: int


def flood(database: str, *, workers: int, seconds: float = 6.0) -> Flood:
    """Pipeline requests on two connections as fast as the server takes them. One connection never reads a response."""

    async def run() -> Flood:
        requests, memory = 0, [Usage.of(pid).memory]
        batch = 50 * site.get("/play", token_urlsafe(16))

        async def send(reads: bool) -> None:
            nonlocal requests
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            reading = asyncio.create_task(_read_all(reader)) if reads else None
            try:
                while True:
                    writer.write(batch)
                    await writer.drain()
                    requests += 50
            finally:
                if reading:
                    reading.cancel()
                writer.transport.abort()

        async def watch() -> None:
            while True:
                await asyncio.sleep(0.1)
                memory.append(Usage.of(pid).memory)

        tasks = [asyncio.create_task(each) for each in (send(True), send(False), watch())]
        await asyncio.wait(tasks, timeout=seconds)  # the server may close the connections earlier
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(5.0)
        return Flood(memory[0], max(memory), Usage.of(pid).memory, requests)

    with server(database, workers) as (site, pid):
        return asyncio.run(run())


async def _read_all(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


def flood_text(result: Flood) -> str:
    """Return the result of a flood as text."""
    before, peak, after = (f"{memory / 2**20:.0f} MB" for memory in (result.before, result.peak, result.after))
    return f"server's memory: {before} before, at most {peak}, {after} five seconds after {result.requests:,} requests"


def percentiles(seconds: Sequence[float]) -> list[float]:
    """Return the median, the 99th and 99.9th percentiles and the maximum in milliseconds."""
    ordered = sorted(seconds)
    return [1000 * ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in (0.5, 0.99, 0.999, 1.0)]


_WORDS = """\
`python benchmarks/bench.py --web` writes this section. The script also measures PostgreSQL if the environment variable
`NOUGHTS_POSTGRESQL` names a database, such as `postgresql://user@host/name`.

- 500 players play 250 games of tic-tac-toe by link, on the same machine as the server. For ten seconds, the players
  make moves at random times, at the average rate in the table. Each player has an open event stream, as browsers do.
- *acknowledged* is the time in milliseconds from the moment when a move is due until the player receives the response,
  which the server sends after the commit. *shown* is the time until the other player receives the move.
- *processor* is the server's processor time per move, without the time that the database uses.
"""
_GOALS = {220.0: 25.0, 1000.0: 50.0}


def table(bench: Bench, title: str) -> Table:
    """Return the load tests at two rates, on SQLite and, if NOUGHTS_POSTGRESQL is set, on PostgreSQL."""
    parts = ("acknowledged, p50", "p99", "p99.9", "shown, p99")
    report = Table(
        title,
        ("database", "moves a second", *parts, "errors", "processor, ms a move", "goal of p99"),
        words=_WORDS.rstrip(),
    )
    postgresql = os.environ.get("NOUGHTS_POSTGRESQL", "")
    cases = [("SQLite", "", 1)]
    if postgresql:
        cases += [("PostgreSQL", postgresql, 1), ("PostgreSQL, 2 workers", postgresql, 2)]
    seconds, games = (1.0, 10) if bench.quick else (10.0, 250)
    for name, url, workers in cases:
        for rate, goal in {20.0: 25.0}.items() if bench.quick else _GOALS.items():
            with tempfile.TemporaryDirectory() as folder:
                database = url or str(Path(folder) / "games.sqlite3")
                result = load(database, rate=rate, seconds=seconds, games=games, rules="tictactoe", workers=workers)
            measured = result.figures
            p50, p99, p999, _ = percentiles(measured.acknowledged or [float("inf")])
            shown = percentiles(measured.shown or [float("inf")])[1]
            judged = "met" if p99 <= goal and not measured.errors else "**missed**"
            times = map(rounded, (p50, p99, p999, shown))
            cells = [*times, f"{measured.errors.total():,}", rounded(result.cpu_per_move)]
            report.rows.append((name, f"{rate:,.0f}", *cells, f"≤ {goal:.0f} ms: {judged}"))
    return report


def load_text(result: Load) -> str:
    """Return the result of a load test as text."""
    lines = [f"{'ms from the scheduled time':28} {'p50':>8} {'p99':>8} {'p99.9':>8} {'max':>8}"]
    measured = result.figures
    for name, seconds in (
        ("move acknowledged", measured.acknowledged),
        ("shown to the opponent", measured.shown),
    ):
        if seconds:
            lines.append(f"{name:28} " + " ".join(f"{rounded(value):>8}" for value in percentiles(seconds)))
    moves = len(measured.acknowledged)
    lines += [
        f"moves: {moves:,} in {result.seconds:.1f} s; games: {measured.games:,}; errors: {measured.errors.total()}",
        f"requests: {', '.join(f'{count:,} {name}' for name, count in measured.requests.items())}",
        f"server: {result.server:.1f} s processor, {result.cpu_per_move:.3f} ms a move; client: {result.client:.1f} s",
        f"server's memory: {result.before / 2**20:.1f} MB before, {result.after / 2**20:.1f} MB after",
        *(f"error, {count} times: {error}" for error, count in measured.errors.most_common(5)),
    ]
    return "\n".join(lines)


def soak_text(result: Soak) -> str:
    """Return the result of a soak test as text."""
    lines = [f"{games:>8,} games: {memory / 2**20:.1f} MB" for games, memory in result.moments]
    requests = result.figures.requests
    lines += [
        f"slope of the second half: {result.slope:.0f} bytes a game",
        f"open sockets: {result.sockets[0]} before, {result.sockets[1]} after; errors: {result.figures.errors.total()}",
        f"{requests['move']:,} moves in {result.seconds:.0f} s: {requests['move'] / result.seconds:,.0f} a second",
        *(f"error, {count} times: {error}" for error, count in result.figures.errors.most_common(5)),
    ]
    return "\n".join(lines)


def main() -> None:
    """Run a load test or a soak test, and print the result."""
    parser = argparse.ArgumentParser(description="Load-test the web server.")
    parser.add_argument("--rate", type=float, default=220, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--games", type=int, default=250, help="games at once")
    parser.add_argument("--rules", default="tictactoe", help="the game to play")
    parser.add_argument("--database", help="a file or postgresql://…; by default a new file")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--soak", type=int, metavar="GAMES", help="play this many games and watch the memory")
    parser.add_argument("--flood", action="store_true", help="pipeline requests, and watch the memory")
    options = parser.parse_args()
    common = {"games": options.games, "rules": options.rules, "workers": options.workers}
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or str(Path(folder) / "games.sqlite3")
        if options.soak:
            rested = soak(database, total=options.soak, **common)
            print(soak_text(rested))
            raise SystemExit(bool(rested.figures.errors))
        if options.flood:
            print(flood_text(flood(database, workers=options.workers)))
            return
        result = load(database, rate=options.rate, seconds=options.seconds, **common)
        print(load_text(result))
        raise SystemExit(bool(result.figures.errors))


if __name__ == "__main__":
    main()
