"""Play many games by link at once as browsers do, with moves at scheduled times, even if the server does not keep up.

Each player sends the page's forms and opens the page's event stream, which brings the opponent's moves with the part of
the page that changes. Like the page's script, a player requests only this part (``X-Part: 1``), even if the stream
brings only a version.

Latency counts from the scheduled time. If the server is slow and a move has to wait for a table, that wait counts, too.
(G. Tene calls the mistake of leaving out this wait "coordinated omission".)

    scheduled ──▶ POST /play/ID/move ──▶ the page with the move                 the latency for the player who moves
        └───────▶ the event arrives with the page                           the latency for the opponent
"""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from secrets import token_urlsafe
from time import perf_counter

from web_client import Answered, Connection, Site, Stream

from noughts import Position, game

_PART = "X-Part: 1\r\n"
_LINK = re.compile(r"/seat/[A-Za-z0-9_-]{22}")
_VERSION = re.compile(r' data-version="(\d+)"')


@dataclass
class Figures:
    """Measurements: latencies in seconds from the scheduled time, and counts of requests, errors and games."""

    acknowledged: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    games: int = 0


class Seat:
    """A player: a browser with its cookie, address and connection, and the event stream of the game."""

    def __init__(self, site: Site, address: str) -> None:
        self.site, self.address, self.secret = site, address, token_urlsafe(16)
        self.connection = Connection(site, address)
        self.stream: Stream | None = None

    def move(self, id: str, ply: int, cell: int, answered: Answered) -> None:
        """Press a cell."""
        self.connection.ask(self._move(id, ply, cell), answered)

    async def skip(self, id: str, ply: int, cell: int) -> None:
        """Press a cell. This is not timed.

        Raises:
            Refused: the response has an error status.
        """
        status, page = await self.connection.asked(self._move(id, ply, cell))
        if status != 200:
            raise Refused(f"move: {status} {page.decode()[:200]}")

    def look(self, id: str, answered: Answered) -> None:
        """Fetch the part of the page that changes."""
        self.connection.ask(self.site.get(f"/play/{id}", self.secret, _PART), answered)

    async def load(self, path: str, headers: str = "") -> str:
        """Load a page, or with the headers `_PART` only the part that changes. This is not timed.

        Raises:
            Refused: the response has an error status.
        """
        status, page = await self.connection.asked(self.site.get(path, self.secret, headers))
        if status != 200:
            raise Refused(f"GET {_kind(path)}: {status} {page.decode()[:200]}")
        return page.decode()

    async def send(self, path: str, headers: str = "", **fields: object) -> str:
        """Send a form, and return the path that the response redirects to, if any. This is not timed.

        Raises:
            Refused: the response has an error status.
        """
        status, page = await self.connection.asked(self.site.post(path, self.secret, fields, headers))
        if status not in (200, 303):
            raise Refused(f"POST {_kind(path)}: {status} {page.decode()[:200]}")
        return self.connection.location

    def _move(self, id: str, ply: int, cell: int) -> bytes:
        return self.site.post(f"/play/{id}/move", self.secret, {"ply": ply, "cell": cell}, _PART)

    def close(self) -> None:
        """Close the connection and the stream."""
        self.connection.close()
        if self.stream is not None:
            self.stream.close()


class Refused(Exception):
    """The server rejected a request that it should accept."""


