"""Games at once by link, played over HTTP: each move leaves at its scheduled time, whether or not the server keeps up.

Latency counts from the scheduled time: a move that had to wait for a table, because the server was slow with those
before it, has waited all the same. (G. Tene calls the usual mistake "coordinated omission".)

Long, as a table and the schedule of all tables tell each other of every step.

    scheduled ──▶ POST move ──▶ acknowledged                 what the mover waits for
        └───────────────────▶ the other's stream has it ──▶ and the other has fetched the game
"""

import asyncio
import json
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from secrets import token_urlsafe
from time import perf_counter
from typing import Any

from web_client import Connection, Site, Stream, post

from noughts import Position, game


@dataclass
class Figures:
    """What was measured: seconds from the scheduled time, requests by kind, and what went wrong."""

    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    fetched: list[float] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    games: int = 0


class Seat:
    """One who plays: a secret, an address, a connection for requests, and a stream of events of the game."""

    def __init__(self, site: Site, address: str) -> None:
        self.site, self.address, self.secret = site, address, token_urlsafe(16)
        self.connection = Connection(site, address)
        self.stream: Stream | None = None

    def sits_at(self, id: str) -> None:
        """Prepare the bytes of the requests of a game."""
        self.move = self.site.post_head(f"/api/v1/games/{id}/moves", self.secret)
        self.look = self.site.get(f"/api/v1/games/{id}?version=%d", self.secret)

    async def send(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send what is not timed, and return the answer.

        Raises:
            Refused: the answer is no good one.
        """
        request = post(self.site.post_head(f"/api/v1{path}", self.secret), json.dumps(body).encode())
        status, answer = await self.connection.asked(request)
        if status not in (200, 201):
            raise Refused(f"{path.rpartition('/')[2].partition('?')[0]}: {status} {answer.decode()[:200]}")
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        """Leave."""
        self.connection.close()
        if self.stream is not None:
            self.stream.close()


class Refused(Exception):
    """What should have been granted was not."""


class Play:
    """All tables, and the schedule.

    Args:
        site: where the server is.
        tables: how many games at once.
        rules: the game that all play.
        fetch: whether the other player fetches the game on each event, as a browser does.
        afresh: whether a game that is over is followed by a new one, instead of a rematch.
    """

    def __init__(self, site: Site, tables: int, rules: str, *, fetch: bool, afresh: bool = False) -> None:
        self.site, self.rules, self.fetch, self.afresh = site, rules, fetch, afresh
        self.figures = Figures()
        self.scripts = scripts(rules)
        self.tables = [Table(self, number) for number in range(tables)]
        self._ready: deque[Table] = deque()
        self._due: deque[float] = deque()
        self._later: deque[float] = deque()
        self._eager = False
        self.broken = 0
        """How many tables were left because something went wrong there."""

    async def open(self) -> None:
        """Seat everybody, a few at a time."""
        gate = asyncio.Semaphore(20)

        async def begin(table: "Table") -> None:
            async with gate:
                await table.begin()

        await asyncio.gather(*map(begin, self.tables))

    async def run(self, rate: float, seconds: float, random: Random) -> Figures:
        """Send so many moves a second, at times as chance has it, and return what was measured."""
        figures = self.figures = Figures()
        now = start = perf_counter() + 0.1
        times = []
        while (now := now + random.expovariate(rate)) < start + seconds:
            times.append(now)
        self._later.extend(times)
        self._pump()
        await asyncio.sleep(start + seconds - perf_counter())
        deadline = perf_counter() + 30
        while self.busy and perf_counter() < deadline:
            await asyncio.sleep(0.02)
        if left := len(times) - len(figures.acknowledged) - figures.errors.total():
            figures.errors["moves that were never acknowledged"] += left
        self._due.clear()
        return figures

    async def play_out(self, games: int) -> None:
        """Play games as quickly as the server can, until so many are over."""
        self._eager = True
        self._serve()
        while self.figures.games < games and self.broken < len(self.tables):
            await asyncio.sleep(0.05)
        self._eager = False
        while self.busy:
            await asyncio.sleep(0.02)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        if self.broken == len(self.tables):
            return False
        return bool(self._due or self._later) or len(self._ready) + self.broken < len(self.tables)

    def ready(self, table: "Table") -> None:
        """Take a table at which the next move can be made."""
        self._ready.append(table)
        if self._due or self._eager:
            self._serve()

    def close(self) -> None:
        """Send everybody home."""
        for table in self.tables:
            table.close()

    def _pump(self) -> None:
        now = perf_counter()
        while self._later and self._later[0] <= now:
            self._due.append(self._later.popleft())
        self._serve()
        if self._later:
            asyncio.get_running_loop().call_later(max(self._later[0] - perf_counter(), 0.0), self._pump)

    def _serve(self) -> None:
        while self._ready and (self._due or self._eager):
            self._ready.popleft().play(self._due.popleft() if self._due else perf_counter())


class Table:
    """A game by link, its two players, and the moves they will make."""

    def __init__(self, play: Play, number: int) -> None:
        self._play = play
        # The limits for each client stay as they are, two new games a second among them: so hosts sit at all of
        # 250 addresses in turn, 127.0.0.2 to 127.0.0.251, and friends 125 addresses further on.
        self._seats = [Seat(play.site, f"127.0.0.{2 + (number + 125 * side) % 250}") for side in range(2)]
        self._number = number
        self._id, self._version, self._ply = "", 0, 0
        self._moves: Sequence[bytes] = ()
        self._scheduled = 0.0
        self._awaited: Seat | None = None  # who has not heard of the move under way yet
        self._broken = False
        self._open = 0  # what is still awaited of the move under way
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Create a game, let the friend in, open both streams."""
        host, friend = self._seats
        self._count("create", "seat")
        new = {"game": self._play.rules, "x": "person", "o": "person", "xName": "Ada", "host": "x"}
        created = await host.send("/games", new)
        entered = await friend.send(f"/seats?link={created['links']['o']}", {"name": "Bob"})
        await self._sit_down(entered)

    def play(self, scheduled: float) -> None:
        """Make the next move."""
        mover, other = self._seats[self._ply % 2], self._seats[1 - self._ply % 2]
        self._scheduled, self._open = scheduled, 3 if self._play.fetch else 2
        self._version += 1
        self._count("move")
        mover.connection.ask(post(mover.move, self._moves[self._ply]), self._acknowledged)
        self._awaited = other

    def close(self) -> None:
        """Send both home."""
        for seat in self._seats:
            seat.close()

    def _acknowledged(self, status: int, body: bytes) -> None:
        if status != 200 or b'"version":%d,' % self._version not in body:
            self._wrong(f"move: {status} {body.decode()[:200]}")
            return
        self._play.figures.acknowledged.append(perf_counter() - self._scheduled)
        self._done()

    def _heard(self, seat: Seat, version: int) -> None:
        if not self._open or version < self._version or seat is not self._awaited:
            return
        self._awaited = None
        self._play.figures.heard.append(perf_counter() - self._scheduled)
        if self._play.fetch:
            self._count("fetch")
            seat.connection.ask(seat.look % version, self._fetched)
        self._done()

    def _fetched(self, status: int, body: bytes) -> None:
        if status != 200 or b'"version":%d,' % self._version not in body:
            self._wrong(f"fetch: {status} {body.decode()[:200]}")
            return
        self._play.figures.fetched.append(perf_counter() - self._scheduled)
        self._done()

    def _done(self) -> None:
        self._open -= 1
        if self._open:
            return
        self._ply += 1
        if self._ply < len(self._moves):
            self._play.ready(self)
        else:
            self._play.figures.games += 1
            self._task = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        """Begin the next game, outside of what is timed."""
        try:
            if self._play.afresh:
                self._leave()
                await self.begin()
            else:
                await self._rematch()
        except Refused as error:
            self._wrong(str(error))

    async def _rematch(self) -> None:
        first, second = self._seats
        path, version = f"/games/{self._id}", self._version
        self._count("offer", "answer")
        await first.send(f"{path}/offer", {"version": version, "offer": "rematch"})
        following = await second.send(f"{path}/answer", {"version": version + 1, "yes": True})
        self._leave()
        self._seats.reverse()  # who had O has X now
        await self._sit_down(following)

    async def _sit_down(self, found: dict[str, Any]) -> None:
        self._id, self._version, self._ply = found["id"], found["version"], 0
        self._number += 1
        self._moves = self._play.scripts[self._number % len(self._play.scripts)]
        for seat in self._seats:
            seat.sits_at(self._id)
            await self._listen(seat)
        self._play.ready(self)

    async def _listen(self, seat: Seat) -> None:
        """Open a player's stream, and wait for its first event."""
        there = asyncio.Event()

        def heard(version: int) -> None:
            there.set()
            self._heard(seat, version)

        self._count("stream")
        request = self._play.site.get(f"/api/v1/games/{self._id}/events", seat.secret)
        seat.stream = Stream(request, heard, lambda: self._wrong("stream: broken"))
        await self._play.site.connect(seat.stream, seat.address)
        await there.wait()

    def _leave(self) -> None:
        for seat in self._seats:
            if seat.stream is not None:
                seat.stream.close()

    def _count(self, *requests: str) -> None:
        self._play.figures.requests.update(requests)

    def _wrong(self, what: str) -> None:
        """Note what went wrong; the table is left."""
        self._play.figures.errors[what] += 1
        self._open = 0
        self._play.broken += not self._broken
        self._broken = True
        self.close()


def scripts(rules: str, number: int = 200) -> list[tuple[bytes, ...]]:
    """Return random games of these rules, each as the bodies of the requests to make its moves."""
    random, found = Random(5), []
    for _ in range(number):
        position, bodies = Position(game(rules)), list[bytes]()
        while position.moves:
            move = random.choice(position.moves)
            name = position.game.board.names[move]
            bodies.append(b'{"ply":%d,"move":"%b"}' % (len(bodies), name.encode()))
            position = position.play(move)
        found.append(tuple(bodies))
    return found
