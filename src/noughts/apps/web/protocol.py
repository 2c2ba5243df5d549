"""uvicorn with patience that ends: deadlines for slow clients, and caps on connections and headers.

Plain uvicorn waits for ever for headers that never end, for a body that never comes and for a reader that never reads.
Here one sweep a second looks at all open connections, notes in which stage each is, and cuts off those that stay in one
stage too long; a request costs nothing more than counting its bytes. An answer being worked on, as an open stream of
events, has no deadline. Long, as all of it hangs on one class of uvicorn's.

      connect ─▶ HEADERS ─▶ BODY ─▶ (busy) ─▶ IDLE ─▶ HEADERS …      and from anywhere: UNREAD, while what
                                                                       was written is not fetched
"""

import asyncio
import socket
import struct
import sys
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, Any, cast
from weakref import ref

import uvicorn
from uvicorn.server import ServerState

from noughts.apps.web.asgi import REST, App
from noughts.apps.web.guard.clients import Proxies, rate_limit_key
from noughts.apps.web.guard.headers import guarded

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as _Http
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as _Http

_COUNTED = hasattr(_Http, "on_headers_complete")  # httptools has no limit of its own, h11 has
_MOST_HELD = 64 * 1024  # bytes
_PROGRESS = 4096  # bytes that a reader must fetch within the deadline to count as reading
_GREETING = 1.0  # seconds until a new connection is read from, where another of its address rests
_AT_ONCE = struct.pack("HH" if sys.platform == "win32" else "ii", 1, 0)
_STATUS = {400: "Bad Request", 431: "Request Header Fields Too Large", 503: "Service Unavailable"}


@dataclass(frozen=True)
class Patience:
    """How long and how much the server puts up with.

    Attributes:
        headers: seconds until the headers of a request are complete.
        body: seconds until its body is complete.
        unread: seconds in which a client fetches nothing of what was written.
        idle: seconds between two requests.
        header_bytes: how long the headers may be, and anything else that is not body.
        connections: how many may be open.
        per_address: how many of them may come from one address, which is not a trusted proxy's.
    """

    headers: float = 10.0
    body: float = 20.0
    unread: float = 20.0
    idle: float = 15.0
    header_bytes: int = 32 * 1024
    connections: int = 6000
    per_address: int = 1500

    @property
    def sweep(self) -> float:
        """Seconds between two looks at all connections."""
        return min(2.5, min(self.headers, self.body, self.unread, self.idle) / 4)


class PatientConfig(uvicorn.Config):
    """uvicorn's settings as this server wants them, with its patience. Can be sent to worker processes.

    The access log stays off: it would write secret links. `noughts.apps.web.guard.logs` writes what may be written.
    """

    def __init__(
        self, app: App | str, patience: Patience = Patience(), proxies: Proxies | None = None, **settings: Any
    ) -> None:
        ours: dict[str, Any] = {
            "http": Patient,
            "ws": "none",
            "access_log": False,
            "log_config": None,
            "server_header": False,
            "proxy_headers": False,  # the shield sees to them
            "timeout_keep_alive": max(1, round(patience.idle)),
            "timeout_graceful_shutdown": 3,
            "h11_max_incomplete_event_size": patience.header_bytes,
        }
        super().__init__(app, **{**ours, **settings})
        self.patience, self.proxies = patience, proxies or Proxies()
        self.watch = Watch(patience)


class Stage(Enum):
    """What a connection waits for from its client."""

    HEADERS = "headers"
    BODY = "body"
    UNREAD = "unread"
    IDLE = "idle"


