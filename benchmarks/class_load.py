"""Load-test a class: pupils, a teacher and a projector in their browsers, a question, and a round of games.

    python benchmarks/class_load.py
    python benchmarks/class_load.py --lessons 50

All clients use the page's own routes, forms and event streams. In the same run, the same number of people send as many
requests at the same moments to a minimal handler that only stores a line: see minimal_server.py. With `--lessons`, the
script gives whole lessons one after another instead, and watches the server's memory. It runs on Linux only, like
web_load.py.
"""

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter

from report import figures as rounded
from web_client import Site, Stream
from web_games import Refused, Seat, scripts
from web_load import Usage, percentiles
from web_server import server

_PART = "X-Part: 1\r\n"
_GAME = re.compile(r'"/?play/([\w-]{22})"')
_SEAT = re.compile(r'data-board="([xo])"')
_ANSWER_SECONDS = 5.0  # within which all pupils answer
_MOVE_SECONDS = (0.5, 1.5)  # between two moves of a game
_HURRY = 0.1  # the pace of lessons whose memory is watched


@dataclass
class Lesson:
    """The latencies of one lesson in seconds: answers to a question, and moves of a round of games."""

    answers: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)


class Room:
    """A class with its teacher, pupils and projector. The pace multiplies all pauses."""

    def __init__(self, site: Site, pupils: int, random: Random, pace: float) -> None:
        self.site, self.random, self.pace = site, random, pace
        self.teacher, self.projector = Seat(site, "127.9.0.1"), Seat(site, "127.9.0.2")
        self.pupils = [Seat(site, f"127.9.1.{number}") for number in range(1, pupils + 1)]
        self.path = ""

    async def meet(self) -> None:
        """Begin a class. The pupils join, and every client opens an event stream."""
        self.path = await self.teacher.send("/class")
        links = re.search(rf"{self.path[1:]}/projector/[\w-]{{22}}", await self.teacher.load(self.path))
        assert links
        await self._listen(self.teacher, self.path)
        await self._listen(self.projector, f"/{links[0]}")
        for number, pupil in enumerate(self.pupils, 1):
            await pupil.send(f"{self.path}/join", name=f"Pupil {number}")
            await pupil.load(self.path)
            await self._listen(pupil, self.path)

    async def question(self, number: int) -> list[float]:
        """Ask a question, which all pupils answer at random moments. Return how long each answer took."""
        await self.teacher.send(f"{self.path}/ask", _PART, question=number - 1, text="x_o/_x_/__o x", kind="move")
        took = list[float]()

        async def answer(pupil: Seat) -> None:
            await asyncio.sleep(self.pace * self.random.random() * _ANSWER_SECONDS)
            cell = self.random.choice([1, 3, 5, 6, 7])
            took.append(await _timed(pupil.send(f"{self.path}/answer", _PART, question=number, cell=cell)))

        await asyncio.gather(*map(answer, self.pupils))
        await self.teacher.send(f"{self.path}/reveal", _PART, question=number)
        return took

    async def round(self) -> list[float]:
        """Play a round of games, with a pause before every move. Return how long each move took."""
        await self.teacher.send(f"{self.path}/tournament", _PART, game="tictactoe", system="swiss", rounds="1")
        await self.teacher.send(f"{self.path}/begin-round", _PART, round=1)
        tables: dict[str, dict[str, Seat]] = {}
        for pupil in self.pupils:
            found = _GAME.search(await pupil.load(self.path))
            if found is None:
                raise Refused("a pupil has no game")
            mark = _SEAT.search(await pupil.load(f"/play/{found[1]}"))
            assert mark
            mine = re.search(r"Your turn", await pupil.load(f"/play/{found[1]}"))
            tables.setdefault(found[1], {})["x" if mine else "o"] = pupil
            await self._listen(pupil, f"/play/{found[1]}")
        took = list[float]()

        async def play(id: str, seats: dict[str, Seat], moves: Sequence[int]) -> None:
            for ply, cell in enumerate(moves):
                await asyncio.sleep(self.pace * self.random.uniform(*_MOVE_SECONDS))
                pupil = seats["xo"[ply % 2]]
                took.append(await _timed(pupil.send(f"/play/{id}/move", _PART, ply=ply, cell=cell)))

        games = scripts("tictactoe", len(tables))
        await asyncio.gather(
            *(play(id, seats, moves) for (id, seats), moves in zip(tables.items(), games, strict=True))
        )
        return took

    async def part(self) -> None:
        """End the class, and leave."""
        await self.teacher.send(f"{self.path}/end", _PART)
        for seat in (self.teacher, self.projector, *self.pupils):
            seat.close()

    async def _listen(self, seat: Seat, path: str) -> None:
        if seat.stream is not None:
            seat.stream.close()
        seat.stream = Stream(self.site.get(f"{path}/events", seat.secret), lambda *_: None, lambda: None)
        await self.site.connect(seat.stream, seat.address)


