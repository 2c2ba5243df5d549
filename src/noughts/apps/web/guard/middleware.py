"""The outer wall of the web server: what is refused before the application sees it, and what every response carries.

    >>> from noughts.apps.web.guard.middleware import Rules, Shield
    >>> app = Shield(application, Rules.of("127.0.0.1"))  # doctest: +SKIP

In this order: the Host header, the Origin of what changes something, the length of the body, the rate, the number of
open streams; then pages wait for their turn. It stands in the way of every request, so it looks through the headers
once and compares bytes. Even a refusal costs something: whoever is refused again and again is read from more slowly.
Long, as what is looked at in which order has to be read in one place.
"""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

from noughts.apps.web.asgi import REST, App, Header, Message, Receive, Scope, Send, answer, finish
from noughts.apps.web.guard.bodies import ClientDisconnected, drain, length, read, replayed
from noughts.apps.web.guard.clients import Proxies, rate_limit_key
from noughts.apps.web.guard.headers import guarded
from noughts.apps.web.guard.hosts import Names
from noughts.apps.web.guard.limits import Limits, Meter, Streams
from noughts.apps.web.guard.request_kinds import SAFE, Kind, Paths, secrets_in
from noughts.apps.web.model.client import client_key
from noughts.apps.web.turns import Turns

_VISIT = "noughts.visit"
_WANTED = frozenset(
    [
        *[b"host", b"origin", b"sec-fetch-site", b"authorization", b"content-length", b"transfer-encoding"],
        *[b"x-forwarded-for", b"x-forwarded-proto"],
    ]
)
_MOST_HOSTS = 1000
_SHORTEST_REST, _LONGEST_REST = 1.0, 10.0  # seconds
_MOST_SECRETS = 10_000


