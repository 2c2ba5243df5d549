"""The middleware refuses bad requests before the application runs, and adds headers to every response."""

import asyncio
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web.model.client import client_key
from noughts.web.server.guard.hosts import HostNames
from noughts.web.server.guard.limits import RateLimit, RateLimiter, RequestKind
from noughts.web.server.guard.middleware import BODY, LARGE_BODIES, SECURITY_HEADERS, protected
from tests.web.serving import Recorder, client, pieces

FREE = RateLimiter({})
COOKIE = {"cookie": "noughts=x"}


def guarded(app: ASGIApp, host: str = "127.0.0.1", others: tuple[str, ...] = (), **options: object) -> ASGIApp:
    return protected(app, HostNames.of(host, others), **{"limiter": FREE, **options})  # type: ignore[arg-type]


async def answered(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.wait_for(app(scope, receive, send), 5)


# Host names.


@pytest.mark.parametrize(
    ("host", "bound", "status"),
    [
        ("localhost:8000", "127.0.0.1", 200),
        ("LOCALHOST", "127.0.0.1", 200),
        ("127.0.0.1:1", "127.0.0.1", 200),
        ("[::1]:8000", "127.0.0.1", 200),
        ("[0:0:0:0:0:0:0:1]", "127.0.0.1", 200),
        ("play.example", "127.0.0.1", 200),
        ("evil.example", "127.0.0.1", 421),
        ("evil.example", "0.0.0.0", 421),
        ("192.168.1.20:8321", "0.0.0.0", 200),
        ("[fe80::1]", "::", 200),
        ("192.168.1.20", "127.0.0.1", 421),
        ("127.0.0.1.evil.example", "0.0.0.0", 421),
        ("local host", "127.0.0.1", 400),
        ("", "127.0.0.1", 400),
        ("localhost:99999", "127.0.0.1", 400),
        ("localhost@evil.example", "127.0.0.1", 400),
        ("[::1", "127.0.0.1", 400),
    ],
)
def test_only_names_of_this_server_are_served(host: str, bound: str, status: int) -> None:
    app = Recorder()
    answer = client(guarded(app, bound, ("play.example",))).get("/play", headers={"host": host})
    assert answer.status_code == status
    assert len(app.requests) == (status == 200)


def test_a_request_for_another_name_says_what_to_do() -> None:
    answer = client(guarded(Recorder())).get("/api/v1/games", headers={"host": "evil.example"})
    assert answer.json() == {
        "error": "evil.example is not a name of this server. If it should be, start it with --allow-host evil.example."
    }


@pytest.mark.parametrize("headers", [[], [(b"host", b"localhost"), (b"host", b"evil.example")]])
def test_exactly_one_host_header_is_required(headers: list[tuple[bytes, bytes]]) -> None:
    app, sent = Recorder(), list[Message]()

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": "http", "headers": headers}
    asyncio.run(answered(guarded(app), scope, receive, send))
    assert (sent[0]["status"], app.requests) == (400, [])


@pytest.mark.parametrize(("coding", "status"), [("gzip, chunked", 501), ("chunked", 200), ("identity", 501)])
def test_only_chunked_bodies_are_read(coding: str, status: int) -> None:
    answer = client(guarded(Recorder())).post("/x", headers={"transfer-encoding": coding}, content=b"abc")
    assert answer.status_code == status


# Writes from pages on other sites.


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        # A page on plain HTTP in a local network sends no Sec-Fetch-Site.
        ({"origin": "http://localhost:8000", **COOKIE}, 200),
        ({"origin": "http://LOCALHOST:8000", **COOKIE}, 200),
        ({"origin": "http://localhost", **COOKIE}, 403),
        ({"origin": "https://localhost:8000", **COOKIE}, 403),
        ({"origin": "http://localhost:8001", **COOKIE}, 403),
        ({"origin": "http://localhost:8000.evil.example", **COOKIE}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null", **COOKIE}, 403),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin", **COOKIE}, 403),
        ({"sec-fetch-site": "same-origin", **COOKIE}, 200),
        ({"sec-fetch-site": "same-site", **COOKIE}, 403),
        ({"sec-fetch-site": "cross-site", **COOKIE}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "none", **COOKIE}, 403),
        (COOKIE, 403),
        # A program without a cookie, and a program with a bearer secret, which no other site knows.
        ({}, 200),
        ({"authorization": "Bearer x", "origin": "http://evil.example", **COOKIE}, 200),
        ({"authorization": "Basic x", **COOKIE}, 403),
        # Through a proxy that uses HTTPS to the browser and HTTP to this server.
        ({"origin": "https://play.example", "host": "play.example", **COOKIE}, 200),
        ({"origin": "https://play.example:8443", "host": "play.example", **COOKIE}, 403),
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT"])
def test_a_write_with_a_cookie_comes_from_a_page_of_this_server(
    headers: dict[str, str], status: int, method: str
) -> None:
    app = Recorder()
    asks = client(guarded(app, others=("play.example",)))
    assert asks.request(method, "/x", headers=headers).status_code == status
    assert len(app.requests) == (status == 200)
    assert asks.get("/x", headers=headers).status_code == 200


