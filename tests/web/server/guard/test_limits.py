"""Rate limits apply per client and kind of request."""

import time

import pytest

from noughts.web.server.guard.limits import LIMITS, RateLimit, RateLimiter, RequestKind, kind_of
from tests.web.serving import Clock


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/play", RequestKind.READ),
        ("HEAD", "/static/noughts.js", RequestKind.READ),
        ("POST", "/play/start", RequestKind.CREATE),
        ("POST", "/class", RequestKind.CREATE),
        ("POST", "/class/k7mpqx/answer", RequestKind.WRITE),
        ("POST", "/api/v1/games", RequestKind.CREATE),
        ("POST", "/api/v1/games/", RequestKind.CREATE),
        ("POST", "/api/v1/games/ABC/moves", RequestKind.WRITE),
        ("DELETE", "/api/v1/games/ABC", RequestKind.WRITE),
        ("GET", "/api/v1/analyse", RequestKind.ANALYSE),
        ("POST", "/api/v1/review", RequestKind.ANALYSE),
        ("GET", "/explore", RequestKind.ANALYSE),
    ],
)
def test_requests_are_counted_by_kind(method: str, path: str, kind: RequestKind) -> None:
    assert kind_of(method, path) is kind


def test_both_windows_of_a_limit_hold() -> None:
    limiter = RateLimiter({RequestKind.READ: [RateLimit(5, 1), RateLimit(7, 3600)]})
    assert [limiter.take(RequestKind.READ, "a") > 0 for _ in range(6)] == [False] * 5 + [True]
    assert limiter.take(RequestKind.READ, "b") == 0
    assert limiter.take(RequestKind.WRITE, "a") == 0


def test_an_expired_window_begins_again() -> None:
    clock = Clock()
    limiter = RateLimiter({RequestKind.READ: [RateLimit(2, 10), RateLimit(3, 3600)]}, clock)
    assert [limiter.take(RequestKind.READ, "a") for _ in range(3)] == [0, 0, 10]
    clock.now += 9.5
    assert limiter.take(RequestKind.READ, "a") == 1
    clock.now += 0.5
    assert [limiter.take(RequestKind.READ, who) for who in "aab"] == [0, 3590, 0]
    clock.now += 3590
    assert limiter.take(RequestKind.READ, "a") == 0


def test_a_change_of_the_time_of_day_does_not_lengthen_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    limiter = RateLimiter({RequestKind.WRITE: [RateLimit(1, 0.001)]})
    limiter.take(RequestKind.WRITE, "a")
    monkeypatch.setattr("time.time", lambda: 0.0)
    time.sleep(0.002)
    assert limiter.take(RequestKind.WRITE, "a") == 0


def test_every_kind_has_a_limit_that_a_class_does_not_reach() -> None:
    limiter = RateLimiter()
    assert LIMITS.keys() == set(RequestKind)
    for kind in RequestKind:
        assert not any(limiter.take(kind, "192.0.2.7") for _ in range(100)), "a hundred students share one address"