class Watch:
    """Looks at the open connections of one server, every few seconds while there are any."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self.addresses: Counter[str] = Counter()
        self.resting: dict[str, float] = {}
        """Addresses with a connection that rests, each with the time until which the last of them does."""
        self._seconds: dict[Stage | None, float] = {stage: getattr(patience, stage.value) for stage in Stage}
        self._seconds[None] = inf
        self._sweeping = False

    def begin(self, connection: "Patient") -> None:
        """See to it that somebody looks."""
        if not self._sweeping:
            self._sweeping = True
            connection.loop.call_later(self.patience.sweep, self._sweep, connection.loop, connection.server_state)

    def _sweep(self, loop: Any, server: ServerState) -> None:
        now = loop.time()
        for connection in list(server.connections):
            if isinstance(connection, Patient):
                waited = connection.waited(now)
                if waited > self._seconds[connection.stage]:
                    connection.cut_off()
        self.resting = {address: until for address, until in self.resting.items() if until > now}
        self._sweeping = bool(server.connections)
        if self._sweeping:
            loop.call_later(self.patience.sweep, self._sweep, loop, server)


class Corked:
    """A transport that writes at once what is written in one turn of the loop: a head and its body cost one call.

    What is long is not held, so that whoever writes is told in time that the client does not read. Everything else is
    the transport's own.
    """

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._held: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Write, a little later unless it is much."""
        if not self._held:
            self._loop.call_soon(self._flush)
        self._held.append(data)
        self._size += len(data)
        if self._size > _MOST_HELD:
            self._flush()

    def close(self) -> None:
        """Write what is held, and close."""
        self._flush()
        self._transport.close()

    def get_write_buffer_size(self) -> int:
        """Return how many bytes have not been sent."""
        waiting: int = self._transport.get_write_buffer_size()
        return waiting + self._size

    def _flush(self) -> None:
        if self._held and not self._transport.is_closing():
            self._transport.write(b"".join(self._held))
        self._held.clear()
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _weakly(connection: "Patient") -> Callable[[float], None]:
    """Return its `rest`, which does not keep it alive: a circle would wait for the collector with all it has read."""
    known = ref(connection)

    def rest(seconds: float) -> None:
        if there := known():
            there.rest(seconds)

    return rest


