"""Rate limits for each client."""

import time
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from math import ceil
from typing import NamedTuple


class RequestKind(StrEnum):
    """A kind of request. Rate limits count the requests of each kind together."""

    READ = "read"
    WRITE = "write"
    CREATE = "create"
    ANALYSE = "analyse"


class RateLimit(NamedTuple):
    """The largest number of requests that a client may send in a time window, and the length of the window in
    seconds.
    """

    most: int
    seconds: float


LIMITS: Mapping[RequestKind, Sequence[RateLimit]] = {
    RequestKind.READ: (RateLimit(3_000, 10), RateLimit(400_000, 3600)),
    RequestKind.WRITE: (RateLimit(600, 10), RateLimit(80_000, 3600)),
    RequestKind.CREATE: (RateLimit(150, 60), RateLimit(3_000, 3600)),
    RequestKind.ANALYSE: (RateLimit(1_000, 10), RateLimit(80_000, 3600)),
}
"""The limits for each kind of request. They are generous, because a class of a hundred may share one address."""

_REMOVAL = 10.0  # seconds between two removals of expired windows
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_CREATE = frozenset({"/play/move", "/play/start", "/play/invite", "/games/import", "/class", "/api/v1/games"})
_API_ANALYSE = ("analyse", "steps", "review", "trace", "atlas")
_ANALYSE = ("/analyse", "/embed", "/explore", "/paper", "/puzzles", *(f"/api/v1/{name}" for name in _API_ANALYSE))


def kind_of(method: str, path: str) -> RequestKind:
    """Return the kind of a request."""
    if path.startswith(_ANALYSE):
        return RequestKind.ANALYSE
    if method in _SAFE:
        return RequestKind.READ
    return RequestKind.CREATE if path.rstrip("/") in _CREATE else RequestKind.WRITE


class RateLimiter:
    """Counts requests by client and kind, in memory. Each worker process keeps its own counts.

    A window begins with the first request that it counts.

    Args:
        limits: the limits for each kind. A kind without an entry has no limits.
        clock: returns the time in seconds. It must never go back, unlike the time of day.
    """

    def __init__(
        self, limits: Mapping[RequestKind, Sequence[RateLimit]] = LIMITS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits, self._clock = limits, clock
        self._windows: dict[
            tuple[RequestKind, str, RateLimit], tuple[float, int]
        ] = {}  # when each ends, and its requests so far
        self._next_removal = 0.0

    def take(self, kind: RequestKind, client: str) -> float:
        """Count a request of a client. Return 0, or the seconds to wait if the request exceeds a limit."""
        now = self._clock()
        if now >= self._next_removal:
            self._next_removal = now + _REMOVAL
            self._windows = {key: window for key, window in self._windows.items() if window[0] > now}
        for limit in self._limits.get(kind, ()):
            key = kind, client, limit
            end, count = self._windows.get(key, (now, 0))
            if end <= now:
                end, count = now + limit.seconds, 0
            self._windows[key] = end, count + 1
            if count >= limit.most:
                return max(1.0, end - now)
        return 0.0

    def take_some(self, kind: RequestKind, client: str, wanted: int) -> int:
        """Count as many requests of a client as the limits allow, but at most `wanted`, and return their number."""
        return next((n for n in range(wanted) if self.take(kind, client)), wanted)


def seconds_in_words(wait: float) -> str:
    """Return a waiting time such as "a second" or "12 seconds"."""
    return "a second" if wait <= 1 else f"{ceil(wait)} seconds"