class Play:
    """All tables, and the schedule of their moves.

    Args:
        site: the server.
        tables: the number of games at once.
        rules: the name of the game.
        afresh: whether each table creates a new game after a game, instead of a rematch.
    """

    def __init__(self, site: Site, tables: int, rules: str, *, afresh: bool = False) -> None:
        self.site, self.rules, self.afresh = site, rules, afresh
        self.figures = Figures()
        self.scripts = scripts(rules)
        self.tables = [Table(self, number) for number in range(tables)]
        self._ready: deque[Table] = deque()
        self._due: deque[float] = deque()
        self._later: deque[float] = deque()
        self._eager = False
        self.broken = 0
        """The number of tables that stopped after an error."""

    async def open(self) -> None:
        """Create the games of all tables, a few at a time, at different stages. Otherwise, all games would end at
        once."""
        gate = asyncio.Semaphore(20)

        async def begin(table: "Table") -> None:
            async with gate:
                await table.begin()
                await table.skip()

        await asyncio.gather(*map(begin, self.tables))

    async def run(self, rate: float, seconds: float, random: Random) -> Figures:
        """Send moves at random times, `rate` a second on average, and return the measurements."""
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
        if missing := len(times) - len(figures.acknowledged) - figures.errors.total():
            figures.errors["moves that were never acknowledged"] += missing
        self._due.clear()
        return figures

    async def play_out(self, games: int) -> None:
        """Play as fast as the server can, until `games` games are over."""
        self._eager = True
        self._serve()
        while self.figures.games < games and self.broken < len(self.tables):
            await asyncio.sleep(0.05)
        self._eager = False
        while self.busy:
            await asyncio.sleep(0.02)

    @property
    def busy(self) -> bool:
        """Whether any move is scheduled or incomplete."""
        if self.broken == len(self.tables):
            return False
        return bool(self._due or self._later) or len(self._ready) + self.broken < len(self.tables)

    def ready(self, table: "Table") -> None:
        """Queue a table that is ready for its next move."""
        self._ready.append(table)
        if self._due or self._eager:
            self._serve()

    def close(self) -> None:
        """Close all connections."""
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
    """A table: a game by link, its two players, and their prepared moves."""

    def __init__(self, play: Play, number: int) -> None:
        self._play = play
        # The server limits each client, for example to two new games a second. So the hosts use 250 addresses in turn,
        # 127.0.0.2 to 127.0.0.251, and their friends use addresses that are 125 further on.
        self._seats = [Seat(play.site, f"127.0.0.{2 + (number + 125 * side) % 250}") for side in range(2)]
        self._number = number
        self._id, self._version, self._ply = "", 0, 0
        self._moves: Sequence[int] = ()
        self._scheduled = 0.0
        self._awaited: Seat | None = None  # the player whose stream has not had the current move yet
        self._broken = False
        self._open = 0  # the number of players who do not see the current move yet
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Create a game, seat the friend, and open both streams."""
        host, friend = self._seats
        self._count("create", "seat")
        await host.load("/play")
        path = await host.send("/play/invite", game=self._play.rules, side="x", name="Ada")
        link = _LINK.search(await host.load(path))
        if link is None:
            raise Refused("there is no link on the page of a new game")
        await friend.load(link[0])
        await self._sit_down(await friend.send(link[0], name="Bob"))

    async def skip(self) -> None:
        """Make the first moves of the game, more at some tables than at others."""
        while self._ply < self._number % len(self._moves):
            await self._seats[self._ply % 2].skip(self._id, self._ply, self._moves[self._ply])
            self._ply, self._version = self._ply + 1, self._version + 1

    def play(self, scheduled: float) -> None:
        """Send the next move."""
        mover, other = self._seats[self._ply % 2], self._seats[1 - self._ply % 2]
        self._scheduled, self._open = scheduled, 2
        self._version += 1
        self._count("move")
        self._awaited = other
        mover.move(self._id, self._ply, self._moves[self._ply], self._acknowledged)

    def close(self) -> None:
        """Close the connections of both players."""
        for seat in self._seats:
            seat.close()

    def _acknowledged(self, status: int, body: bytes) -> None:
        if status != 200 or not self._is_current(body):
            self._wrong(f"move: {status} {body.decode()[:200]}")
            return
        self._play.figures.acknowledged.append(perf_counter() - self._scheduled)
        self._done()

    def _heard(self, seat: Seat, version: int, event: bytes) -> None:
        if not self._open or version < self._version or seat is not self._awaited:
            return
        self._awaited = None
        if self._is_current(event):
            self._shown()
        else:
            self._count("fetch")
            seat.look(self._id, self._fetched)

    def _fetched(self, status: int, body: bytes) -> None:
        if status != 200 or not self._is_current(body):
            self._wrong(f"fetch: {status} {body.decode()[:200]}")
            return
        self._shown()

    def _shown(self) -> None:
        self._play.figures.shown.append(perf_counter() - self._scheduled)
        self._done()

    def _is_current(self, part: bytes) -> bool:
        return b' data-version="%d"' % self._version in part

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
        """Start the next game. This is not timed."""
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
        path = f"/play/{self._id}"
        self._count("offer", "answer")
        await first.send(f"{path}/rematch", _PART, version=self._version)
        following = await second.send(f"{path}/accept", _PART, version=self._version + 1)
        self._leave()
        self._seats.reverse()  # the players swap sides
        await self._sit_down(following, _PART)

    async def _sit_down(self, path: str, headers: str = "") -> None:
        self._id, self._ply = path.rpartition("/")[2], 0
        self._number += 1
        self._moves = self._play.scripts[self._number % len(self._play.scripts)]
        for seat in self._seats:
            version = _VERSION.search(await seat.load(path, headers))
            if version is None:
                raise Refused("the page of a game has no version")
            self._version = int(version[1])
            await self._listen(seat)
        self._play.ready(self)

    async def _listen(self, seat: Seat) -> None:
        """Open a player's event stream, and wait for its first event."""
        there = asyncio.Event()

        def heard(version: int, event: bytes) -> None:
            there.set()
            self._heard(seat, version, event)

        self._count("stream")
        request = self._play.site.get(f"/play/{self._id}/events", seat.secret)
        seat.stream = Stream(request, heard, lambda: self._wrong("stream: broken"))
        await self._play.site.connect(seat.stream, seat.address)
        await there.wait()

    def _leave(self) -> None:
        for seat in self._seats:
            if seat.stream is not None:
                seat.stream.close()

    def _count(self, *requests: str) -> None:
        self._play.figures.requests.update(requests)

    def _wrong(self, error: str) -> None:
        """Count an error, and stop using the table."""
        self._play.figures.errors[error] += 1
        self._open = 0
        self._play.broken += not self._broken
        self._broken = True
        self.close()


def scripts(rules: str, number: int = 200) -> list[tuple[int, ...]]:
    """Return the moves of random games."""
    random, scripts = Random(5), []
    for _ in range(number):
        position, moves = Position(game(rules)), list[int]()
        while position.moves:
            moves.append(random.choice(position.moves))
            position = position.play(moves[-1])
        scripts.append(tuple(moves))
    return scripts


def _kind(path: str) -> str:
    """Return a path without ids and secrets, to count errors."""
    return re.sub(r"[A-Za-z0-9_-]{22}", "ID", path)