class Patient(_Http):
    """One connection, which is looked at by a `Watch`. Works over httptools, and over h11 where that is missing."""

    stage: Stage | None = None
    _cycle_then: object = None  # the request that was being answered when the stage was last looked at…
    _since = 0.0  # …when this stage of it was first seen…
    _unread = 0  # …and how much had been written then, but not fetched
    _silent = 0  # bytes since the last that got anywhere
    _address: str | None = None  # of the client; none of a proxy's connection, on which many come
    _rest = 0.0  # seconds to read nothing, after the answer under way
    _withheld: bytes | None = None  # what has come all the same, while nothing is read
    _answered: Any = None  # the request that is being answered, or was last, while others wait behind it

    def connection_made(self, transport: Any) -> None:
        """Take a connection, or turn it away where there are too many."""
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, Corked(self.transport, self.loop))
        config = self.config
        assert isinstance(config, PatientConfig), "expected the settings of noughts.apps.web.protocol"
        self._most_header_bytes = config.patience.header_bytes
        watch = config.watch
        if self.client is not None and self.client[0] not in config.proxies:
            self._address = rate_limit_key(self.client[0])
            watch.addresses[self._address] += 1
        many = self._address is not None and watch.addresses[self._address] > config.patience.per_address
        if many or len(self.connections) > config.patience.connections:
            self._turn_away(503, "Too many connections are open: please try again in a moment.")
        self._since = self.loop.time()
        self.stage = Stage.HEADERS
        watch.begin(self)
        if self._address is not None:
            self.app_state = {**self.app_state, REST: _weakly(self)}
            if watch.resting.get(self._address, 0.0) > self._since:
                self._read_nothing(_GREETING)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the request that is being answered, forget the others, and count the connection no longer."""
        super().connection_lost(exc)  # which tells the last request that came…
        if self._answered is not None:  # …and not the one that others wait behind: a stream would go on for ever
            self._answered.disconnected = True
            self._answered.message_event.set()
        self._forget()
        if self._address is not None:
            addresses = self.config.watch.addresses  # type: ignore[attr-defined]  # of PatientConfig, as asserted
            addresses[self._address] -= 1
            if not addresses[self._address]:
                del addresses[self._address]
            self._address = None

    def _forget(self) -> None:
        """Let go of what keeps the connection alive: its timer, and requests, each of which knows whom to tell."""
        self._unset_keepalive_if_required()
        getattr(self, "pipeline", deque[Any]()).clear()
        self.cycle = None  # type: ignore[assignment]  # as before the first request
        self._answered = self._cycle_then = None

    def data_received(self, data: bytes) -> None:
        """Read, and count what is neither complete headers nor body: they could go on for ever."""
        if self._withheld is not None:  # uvloop begins to read whatever `connection_made` has said
            self._withheld += data
            self.transport.pause_reading()
            return
        if _COUNTED:
            self._silent += len(data)
        super().data_received(data)
        if self._silent > self._most_header_bytes and not self.transport.is_closing():
            self._too_many_header_bytes()

    def rest(self, seconds: float) -> None:
        """Read nothing for so long, after the answer under way: a client that waits for answers is slowed down."""
        self._rest = seconds

    def on_response_complete(self) -> None:
        """Go on to the next request, or rest before it; who has not waited for the answer gets no other."""
        rest, self._rest = self._rest, 0.0
        if rest and self._more_was_sent():
            self.transport.close()
        if pipeline := getattr(self, "pipeline", None):
            self._answered = pipeline[-1][0]
        super().on_response_complete()
        if rest and self._address is not None:  # of a connection that closes, too: the next one has to wait
            resting = self.config.watch.resting  # type: ignore[attr-defined]  # of PatientConfig, as asserted
            resting[self._address] = max(resting.get(self._address, 0.0), self.loop.time() + rest)
            self._read_nothing(rest)

    def _more_was_sent(self) -> bool:
        """Whether the client has sent more than the request that was answered; h11 has not read it yet."""
        return bool(self.pipeline) if _COUNTED else bool(self.conn.trailing_data[0])  # type: ignore[attr-defined]

    def _read_nothing(self, seconds: float) -> None:
        if not self.transport.is_closing():
            self._withheld = b""
            self.flow.pause_reading()
            self.loop.call_later(seconds, self._read_on)

    def _read_on(self) -> None:
        data, self._withheld = self._withheld, None
        if not self.transport.is_closing():
            self.flow.resume_reading()
            if data:
                self.data_received(data)

    def resume_writing(self) -> None:
        """The client has fetched most of what was written."""
        super().resume_writing()
        self.stage = None

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        self._turn_away(400, "This is not a request that can be read: expected HTTP/1.1.")
        if error := sys.exception():
            error.__traceback__ = None  # h11's holds itself, and the connection with it

    def waited(self, now: float) -> float:
        """Return for how many seconds the connection has been in its stage, and note the stage."""
        stage, cycle = self._stage_now(), self.cycle
        if stage is not self.stage or cycle is not self._cycle_then:
            self.stage, self._cycle_then, self._since = stage, cycle, now
            self._unread = self.transport.get_write_buffer_size()
        elif stage is Stage.UNREAD:
            unread = self.transport.get_write_buffer_size()
            if unread <= self._unread - _PROGRESS:
                self._unread, self._since = unread, now
        return now - self._since

    def cut_off(self) -> None:
        """End the connection; where the client does not fetch what was written, the system too is to forget that."""
        if self.stage is Stage.UNREAD:
            connected = self.transport.get_extra_info("socket")
            if connected is not None and connected.family != getattr(socket, "AF_UNIX", None):
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            self.transport.abort()
        else:
            self.transport.close()

    def _stage_now(self) -> Stage | None:
        cycle = self.cycle
        if self.flow.write_paused or self.transport.is_closing():
            return Stage.UNREAD
        if cycle is None or cycle.scope is not self.scope:
            return Stage.HEADERS
        if cycle.response_complete:
            return Stage.IDLE
        if cycle.more_body and not self.flow.read_paused:
            return Stage.BODY
        return None

    def _too_many_header_bytes(self) -> None:
        self._turn_away(431, f"The headers are too long: expected at most {self._most_header_bytes:,} bytes.")

    def _turn_away(self, status: int, sentence: str) -> None:
        """Answer in one sentence, whatever has been read, and close."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        under_way = cycle is not None and cycle.response_started and not cycle.response_complete
        if not under_way and not getattr(self, "pipeline", None):
            body = f"{sentence}\n".encode()
            lines = [b"HTTP/1.1 %d %b" % (status, _STATUS[status].encode())]
            plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(body))]
            lines += [b"%b: %b" % header for header in guarded([*plain, (b"connection", b"close")])]
            self.transport.write(b"\r\n".join([*lines, b"", body]))
        if cycle is not None:
            cycle.disconnected = True  # whatever the application still says
        self.transport.close()

    # What httptools calls, and h11 does not.

    def on_headers_complete(self) -> None:
        """Go on to the body, unless the headers, although complete, are too long."""
        if self._silent > self._most_header_bytes:
            size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
            if size > self._most_header_bytes:
                self._too_many_header_bytes()
                raise ValueError("the headers are too long")  # which ends the parser's work on these bytes
        self._silent = 0
        super().on_headers_complete()
        if not self.pipeline:
            self._answered = self.cycle

    def on_body(self, body: bytes) -> None:
        """Pass a piece of the body on."""
        self._silent = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        self._silent = 0
        super().on_message_complete()


def room_for(connections: int) -> int:
    """Ask the system for enough open files; return how many connections there is really room for.

    Some files are kept for everything else: the database, engines, the log.
    """
    if sys.platform == "win32":
        return connections
    import resource

    spare = 200
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = connections + spare
    if soft != unlimited and soft < wanted:
        soft = wanted if hard == unlimited else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return connections if soft == unlimited else min(connections, soft - spare)