@dataclass(frozen=True)
class Rules:
    """What the wall lets through.

    Attributes:
        names: what the server is called.
        proxies: who is trusted to tell for whom it asks.
        limits: how much one address may ask for.
        paths: which paths are of which kind.
        body: the longest body, in bytes.
        bodies: the longest body for some paths.
        linger: for how many seconds the rest of a refused body is thrown away before the connection is closed.
    """

    names: Names
    proxies: Proxies = field(default_factory=Proxies)
    limits: Limits = field(default_factory=Limits)
    paths: Paths = field(default_factory=Paths)
    body: int = 64 * 1024
    bodies: Mapping[str, int] = field(default_factory=lambda: {"/games/import": 256 * 1024})
    linger: float = 2.0

    @classmethod
    def of(
        cls,
        host: str = "127.0.0.1",
        allow_hosts: Iterable[str] = (),
        trust_proxies: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> "Rules":
        """Return the rules for a server that is bound to a host.

        Raises:
            NoughtsError: a name or an address is none.
        """
        return cls(Names.of(host, allow_hosts), Proxies.of(trust_proxies), limits or Limits())


class Visit:
    """One request, as the wall saw it.

    Attributes:
        client: the address of who asks, also behind a proxy.
        household: the address under which it is counted.
        bearer: the header Authorization.
        shield: the wall.
    """

    __slots__ = ("bearer", "client", "rate_limit_key", "shield")

    def __init__(self, client: str, bearer: bytes | None, shield: "Shield") -> None:
        self.client, self.rate_limit_key, self.bearer, self.shield = client, rate_limit_key(client), bearer, shield


class Refusal(NamedTuple):
    """Why a request goes no further."""

    status: int
    sentence: str
    wait: float = 0.0


_VISITING: ContextVar[Visit | None] = ContextVar("visiting", default=None)  # what is done for it knows it, too


def asker() -> str:
    """Return the address for which something is being done; empty where nobody knows."""
    visit = _VISITING.get()
    return visit.rate_limit_key if visit else ""


def count_thought() -> float:
    """Count that an engine is to work for who asks; return 0, or how many seconds to wait before it may."""
    visit = _VISITING.get()
    return visit.shield.meter.take(visit.rate_limit_key, Kind.THINK) if visit else 0.0


def client_of(scope: Scope) -> str:
    """Return the address of who asks, also behind a trusted proxy."""
    visit: Visit | None = scope.get(_VISIT)
    return visit.client if visit else (scope.get("client") or ("",))[0]


def count_failure(scope: Scope) -> None:
    """Tell the wall that the secret which came with this request is wrong.

    An address with too many wrong ones is refused, for a while, wherever it brings a secret that has not been right
    before. Without a wall nothing is counted.
    """
    visit: Visit | None = scope.get(_VISIT)
    if visit:
        visit.shield.meter.charge(visit.rate_limit_key, Kind.SECRET)


def count_success(scope: Scope) -> None:
    """Tell the wall that the secret which came with this request is right: it will pass, whatever its neighbours do."""
    visit: Visit | None = scope.get(_VISIT)
    if visit:
        visit.shield.remember(_presented(scope, visit))


def count_most(scope: Scope, kind: Kind, times: int) -> int:
    """Count that a request is to do so many things of a kind; return how many it may. Without a wall it may all."""
    visit: Visit | None = scope.get(_VISIT)
    return visit.shield.meter.take_most(visit.rate_limit_key, kind, times) if visit else times


class Shield:
    """An application behind the wall."""

    def __init__(self, app: App, rules: Rules, clock: Callable[[], float] = time.monotonic) -> None:
        self.app, self.rules = app, rules
        self.meter, self.streams = Meter(rules.limits, clock), Streams(rules.limits)
        self.turns = Turns()
        self._hosts: set[bytes] = set()  # Host headers that were found good
        self._secrets: OrderedDict[int, None] = OrderedDict()  # hashes of what was found right

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return

        found = _headers(scope["headers"])
        client = self._client(scope, found)
        scope[_VISIT] = visit = Visit(client, found.get(b"authorization"), self)
        _VISITING.set(visit)
        client_key.set(visit.rate_limit_key)
        started = False

        def shielded(message: Message) -> Awaitable[None]:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": guarded(message.get("headers", ()))}
            return send(message)

        refusal = self._refusal(scope, found, visit)
        streaming = refusal is None and self.rules.paths.streaming(scope["method"], scope["path"])
        if streaming:
            self.streams.enter(visit.rate_limit_key)  # before anything is waited for, so that no other slips in
        try:
            if refusal is None and b"transfer-encoding" in found:
                body = await read(receive, self._most(scope))
                if body is None:
                    refusal = self._too_long(scope)
                else:
                    receive = replayed(body, receive)
            if refusal is None and not await self._turn(scope["path"], visit):
                refusal = Refusal(429, "Too many requests of this address wait: please wait a second.", 1.0)
            if refusal is not None:
                if refusal.status == 429:
                    self._slow_down(scope, visit, refusal)
                await self._refuse(refusal, scope["path"], found, receive, shielded)
            else:
                await self.app(scope, receive, shielded)
        except ClientDisconnected:
            return
        except Exception:
            if not started:
                said = "Something went wrong here, and it has been written down. Please try again."
                await answer(shielded, scope["path"], 500, said)
            raise
        finally:
            if streaming:
                self.streams.leave(visit.rate_limit_key)

    async def _turn(self, path: str, visit: Visit) -> bool:
        """Wait until a request may begin; False where too many of its address wait."""
        return self.rules.paths.is_quick(path) or await self.turns.mine(visit.rate_limit_key)

    def remember(self, presented: int | None) -> None:
        """Remember what is right, as one of the last ten thousand."""
        if presented is not None:
            self._secrets[presented] = None
            self._secrets.move_to_end(presented)
            if len(self._secrets) > _MOST_SECRETS:
                self._secrets.popitem(last=False)

    def _client(self, scope: Scope, found: dict[bytes, bytes]) -> str:
        peer = scope.get("client")
        address: str = peer[0] if peer else ""
        proxies = self.rules.proxies
        if proxies.networks and address in proxies:
            if found.get(b"x-forwarded-proto", b"").lower() in (b"http", b"https"):
                scope["scheme"] = found[b"x-forwarded-proto"].decode().lower()
            address = proxies.client(address, found.get(b"x-forwarded-for"))
            scope["client"] = (address, 0)
        return address

    def _refusal(self, scope: Scope, found: dict[bytes, bytes], visit: Visit) -> Refusal | None:
        """Return why a request is refused, as far as its headers tell, or None; then it has been counted."""
        host = found.get(b"host")
        if host is None or host not in self._hosts:
            if fault := self.rules.names.fault(host):
                return Refusal(*fault)
            if len(self._hosts) < _MOST_HOSTS and host is not None:
                self._hosts.add(host)
        if scope["method"] not in SAFE and host is not None and not self._same_origin(scope, found, host):
            return Refusal(403, "This was sent by a page of another site: expected one of this server's own pages.")
        size = length(found.get(b"content-length"))
        if size is None:
            return Refusal(400, "The length of the body cannot be read: expected a number of bytes.")
        if size > self.rules.body and size > self._most(scope):
            return self._too_long(scope)
        return self._too_many(scope, visit)

    def _same_origin(self, scope: Scope, found: dict[bytes, bytes], host: bytes) -> bool:
        origin = found.get(b"origin")
        if origin is not None:
            return self.rules.names.allows(origin, scope["scheme"].encode(), host)
        return found.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")

    def _too_many(self, scope: Scope, visit: Visit) -> Refusal | None:
        method, path, client = scope["method"], scope["path"], visit.rate_limit_key
        wait = self.meter.wait(client, Kind.SECRET)
        if wait and (presented := _presented(scope, visit)) is not None and presented not in self._secrets:
            return Refusal(429, f"Too many wrong links from this address: please wait {_seconds(wait)}.", wait)
        if wait := self.meter.take(client, self.rules.paths.kind(method, path)):
            return Refusal(429, f"Too many requests from this address: please wait {_seconds(wait)}.", wait)
        if self.rules.paths.streaming(method, path) and (fault := self.streams.fault(client)):
            return Refusal(*fault, wait=5.0)
        return None

    def _slow_down(self, scope: Scope, visit: Visit, refusal: Refusal) -> None:
        """Have nothing more read from who is refused too often, until they have waited as long as they are told to.

        It is the connection that waits: neighbours of the same address are answered while they are not refused.
        """
        if self.meter.take(visit.rate_limit_key, Kind.REFUSED) and (rest := scope.get("state", {}).get(REST)):
            rest(min(max(refusal.wait, _SHORTEST_REST), _LONGEST_REST))

    def _most(self, scope: Scope) -> int:
        return self.rules.bodies.get(scope["path"], self.rules.body)

    def _too_long(self, scope: Scope) -> Refusal:
        return Refusal(413, f"That is too much to send at once: expected at most {self._most(scope):,} bytes.")

    async def _refuse(
        self, refusal: Refusal, path: str, found: dict[bytes, bytes], receive: Receive, send: Send
    ) -> None:
        headers: list[Header] = []
        if refusal.wait:
            headers.append((b"retry-after", str(ceil(refusal.wait)).encode()))
        if b"transfer-encoding" not in found and found.get(b"content-length", b"0") == b"0":
            await answer(send, path, refusal.status, refusal.sentence, headers)
            return
        headers.append((b"connection", b"close"))
        await answer(send, path, refusal.status, refusal.sentence, headers, more=True)
        await drain(receive, self.rules.linger)
        await finish(send)


def _headers(headers: Iterable[Header]) -> dict[bytes, bytes]:
    """Return the headers that matter here; several of one name are joined by commas, as HTTP has it."""
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in _WANTED:
            found[name] = value if name not in found else b"%b, %b" % (found[name], value)
    return found


def _presented(scope: Scope, visit: Visit) -> int | None:
    """Return a hash of all secrets that came with a request, in its URL or as a bearer token, or None without any."""
    secrets = secrets_in(scope["path"], scope["query_string"])
    return hash((secrets, visit.bearer)) if secrets or visit.bearer else None


def _seconds(wait: float) -> str:
    return "a second" if wait <= 1 else f"{ceil(wait)} seconds"
