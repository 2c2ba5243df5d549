"""Rate limits for one client, with the `limits` library."""

import time
from collections.abc import Mapping
from enum import StrEnum
from math import ceil

from limits import parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter


class Kind(StrEnum):
    """Requests that are counted together."""

    READ = "read"
    WRITE = "write"
    CREATE = "create"
    ANALYSE = "analyse"


LIMITS: Mapping[str, str] = {
    Kind.READ: "3000 per 10 seconds; 400000 per hour",
    Kind.WRITE: "600 per 10 seconds; 80000 per hour",
    Kind.CREATE: "150 per minute; 3000 per hour",
    Kind.ANALYSE: "1000 per 10 seconds; 80000 per hour",
}
"""The limits for each kind of request. They are generous, because a class of a hundred may share one address."""

_REMOVAL = 10.0  # seconds between two removals of expired counters
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_CREATE = frozenset({"/play/move", "/play/start", "/play/invite", "/games/import", "/api/v1/games"})
_API_ANALYSE = ("analyse", "steps", "review", "trace", "atlas")
_ANALYSE = ("/analyse", "/explore", *(f"/api/v1/{name}" for name in _API_ANALYSE))


def kind_of(method: str, path: str) -> Kind:
    """Return the kind of a request."""
    if path.startswith(_ANALYSE):
        return Kind.ANALYSE
    if method in _SAFE:
        return Kind.READ
    return Kind.CREATE if path.rstrip("/") in _CREATE else Kind.WRITE


class _Counters(MemoryStorage):
    """Counters in memory, for one thread.

    The library's own start a thread for nearly every request, which goes through all counters to remove expired ones.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next_removal = 0.0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add to a counter, and return its value. A new counter expires after the given seconds."""
        now = time.time()
        if now >= self._next_removal:
            self._next_removal = now + _REMOVAL
            for expired in [key for key, end in self.expirations.items() if end <= now]:
                self.clear(expired)
        if self.expirations.get(key, 0.0) <= now:
            self.storage[key], self.expirations[key] = 0, now + expiry
        self.storage[key] += amount
        return self.storage[key]


class RateLimiter:
    """Counts requests by client and kind, in memory. Each worker process counts for itself.

    Args:
        limits: the limits for each kind, in the notation of the `limits` library. A kind without an entry has no
            limits.
    """

    def __init__(self, limits: Mapping[str, str] = LIMITS) -> None:
        self._limits = {kind: parse_many(text) for kind, text in limits.items()}
        self._windows = FixedWindowRateLimiter(_Counters())

    def take(self, kind: Kind, client: str) -> float:
        """Count a request of a client. Return 0, or the seconds to wait if it exceeds a limit."""
        for limit in self._limits.get(kind, ()):
            if not self._windows.hit(limit, kind, client):
                reset = self._windows.get_window_stats(limit, kind, client).reset_time
                return max(1.0, reset - time.time())
        return 0.0

    def take_some(self, kind: Kind, client: str, wanted: int) -> int:
        """Count as many requests of a client as the limits allow, and return their number."""
        return next((n for n in range(wanted) if self.take(kind, client)), wanted)


def seconds_in_words(wait: float) -> str:
    """Return a waiting time such as "a second" or "12 seconds"."""
    return "a second" if wait <= 1 else f"{ceil(wait)} seconds"
