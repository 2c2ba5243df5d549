"""How much one address may ask for: token buckets of two sizes, one for the moment and one for the hours.

A bucket is kept as one number, the time at which it will be full again (the generic cell rate algorithm, ITU-T I.371):
a request moves it on by one interval, and is refused where it would lie more than a full bucket ahead.

The defaults are generous because a class of a hundred may sit behind one address.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from noughts.apps.web.guard.request_kinds import Kind


@dataclass(frozen=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    per_second: float

    def scaled(self, n: float) -> "Rate":
        """Return n times as much; one at once is the least."""
        return Rate(max(1.0, self.burst * n), self.per_second * n)


@dataclass(frozen=True)
class Limit:
    """Both rates hold: the quick one stops a rush, the slow one what goes on for hours."""

    fast: Rate
    slow: Rate

    def scaled(self, n: float) -> "Limit":
        """Return n times as much."""
        return Limit(self.fast.scaled(n), self.slow.scaled(n))


@dataclass(frozen=True)
class Limits:
    """What one address may do.

    Attributes:
        read: look at pages.
        write: moves, names, and whatever else is sent.
        create: new games.
        analyse: look at analyses and stories, which are large.
        secret: wrong secrets; right ones are not counted.
        think: begin work for an engine on boards that are not small; who finds the answer there is not counted.
        refused: be refused, before the server takes its time to read from whoever is refused again.
        streams: open streams of events of one address.
        all_streams: open streams of events in all.
        clients: how many addresses are remembered; the one not seen for longest is forgotten first.
    """

    read: Limit = Limit(Rate(3000, 300), Rate(300_000, 100))
    write: Limit = Limit(Rate(600, 60), Rate(36_000, 20))
    create: Limit = Limit(Rate(100, 2), Rate(3000, 0.5))
    analyse: Limit = Limit(Rate(1000, 60), Rate(60_000, 20))
    secret: Limit = Limit(Rate(50, 5), Rate(1000, 0.1))
    think: Limit = Limit(Rate(400, 20), Rate(20_000, 5))
    refused: Limit = Limit(Rate(100, 2), Rate(1000, 1))
    streams: int = 400
    all_streams: int = 4000
    clients: int = 10_000

    def scaled(self, n: float) -> "Limits":
        """Return n times as much of everything but the memory: 1 / workers for one of several processes."""
        return replace(
            self,
            read=self.read.scaled(n),
            write=self.write.scaled(n),
            create=self.create.scaled(n),
            analyse=self.analyse.scaled(n),
            secret=self.secret.scaled(n),
            think=self.think.scaled(n),
            refused=self.refused.scaled(n),
            streams=max(1, round(self.streams * n)),
            all_streams=max(1, round(self.all_streams * n)),
        )


class Meter:
    """Counts what each client does. The clock is in seconds, and never runs backwards."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        by_kind = {
            **{Kind.READ: limits.read, Kind.WRITE: limits.write, Kind.CREATE: limits.create},
            **{Kind.ANALYSE: limits.analyse, Kind.SECRET: limits.secret, Kind.THINK: limits.think},
            Kind.REFUSED: limits.refused,
        }
        # For each kind: the interval and the size in seconds of the fast bucket, and of the slow one.
        self._sizes = [
            (1 / fast.per_second, fast.burst / fast.per_second, 1 / slow.per_second, slow.burst / slow.per_second)
            for fast, slow in ((by_kind[kind].fast, by_kind[kind].slow) for kind in Kind)
        ]
        self._clock = clock
        self._most = limits.clients
        self._full: OrderedDict[str, list[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full)

    def take(self, client: str, kind: Kind) -> float:
        """Count one request; return 0, or how many seconds to wait, and then it is not counted."""
        full, now, place = self._of(client), self._clock(), 2 * kind
        fast, fast_size, slow, slow_size = self._sizes[kind]
        soon, late = max(full[place], now) + fast, max(full[place + 1], now) + slow
        wait = max(soon - fast_size, late - slow_size) - now
        if wait > 1e-6:
            return wait
        full[place], full[place + 1] = soon, late
        return 0.0

    def take_most(self, client: str, kind: Kind, times: int) -> int:
        """Count as many of so many as there is room for, and return how many these are."""
        full, now, place = self._of(client), self._clock(), 2 * kind
        fast, fast_size, slow, slow_size = self._sizes[kind]
        soon, late = max(full[place], now), max(full[place + 1], now)
        room = min((now + fast_size - soon + 1e-6) / fast, (now + slow_size - late + 1e-6) / slow)
        taken = max(0, min(times, int(room)))
        full[place], full[place + 1] = soon + taken * fast, late + taken * slow
        return taken

    def charge(self, client: str, kind: Kind) -> None:
        """Count what has happened already, and cannot be refused; an empty bucket stays empty."""
        full, now, place = self._of(client), self._clock(), 2 * kind
        fast, fast_size, slow, slow_size = self._sizes[kind]
        full[place] = min(max(full[place], now) + fast, now + fast_size)
        full[place + 1] = min(max(full[place + 1], now) + slow, now + slow_size)

    def wait(self, client: str, kind: Kind) -> float:
        """Return how many seconds are left until one more would be let through, and count nothing."""
        full = self._full.get(client)
        if full is None:
            return 0.0
        fast, fast_size, slow, slow_size = self._sizes[kind]
        now, place = self._clock(), 2 * kind
        wait = max(full[place] + fast - fast_size, full[place + 1] + slow - slow_size) - now
        return wait if wait > 1e-6 else 0.0

    def _of(self, client: str) -> list[float]:
        full = self._full.get(client)
        if full is None:
            full = self._full[client] = [0.0] * (2 * len(Kind))
            if len(self._full) > self._most:
                self._full.popitem(last=False)
        else:
            self._full.move_to_end(client)
        return full


class Streams:
    """Counts the streams of events that are open."""

    def __init__(self, limits: Limits) -> None:
        self._each, self._most = limits.streams, limits.all_streams
        self._open: dict[str, int] = {}
        self.total = 0

    def of(self, client: str) -> int:
        """Return how many one client has open."""
        return self._open.get(client, 0)

    def fault(self, client: str) -> tuple[int, str] | None:
        """Return the status and the sentence with which to refuse one more, or None where there is room."""
        if self.of(client) >= self._each:
            return 429, f"Too many pages of this address are open: expected at most {self._each}."
        if self.total >= self._most:
            return 503, "Too many pages are open: please try again in a moment."
        return None

    def enter(self, client: str) -> None:
        """Count a stream that opens."""
        self._open[client] = self.of(client) + 1
        self.total += 1

    def leave(self, client: str) -> None:
        """Count a stream that has ended, in whatever way."""
        self.total -= 1
        if self._open[client] == 1:
            del self._open[client]
        else:
            self._open[client] -= 1
