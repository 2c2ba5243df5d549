"""The middleware that checks each request, and adds headers to each response.

Floods of connections, TLS and compression are left to a reverse proxy.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import TypeAlias

from granian.utils.proxies import wrap_asgi_with_proxy_headers
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web.model.client import client_key
from noughts.web.model.paths import is_embedded, path_of
from noughts.web.server.guard.clients import rate_limit_key
from noughts.web.server.guard.hosts import HostNames, split_host
from noughts.web.server.guard.limits import RateLimiter, kind_of, seconds_in_words

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_UNUSED = ("accelerometer", "camera", "geolocation", "gyroscope", "magnetometer", "microphone", "payment", "usb")

SECURITY_HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "x-content-type-options": "nosniff",
    # Keeps secret links from other sites. With "no-referrer", Chromium would send "Origin: null" with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
    "cache-control": "no-store",
}
"""The headers of every response. A response may set its own value for any of them."""

_EMBEDDED = {
    **SECURITY_HEADERS,
    "content-security-policy": SECURITY_HEADERS["content-security-policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
    "cross-origin-resource-policy": "cross-origin",
}
"""The headers of a board that other sites embed. The board is read-only, so clickjacking does no harm."""

_HEADERS, _EMBEDDED_HEADERS = (
    [(name.encode(), value.encode()) for name, value in headers.items()] for headers in (SECURITY_HEADERS, _EMBEDDED)
)

BODY = 64 * 1024
"""The maximum length of a request body in bytes."""

LARGE_BODIES = {"/games/import": 256 * 1024}
"""The maximum length of a body in bytes, for paths that accept longer bodies."""


Refusal: TypeAlias = tuple[int, str, float]
"""The status and the sentence of a refused request, and the seconds after which the client may try again, or 0."""


def protected(
    app: ASGIApp,
    names: HostNames,
    limiter: RateLimiter,
    proxies: Sequence[str] = (),
    streams: int = 400,
    seconds: float = 20.0,
) -> ASGIApp:
    """Wrap an application in the middleware of this module.

    Args:
        app: the application.
        names: the host names of this server.
        limiter: counts the requests of each client.
        proxies: networks of proxies whose X-Forwarded headers are trusted.
        streams: the number of event streams that one client may have open.
        seconds: how long a client may take to send a request body, or to read the next piece of a response.
    """
    app = Guard(BoundedBody(app, seconds), names, limiter, streams)
    wrapped: ASGIApp = wrap_asgi_with_proxy_headers(app, list(proxies)) if proxies else app
    return wrapped


class Guard:
    """Middleware that refuses forbidden requests, and adds `SECURITY_HEADERS` to every response."""

    def __init__(self, app: ASGIApp, names: HostNames, limiter: RateLimiter, streams: int) -> None:
        self.app, self.names, self.limiter, self.streams = app, names, limiter, streams
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message["headers"]}
                usual = _EMBEDDED_HEADERS if is_embedded(path_of(scope)) else _HEADERS
                message["headers"] = [*message["headers"], *(each for each in usual if each[0] not in own)]
            await send(message)

        headers, client = Headers(scope=scope), rate_limit_key((scope.get("client") or ("",))[0])
        client_key.set(client)
        if refusal := self._host(headers) or self._origin(scope, headers) or self._rate(scope, client):
            await refuse(scope, receive, with_headers, *refusal)
        elif not scope["path"].endswith("/events"):
            await self.app(scope, receive, with_headers)
        else:
            self._open[client] += 1
            try:
                await self.app(scope, receive, with_headers)
            finally:
                self._open[client] -= 1
                self._open += Counter()  # drops clients without open streams

    def _host(self, headers: Headers) -> Refusal | None:
        """Refuse requests for other host names, and requests that other HTTP/1.1 servers may interpret differently."""
        hosts = headers.getlist("host")
        host = split_host(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            return 400, "The request needs one Host header with the name of this server.", 0.0
        if not self.names.knows(host[0]):
            sentence = f"{host[0]} is not a name of this server. If it should be, start it with --allow-host {host[0]}."
            return 421, sentence, 0.0
        if headers.get("transfer-encoding", "chunked").lower() != "chunked":
            return 501, "The transfer encoding of the request is not supported: expected chunked, or none.", 0.0
        return None

    def _origin(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Refuse writes from pages of other sites (cross-site request forgery).

        A write with a cookie needs an Origin of this server, or else ``Sec-Fetch-Site: same-origin``. Requests with a
        bearer secret are exempt, since no other site knows it. Pages on plain HTTP in a local network send no
        Sec-Fetch-Site, but browsers send an Origin with every POST.
        """
        if scope["method"] in _SAFE or headers.get("authorization", "").lower().startswith("bearer "):
            return None
        if origin := headers.get("origin"):
            allowed = self.names.allows_origin(origin, scope["scheme"], headers["host"])
        else:
            site = headers.get("sec-fetch-site")
            allowed = site == "same-origin" or (site in (None, "none") and "cookie" not in headers)
        sentence = "This request came from a page of another site. Use a page of this server."
        return None if allowed else (403, sentence, 0.0)

    def _rate(self, scope: Scope, client: str) -> Refusal | None:
        """Refuse requests of a client that exceeds a limit, and say when to try again."""
        if wait := self.limiter.take(kind_of(scope["method"], scope["path"]), client):
            return 429, f"Too many requests from this address: please wait {seconds_in_words(wait)}.", wait
        if scope["path"].endswith("/events") and self._open[client] >= self.streams:
            sentence = f"Too many pages are open from this address: at most {self.streams} are allowed, so close some."
            return 429, sentence, 5.0
        return None