# Limits.


def test_a_client_over_the_limit_has_to_wait() -> None:
    app = Recorder()
    limited = guarded(app, limiter=RateLimiter({RequestKind.WRITE: [RateLimit(3, 60)]}))
    answers = [client(limited).post("/x") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 1 <= int(answers[3].headers["retry-after"]) <= 60
    assert answers[3].text.startswith("Too many requests from this address: please wait ")
    assert client(limited, "192.0.2.8").post("/x").status_code == 200
    assert client(limited).get("/x").status_code == 200


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("2001:db8::1", "2001:db8::2:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
    ],
)
def test_an_ipv6_network_counts_as_one_client(first: str, second: str, shared: bool) -> None:
    limited = guarded(Recorder(), limiter=RateLimiter({RequestKind.READ: [RateLimit(1, 60)]}))
    assert client(limited, first).get("/x").status_code == 200
    assert client(limited, second).get("/x").status_code == (429 if shared else 200)


@pytest.mark.parametrize(
    ("peer", "forwarded", "key"),
    [
        ("10.0.0.2", "198.51.100.4", "198.51.100.4"),
        ("10.0.0.2", "203.0.113.9, 198.51.100.4", "198.51.100.4"),
        ("10.0.0.2", "198.51.100.4, 10.0.0.3", "198.51.100.4"),
        ("192.0.2.7", "198.51.100.4", "192.0.2.7"),
        ("10.0.0.2", None, "10.0.0.2"),
    ],
)
def test_only_a_trusted_proxy_can_set_the_client_address(peer: str, forwarded: str | None, key: str) -> None:
    keys = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        keys.append((client_key.get(), scope["scheme"]))
        await Recorder()(scope, receive, send)

    headers = {"x-forwarded-for": forwarded, "x-forwarded-proto": "https"} if forwarded else {}
    assert client(guarded(app, proxies=["10.0.0.0/24"]), peer).get("/", headers=headers).status_code == 200
    assert keys == [(key, "https" if forwarded and peer.startswith("10.") else "http")]


def test_the_number_of_streams_per_client_is_limited() -> None:
    statuses = []

    async def ask(app: ASGIApp, path: str) -> None:
        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http"}
        await app({**scope, "headers": headers, "client": ("192.0.2.7", 1)}, receive, send)

    async def main() -> None:
        end = asyncio.Event()

        async def stream(scope: Scope, receive: Receive, send: Send) -> None:
            await end.wait()
            await Recorder()(scope, receive, send)

        app = guarded(stream, streams=2)
        opened = [asyncio.create_task(ask(app, "/play/x/events")) for _ in range(3)]
        await asyncio.sleep(0.01)
        assert statuses == [429]
        end.set()
        await asyncio.gather(*opened)
        await ask(app, "/play/x/events")

    asyncio.run(main())
    assert statuses == [429, 200, 200, 200]


# Bodies.