async def _timed(request: Awaitable[object]) -> float:
    began = perf_counter()
    await request
    return perf_counter() - began


async def lesson(site: Site, pupils: int, random: Random, pace: float = 1.0) -> Lesson:
    """Give a lesson with a question and a round of games."""
    room = Room(site, pupils, random, pace)
    await room.meet()
    measured = Lesson(await room.question(1), await room.round())
    await room.part()
    return measured


@contextmanager
def minimal(folder: Path) -> Iterator[Site]:
    """Start the minimal server, and yield its address."""
    command = [sys.executable, str(Path(__file__).with_name("minimal_server.py")), str(folder / "minimal.sqlite3")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout
    try:
        yield Site(int(process.stdout.readline().strip(" /\n").rpartition(":")[2]))
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


async def baseline(site: Site, pupils: int, random: Random) -> Lesson:
    """Send the requests of a lesson to the minimal handler at the same moments."""
    seats = [Seat(site, f"127.9.1.{number}") for number in range(1, pupils + 1)]
    measured = Lesson()

    async def answer(seat: Seat) -> None:
        await asyncio.sleep(random.random() * _ANSWER_SECONDS)
        measured.answers.append(await _timed(seat.send("/answer", cell=4)))

    async def play(seat: Seat, moves: Sequence[int]) -> None:
        for cell in moves:
            await asyncio.sleep(random.uniform(*_MOVE_SECONDS))
            measured.moves.append(await _timed(seat.send("/answer", cell=cell)))

    await asyncio.gather(*map(answer, seats))
    await asyncio.gather(*map(play, seats[::2], scripts("tictactoe", pupils // 2)))
    for seat in seats:
        seat.close()
    return measured


def load_text(pupils: int, times: int) -> str:
    """Give lessons to a new server and to the minimal handler in turn, and return the latencies as a table."""
    ours, theirs = Lesson(), Lesson()
    with (
        tempfile.TemporaryDirectory() as folder,
        server(str(Path(folder) / "games.sqlite3")) as (site, _),
        minimal(Path(folder)) as other,
    ):
        for run in range(times):
            for total, one in (
                (ours, asyncio.run(lesson(site, pupils, Random(run)))),
                (theirs, asyncio.run(baseline(other, pupils, Random(run)))),
            ):
                total.answers += one.answers
                total.moves += one.moves
    lines = [f"{'milliseconds':26} {'p50':>8} {'p99':>8} {'p99.9':>8} {'max':>8}"]
    for name, mine, other_times in (("answer", ours.answers, theirs.answers), ("move", ours.moves, theirs.moves)):
        for who, seconds in ((name, mine), (f"{name}, minimal handler", other_times)):
            lines.append(f"{who:26} " + " ".join(f"{rounded(value):>8}" for value in percentiles(seconds)))
        lines.append(f"{name}, ratio of p99: {rounded(percentiles(mine)[1] / percentiles(other_times)[1])}")
    return "\n".join(lines)


def soak_text(pupils: int, lessons: int, watch: Callable[[str], None]) -> str:
    """Give whole lessons one after another, and return the server's memory as text."""
    moments = list[float]()
    with tempfile.TemporaryDirectory() as folder, server(str(Path(folder) / "games.sqlite3")) as (site, pid):
        for number in range(1, lessons + 1):
            asyncio.run(lesson(site, pupils, Random(number), _HURRY))
            moments.append(Usage.of(pid).memory / 2**20)
            watch(f"lesson {number}: {moments[-1]:.1f} MB")
    half = len(moments) // 2
    first, middle, last = (f"{moments[number - 1]:.1f} MB" for number in (1, half, lessons))
    return f"memory after lesson 1: {first}, {half}: {middle}, {lessons}: {last}"


def main() -> None:
    """Run a load test or a soak test, and print the result."""
    parser = argparse.ArgumentParser(description="Load-test a class.")
    parser.add_argument("--pupils", type=int, default=40)
    parser.add_argument("--times", type=int, default=3, help="lessons to measure")
    parser.add_argument("--lessons", type=int, metavar="N", help="give this many lessons and watch the memory")
    options = parser.parse_args()
    if options.lessons:
        print(soak_text(options.pupils, options.lessons, lambda line: print(line, flush=True)))
    else:
        print(load_text(options.pupils, options.times))


if __name__ == "__main__":
    main()