class BoundedBody:
    """Middleware that limits the length of a request body, and the time to send the body or read the response."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app, self.seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(receive, LARGE_BODIES.get(scope["path"], BODY), self.seconds)
        if int(Headers(scope=scope).get("content-length", "0")) > body.most:  # the server has checked this number
            await refuse(scope, receive, send, 413, body.too_long)
            return

        async def send_in_time(message: Message) -> None:
            if message["type"] == "http.response.start":  # Granian sends it with the first piece of the body
                await send(message)
                return
            try:
                async with asyncio.timeout(self.seconds):
                    await send(message)
            except TimeoutError:
                raise ClientTooSlow from None

        with contextlib.suppress(ClientTooSlow), contextlib.closing(body):
            await self.app(scope, body.receive, send_in_time)


class _Body:
    """The body of a request, as it arrives.

    Args:
        receive: the server's function.
        most: the maximum length in bytes.
        seconds: how long it may take to arrive, from the first call of `receive`.
    """

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self.most, self._receive, self._seconds = most, receive, seconds
        self._length, self._complete, self._deadline = 0, False, 0.0
        self._pending: asyncio.Future[Message] | None = None

    @property
    def too_long(self) -> str:
        """The error message for a request whose body is too long."""
        return f"The request is too long: expected at most {self.most:,} bytes."

    async def receive(self) -> Message:
        """Receive the next message of the request's body.

        Raises:
            HTTPException: the body is too long, or did not arrive in time.
        """
        message = await self._next()
        self._length += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._length > self.most:
            raise HTTPException(413, self.too_long)
        return message

    async def _next(self) -> Message:
        now = asyncio.get_running_loop().time()
        self._deadline = self._deadline or now + self._seconds
        # A timeout must not cancel the server's `receive`, because Granian may then report a disconnect by mistake.
        receiving = self._pending = self._pending or asyncio.ensure_future(self._receive())
        if not receiving.done():  # a received message must also reach a cancelled caller
            await asyncio.wait([receiving], timeout=None if self._complete else max(0.0, self._deadline - now))
        if not receiving.done():
            raise HTTPException(408, "The request did not arrive in time.")
        self._pending = None
        return receiving.result()

    def close(self) -> None:
        """Stop receiving."""
        if self._pending:
            self._pending.cancel()


class ClientTooSlow(Exception):
    """The client reads the response too slowly."""


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str, wait: float = 0.0) -> None:
    """Respond with an error, as JSON from the API and otherwise as plain text. If the client has to wait, the
    Retry-After header says how many seconds.
    """
    headers = {"Retry-After": str(ceil(wait))} if wait else {}
    if scope["path"].startswith("/api/"):
        await JSONResponse({"error": sentence}, status, headers)(scope, receive, send)
    else:
        await PlainTextResponse(f"{sentence}\n", status, headers)(scope, receive, send)