@pytest.mark.parametrize("path", ["/play/move", *LARGE_BODIES])
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("told", [True, False])
def test_bodies_have_a_maximum_length(path: str, more: int, told: bool) -> None:
    most = LARGE_BODIES.get(path, BODY)
    body = b"x" * (most + more)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.applications import Starlette
        from starlette.requests import Request
        from starlette.responses import PlainTextResponse
        from starlette.routing import Route

        async def length(request: Request) -> PlainTextResponse:
            return PlainTextResponse(str(len(await request.body())))

        await Starlette(routes=[Route(path, length, methods=["POST"])])(scope, receive, send)

    answer = client(guarded(app)).post(path, content=body if told else pieces(body[:1000], body[1000:]))
    assert answer.status_code == (413 if more else 200)
    assert answer.text.strip() == (
        f"The request is too long: expected at most {most:,} bytes." if more else str(len(body))
    )


def test_a_client_that_stops_sending_or_reading_is_disconnected() -> None:
    async def stalled(*_: object) -> Any:
        await asyncio.Event().wait()
        raise AssertionError

    async def reads(scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.exceptions import HTTPException

        with pytest.raises(HTTPException) as error:
            await receive()
        assert error.value.status_code == 408
        ended.append("reads")

    async def writes(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.body", "body": b"piece", "more_body": True})
        raise AssertionError("the response cannot be sent")

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "scheme": "http"}
    scope |= {"headers": [(b"host", b"localhost")], "client": ("192.0.2.7", 1)}
    ended: list[str] = []
    for app in (reads, writes):
        asyncio.run(answered(guarded(app, seconds=0.01), dict(scope), stalled, stalled))
    assert ended == ["reads"]


def test_a_body_that_arrives_in_small_pieces_has_the_same_time_as_any_other() -> None:
    async def drips() -> Message:
        await asyncio.sleep(0.004)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def reads(scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.exceptions import HTTPException

        try:
            while True:
                await receive()
        except HTTPException as error:
            await send({"type": "http.response.start", "status": error.status_code, "headers": []})

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "scheme": "http"}
    scope |= {"headers": [(b"host", b"localhost")], "client": ("192.0.2.7", 1)}
    sent: list[Message] = []
    asyncio.run(answered(guarded(reads, seconds=0.01), scope, drips, send))
    assert [message["status"] for message in sent] == [408]


def test_cancelling_a_wait_for_the_client_loses_no_message() -> None:
    """Starlette polls `Request.is_disconnected` this way."""
    messages: list[Message] = [{"type": "http.request", "body": b"abc"}, {"type": "http.disconnect"}]
    received: list[Message] = []
    arrives, waits = asyncio.Event(), 0

    async def receive() -> Message:
        nonlocal waits
        waits += 1
        await arrives.wait()
        return messages.pop(0)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(receive(), 0.001)
        arrives.set()
        received.extend([await receive(), await receive()])

    async def send(message: Message) -> None:
        raise AssertionError("there is no response")

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": "http"}
    scope |= {"headers": [(b"host", b"localhost")], "client": ("192.0.2.7", 1)}
    asyncio.run(answered(guarded(app), scope, receive, send))
    assert ([message["type"] for message in received], waits) == (["http.request", "http.disconnect"], 2)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_client_that_leaves_is_noticed(method: str) -> None:
    messages: list[Message] = [{"type": "http.request", "body": b""}, {"type": "http.disconnect"}]
    noticed: list[bool] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        await request.body()
        for _ in range(3):
            noticed.append(await request.is_disconnected())
            await asyncio.sleep(0)

    async def send(message: Message) -> None:
        raise AssertionError("there is no response")

    scope = {"type": "http", "method": method, "path": "/", "query_string": b"", "scheme": "http"}
    scope |= {"headers": [(b"host", b"localhost")], "client": ("192.0.2.7", 1)}
    asyncio.run(answered(guarded(app), scope, receive, send))
    assert noticed[-1]


# Headers.


def test_every_response_has_the_security_headers() -> None:
    app = Recorder(headers=((b"cache-control", b"max-age=60"),))
    answers = [client(guarded(app)).get("/"), client(guarded(app)).get("/", headers={"host": "evil.example"})]
    for answer in answers:
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value or name == "cache-control"
    assert [answer.headers["cache-control"] for answer in answers] == ["max-age=60", "no-store"]
