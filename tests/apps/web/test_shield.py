"""The outer wall: headers of every response, lengths of bodies, rates, open streams, and guesses.

Long, as it goes through all that the wall itself does; its hosts, logs, protocol and tokens have files of their own.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from noughts.apps.web.asgi import App, Receive, Scope, Send
from noughts.apps.web.auth import new_secret
from noughts.apps.web.guard.headers import HEADERS, POLICY
from noughts.apps.web.guard.limits import Limit, Limits, Meter, Rate
from noughts.apps.web.guard.middleware import Rules, Shield, client_of, count_failure, count_success
from noughts.apps.web.guard.request_kinds import Kind, Paths, secrets_in
from tests.apps.web.serving import Answer, Clock, Recorder, ask, asked

HOME = Rules.of()
KIB = 1024


def tight(limits: Limits) -> Rules:
    return Rules.of(limits=limits)


def only(burst: float, per_second: float) -> Limit:
    return Limit(Rate(burst, per_second), Rate(1e9, 1e9))


# The headers of every response.


def test_every_response_carries_the_headers() -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("broken")

    responses = [
        ask(Shield(Recorder(), HOME)),
        ask(Shield(Recorder(status=404), HOME)),
        ask(Shield(Recorder(), HOME), host="evil.example"),
        ask(Shield(Recorder(), HOME), method="POST", headers=[("origin", "null")]),
        ask(Shield(Recorder(), HOME), method="POST", headers=[("content-length", "9999999")]),
        raised(Shield(broken, HOME)),
    ]
    assert [response.status for response in responses] == [200, 404, 421, 403, 413, 500]
    for response in responses:
        for name, value in HEADERS:
            assert response.headers[name.decode()] == value.decode()


def raised(app: App) -> Answer:
    """What is answered by an application that fails, which the server is told as well."""
    failures = []

    async def caught(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except RuntimeError as error:
            failures.append(error)

    answer = ask(caught)
    assert len(failures) == 1
    return answer


def test_the_policy_lets_no_inline_script_run() -> None:
    assert "default-src 'none'" in POLICY
    assert "unsafe" not in POLICY


def test_a_response_keeps_the_headers_it_sets_itself() -> None:
    own = ((b"cache-control", b"max-age=3600"), (b"content-security-policy", b"default-src 'self'"))
    app = Recorder(headers=own)
    for _ in range(2):
        answer = ask(Shield(app, HOME))
        assert answer.headers["cache-control"] == "max-age=3600"
        assert answer.headers["content-security-policy"] == "default-src 'self'"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert app.headers == own


# The lengths of bodies.


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        *[("/x", "0", 200), ("/x", str(64 * KIB), 200), ("/x", str(64 * KIB + 1), 413), ("/x", "10000000", 413)],
        *[
            ("/games/import", str(256 * KIB), 200),
            ("/games/import", str(256 * KIB + 1), 413),
            ("/games/import/", "99999", 413),
        ],
        *[
            ("/x", garbage, 400)
            for garbage in ["", "-1", "+1", "1.0", "1e3", "0x10", "²", " 1", "1, 1", "9" * 5000, "1_0"]
        ],
    ],
)
def test_a_body_is_refused_by_its_length_before_it_is_read(path: str, length: str, status: int) -> None:
    seen = Recorder()
    answer = ask(Shield(seen, HOME), path, "POST", headers=[("content-length", length)])
    assert answer.status == status
    assert len(seen.asked) == (status == 200)
    assert status == 200 or "expected" in answer.text


@pytest.mark.parametrize(("pieces", "status"), [(64, 200), (65, 413), (1000, 413)])
def test_a_body_of_unknown_length_is_refused_as_soon_as_it_is_too_long(pieces: int, status: int) -> None:
    seen = Recorder()
    answer = ask(
        Shield(seen, HOME), method="POST", headers=[("transfer-encoding", "chunked")], pieces=(b"x" * KIB,) * pieces
    )
    assert answer.status == status
    assert answer.text.strip() == (str(pieces * KIB) if status == 200 else answer.text.strip())
    assert len(seen.asked) == (status == 200)


# Rates.


def test_a_hundred_students_begin_a_game_at_the_same_time_and_a_script_does_not_go_on() -> None:
    clock = Clock()
    shield = Shield(Recorder(), HOME, clock)
    assert {ask(shield, "/api/v1/games", "POST").status for _ in range(100)} == {200}
    refused = ask(shield, "/api/v1/games", "POST")
    assert refused.status == 429
    assert refused.headers["retry-after"] == "1"
    assert json.loads(refused.text) == {"error": "Too many requests from this address: please wait a second."}
    assert ask(shield, "/api/v1/games", "POST", client="192.0.2.8").status == 200
    assert ask(shield, "/games").status == 200
    assert ask(shield, "/games/17/move", "POST").status == 200
    clock.now += 5
    assert [ask(shield, "/api/v1/games", "POST").status for _ in range(12)].count(200) == 10


def test_both_windows_hold() -> None:
    clock = Clock()
    meter = Meter(replace(Limits(), write=Limit(Rate(10, 10), Rate(25, 0.1))), clock)
    passed = 0
    for _ in range(100):
        passed += sum(meter.take("a", Kind.WRITE) == 0 for _ in range(100))
        clock.now += 1
    assert passed == 25 + 9  # until the slow bucket is empty; then one in ten seconds, in the 99 until the last try
    assert meter.take("a", Kind.WRITE) == 0
    assert meter.take("a", Kind.WRITE) == pytest.approx(10)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("times", [0.25, 1, 3])
def test_a_bucket_lets_through_what_it_says(kind: Kind, times: float) -> None:
    clock = Clock()
    limits = Limits().scaled(times)
    meter = Meter(limits, clock)
    burst = getattr(limits, kind.name.lower()).fast.burst
    passed = 0
    while not (wait := meter.take("a", kind)):
        passed += 1
    assert passed == int(burst)
    assert wait == pytest.approx(meter.wait("a", kind))
    clock.now += wait
    assert meter.take("a", kind) == 0.0
    assert meter.take("a", kind) > 0.0


@pytest.mark.parametrize("fast", [5, 7.5, 100])
@pytest.mark.parametrize("slow", [6, 1000])
@pytest.mark.parametrize("asked", [[3, 3, 3], [1, 0, 9], [200]])
def test_of_many_at_once_as_many_are_let_through_as_one_by_one(fast: float, slow: float, asked: list[int]) -> None:
    clock = Clock()
    limits = replace(Limits(), create=Limit(Rate(fast, 0.5), Rate(slow, 0.1)))
    together, apart = Meter(limits, clock), Meter(limits, clock)
    for times in asked:
        taken = together.take_most("a", Kind.CREATE, times)
        assert taken == sum(apart.take("a", Kind.CREATE) == 0.0 for _ in range(times))
        assert together.wait("a", Kind.CREATE) == pytest.approx(apart.wait("a", Kind.CREATE))
        clock.now += 7


def test_a_neighbour_in_the_same_ipv6_network_is_the_same_client() -> None:
    shield = Shield(Recorder(), tight(replace(Limits(), read=only(1, 1e-3))))
    assert ask(shield, client="2001:db8::1").status == 200
    assert ask(shield, client="2001:db8::2").status == 429
    assert ask(shield, client="2001:db8:0:1::1").status == 200
    assert ask(shield, client="192.0.2.1").status == 200
    assert ask(shield, client="::ffff:192.0.2.1").status == 429


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("10.0.0.1", "evil\r\n, garbage", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
def test_only_a_trusted_proxy_tells_who_asks(peer: str, forwarded: str | None, client: str) -> None:
    seen = Recorder()
    headers = [("x-forwarded-for", forwarded)] if forwarded is not None else []
    ask(Shield(seen, Rules.of(trust_proxies=["10.0.0.0/24"])), client=peer, headers=headers)
    assert client_of(seen.asked[0]) == client


def test_what_is_no_address_is_not_trusted() -> None:
    with pytest.raises(ValueError, match="expected the address of a proxy"):
        Rules.of(trust_proxies=["proxy.example"])


def test_only_so_many_clients_are_remembered() -> None:
    meter = Meter(replace(Limits(), clients=100), Clock())
    for client in range(1000):
        meter.take(str(client), Kind.READ)
    assert len(meter) == 100


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        *[("GET", "/", Kind.READ), ("HEAD", "/games", Kind.READ), ("POST", "/games/17/move", Kind.WRITE)],
        *[
            ("POST", "/play/move", Kind.CREATE),
            ("POST", "/api/v1/games/", Kind.CREATE),
            ("POST", "/api/v1/games", Kind.CREATE),
        ],
        *[
            ("POST", "/games/import", Kind.CREATE),
            ("DELETE", "/games/17", Kind.WRITE),
            ("GET", "/analyse", Kind.ANALYSE),
        ],
        *[("GET", "/api/v1/analyse/x", Kind.ANALYSE), ("POST", "/explore", Kind.ANALYSE)],
        *[("POST", "/api/v1/review", Kind.ANALYSE), ("GET", "/games/17/events", Kind.READ)],
    ],
)
def test_requests_are_told_apart_by_their_path(method: str, path: str, kind: Kind) -> None:
    assert Paths().kind(method, path) is kind


# Open streams.


def test_open_streams_are_counted_however_they_end() -> None:
    async def run() -> None:
        ends: list[Callable[[], None]] = []

        async def stream(scope: Scope, receive: Receive, send: Send) -> None:
            closed = asyncio.Event()
            failure: list[Exception] = []
            number = len(ends)

            def end() -> None:
                if number == 1:
                    failure.append(RuntimeError())
                closed.set()

            ends.append(end)
            if number % 2:
                await send({"type": "http.response.start", "status": 200, "headers": []})
            await closed.wait()
            if failure:
                raise failure[0]

        shield = Shield(stream, tight(replace(Limits(), streams=4, all_streams=6)))

        def opened(client: str) -> asyncio.Task[Answer]:
            return asyncio.create_task(asked(shield, "/games/17/events", client=client))

        tasks = [opened("192.0.2.1") for _ in range(4)]
        await asyncio.sleep(0)
        refused = await opened("192.0.2.1")
        assert refused.status == 429
        assert "retry-after" in refused.headers
        tasks += [opened("192.0.2.2") for _ in range(2)]
        await asyncio.sleep(0)
        assert (await opened("192.0.2.3")).status == 503
        assert (shield.streams.total, shield.streams.of("192.0.2.1")) == (6, 4)
        for end in ends[:3]:  # one returns, one fails, one just stops
            end()
        for task in tasks[3:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert shield.streams.total == shield.streams.of("192.0.2.1") == shield.streams.of("192.0.2.2") == 0

    asyncio.run(run())


# Secrets.

RIGHT = new_secret()


async def locked(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that opens for one secret."""
    scope["counter"].append(scope["path"])
    found = secrets_in(scope["path"], scope["query_string"])
    if RIGHT in found:
        count_success(scope)
    elif found:
        count_failure(scope)
    await send({"type": "http.response.start", "status": 200 if RIGHT in found else 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_guessing_a_secret_is_hopeless_and_bounded() -> None:
    """Of a thousand guesses a second, for ten seconds, hardly any are even looked up."""
    clock = Clock()
    looked_up: list[str] = []

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        await locked({**scope, "counter": looked_up}, receive, send)

    shield = Shield(counted, replace(HOME, limits=replace(Limits(), read=only(1e9, 1e9))), clock)
    shield.meter = Meter(shield.rules.limits, clock)

    async def run() -> set[int]:
        statuses = {(await asked(shield, f"/seat/{RIGHT}")).status}
        for number in range(10_000):
            clock.now += 0.001
            statuses.add((await asked(shield, f"/seat/{secrets.token_urlsafe(16)}")).status)
            if number % 1000 == 999:  # who has the right link does not suffer from a neighbour who guesses
                assert (await asked(shield, f"/seat/{RIGHT}")).status == 200
                assert (await asked(shield, "/")).status == 404
        return statuses

    assert asyncio.run(run()) == {200, 404, 429}
    guesses = [path for path in looked_up if RIGHT not in path and path != "/"]
    assert 50 <= len(guesses) <= 50 + 5 * 10 + 1
    # At the slow rate of one in ten seconds, a chance of one in a billion takes longer than the universe is old.
    tries_in_a_year = 1000 + 0.1 * 365 * 24 * 3600
    assert 2**128 / tries_in_a_year * 1e-9 > 1.4e10


@pytest.mark.parametrize("place", ["/seat/{}/move", "/api/v1/games/{}", "/?key={}", "/?k%65y={}"])
def test_after_too_many_wrong_secrets_every_place_of_a_secret_is_closed(place: str) -> None:
    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        await locked({**scope, "counter": []}, receive, send)

    shield = Shield(counted, tight(replace(Limits(), secret=only(3, 1e-3))), Clock())
    assert [ask(shield, place.format(new_secret())).status for _ in range(5)] == [404, 404, 404, 429, 429]
    assert ask(shield, f"/seat/{RIGHT}").status == 429  # as it has not been seen before
    assert ask(shield, "/games").status == 404
    assert ask(shield, f"/seat/{RIGHT}", client="192.0.2.99").status == 200
    assert ask(shield, f"/seat/{RIGHT}").status == 200
    assert ask(shield, f"/seat/{RIGHT}?key={new_secret()}").status == 429  # nothing rides along with it
    assert ask(shield, "/games", headers=[("authorization", "Bearer guess")]).status == 429


def test_without_a_wall_nothing_is_counted() -> None:
    scope = {"path": "/", "query_string": b"", "client": ("192.0.2.1", 1)}
    count_failure(scope)
    count_success(scope)
    assert client_of(scope) == "192.0.2.1"


def test_a_websocket_is_refused_and_the_lifespan_passes() -> None:
    sent: list[object] = []
    passed: list[object] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        passed.append(scope["type"])

    async def receive() -> dict[str, object]:
        return {}

    async def send(message: object) -> None:
        sent.append(message)

    for kind in ["websocket", "lifespan"]:
        asyncio.run(Shield(app, HOME)({"type": kind}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]
    assert passed == ["lifespan"]


@pytest.mark.slow
def test_the_wall_costs_little() -> None:
    """A server of 2,000 requests a second has 500 µs for each; the wall may take a tenth of it."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    assert cost(Shield(app, replace(HOME, limits=Limits().scaled(1e6)))) - cost(app) < 50e-6


def cost(app: App) -> float:
    """Processor seconds a request, of a browser's move."""
    usual = ["user-agent", "accept", "accept-language", "accept-encoding", "cookie", "referer", "connection"]
    headers = [(b"host", b"localhost:8000"), (b"origin", b"http://localhost:8000"), (b"content-length", b"9")]
    headers += [(name.encode(), b"something or other") for name in usual]

    async def receive() -> dict[str, object]:
        return {}

    async def send(message: object) -> None:
        return None

    async def run(times: int) -> float:
        began = time.process_time()
        for _ in range(times):
            await app(
                {
                    **{"type": "http", "method": "POST", "path": f"/games/{RIGHT}/move", "query_string": b""},
                    **{"headers": headers, "scheme": "http", "client": ("127.0.0.1", 4711)},
                },
                receive,
                send,
            )
        return (time.process_time() - began) / times

    return min(asyncio.run(run(5000)) for _ in range(5))
