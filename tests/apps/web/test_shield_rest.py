"""Who is refused again and again is read from more slowly; neighbours, and others behind the same proxy, are not."""

import contextlib
import socket
import time
from collections.abc import Iterator

import pytest

from noughts.apps.web.asgi import REST, Receive, Scope, Send
from noughts.apps.web.guard import middleware as shield
from noughts.apps.web.guard.clients import Proxies
from noughts.apps.web.guard.limits import Limit, Limits, Rate
from noughts.apps.web.guard.middleware import Rules, Shield
from tests.apps.web.serving import Clock, Recorder, ask, connect, everything, is_closed, protocol_over, served, until

from noughts.apps.web import protocol  # isort: skip
from noughts.apps.web.protocol import PatientConfig  # isort: skip

READS, REFUSALS = 5, 3  # how many are let through: of reads, and of refusals before one has to wait
REST_SECONDS = 0.4


def few(number: int) -> Limit:
    return Limit(Rate(number, 1e-3), Rate(number, 1e-3))


@pytest.fixture(autouse=True)
def short_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shield, "_SHORTEST_REST", REST_SECONDS)
    monkeypatch.setattr(shield, "_LONGEST_REST", REST_SECONDS)
    monkeypatch.setattr(protocol, "_GREETING", REST_SECONDS)


def strict(loop: str = "auto", proxies: tuple[str, ...] = (), parser: str = "httptools") -> PatientConfig:
    rules = Rules.of(trust_proxies=proxies, limits=Limits(read=few(READS), refused=few(REFUSALS)))
    settings = {"proxies": Proxies.of(proxies), "lifespan": "off", "loop": loop}
    config: PatientConfig = protocol_over(parser).PatientConfig(Shield(Recorder(), rules), **settings)
    return config


def statuses(connection: socket.socket, number: int, *headers: str, method: str = "GET") -> Iterator[int]:
    """The statuses of so many answers, asked for one after the other."""
    lines = [f"{method} / HTTP/1.1", "Host: localhost", "Content-Length: 0", *headers, "", ""]
    for _ in range(number):
        connection.sendall("\r\n".join(lines).encode())
        answer = b""
        while b"\r\n\r\n" not in answer or not answer.endswith((b"\n", b"\r\n\r\n0")):
            piece = connection.recv(65536)
            assert piece, "it is answered, however late"
            answer += piece
        yield int(answer.split()[1])


@pytest.mark.parametrize("loop", ["auto", "asyncio"])
def test_who_is_refused_too_often_is_read_from_slowly(loop: str) -> None:
    with served(strict(loop)) as port, connect(port) as flooder, connect(port) as neighbour:
        assert [*statuses(neighbour, 1)] == [200]
        assert [*statuses(flooder, READS)] == [200] * (READS - 1) + [429]
        assert [*statuses(flooder, REFUSALS)] == [429] * REFUSALS
        began = time.monotonic()
        assert [*statuses(flooder, 2)] == [429] * 2
        assert time.monotonic() - began >= 1.9 * REST_SECONDS


def test_a_neighbour_who_is_not_refused_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shield, "_LONGEST_REST", 60.0)
    monkeypatch.setattr(shield, "_SHORTEST_REST", 60.0)
    with served(strict()) as port, connect(port) as flooder, connect(port) as neighbour:
        assert [*statuses(neighbour, 1)] == [200]
        assert [*statuses(flooder, READS + REFUSALS)] == [200] * (READS - 1) + [429] * (REFUSALS + 1)
        assert [*statuses(neighbour, 3, method="POST")] == [200] * 3  # would not be answered within the test's patience


@pytest.mark.parametrize("loop", ["auto", "asyncio"])
def test_a_new_connection_of_that_address_is_answered_a_little_later(loop: str) -> None:
    config = strict(loop)
    with served(config) as port, connect(port) as flooder:
        assert [*statuses(flooder, READS + REFUSALS + 1)][-1] == 429
        began = time.monotonic()
        config.watch.resting = dict.fromkeys(config.watch.resting, float("inf"))
        with connect(port) as another:
            assert [*statuses(another, 3, method="POST")] == [200] * 3
        assert time.monotonic() - began >= 0.9 * REST_SECONDS


def test_connections_that_close_after_each_answer_have_to_wait_too() -> None:
    config = strict()
    with served(config) as port:
        for _ in range(READS + REFUSALS + 1):
            with connect(port) as flooder:
                assert [*statuses(flooder, 1, "Connection: close")] in ([200], [429])
        assert list(config.watch.resting) == ["127.0.0.1"]


@pytest.mark.parametrize("parser", ["httptools", "h11"])
def test_who_does_not_wait_for_answers_is_closed(parser: str) -> None:
    with served(strict(parser=parser)) as port, connect(port) as flooder:
        with contextlib.suppress(ConnectionError):
            flooder.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
            assert everything(flooder).count(b"HTTP/1.1 429") <= REFUSALS + 1
        until(lambda: is_closed(flooder))


def test_a_proxy_never_rests() -> None:
    config = strict(proxies=("127.0.0.1",))
    with served(config) as port, connect(port) as proxy:
        guilty = [*statuses(proxy, READS + 20 * REFUSALS, "X-Forwarded-For: 192.0.2.1")]
        assert guilty == [200] * READS + [429] * 20 * REFUSALS
        assert not config.watch.resting
        assert [*statuses(proxy, READS, "X-Forwarded-For: 192.0.2.2")] == [200] * READS


def test_the_time_that_a_connection_rests_is_the_time_to_wait_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shield, "_LONGEST_REST", 10.0)
    rests: list[float] = []
    limits = Limits(read=few(1), create=Limit(Rate(1, 0.2), Rate(9, 1)), refused=few(1))
    wall = Shield(Recorder(), Rules.of(limits=limits), Clock())

    async def behind(scope: Scope, receive: Receive, send: Send) -> None:
        await wall({**scope, "state": {REST: rests.append}}, receive, send)

    assert [ask(behind, "/games").status for _ in range(3)] == [200, 429, 429]
    assert [ask(behind, "/play/start", "POST").status for _ in range(2)] == [200, 429]
    assert rests == [10.0, pytest.approx(5.0)]
