"""A minimal HTTP/1.1 client on asyncio's protocols, which sends one request at a time.

The client must be cheap, or a load test would measure the client instead of the server. So it parses only the status,
the length and the body of a response, and only the version and the part of the page in a stream.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import urlencode

Answered: TypeAlias = Callable[[int, bytes], None]
"""Called with the status and the body of a response; status 0 means that the connection was lost."""

Heard: TypeAlias = Callable[[int, bytes], None]
"""Called with a version of the game, and its event, which may contain the part of the page."""

_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_LOCATION = re.compile(rb"\r\nlocation: ([^\r]+)", re.IGNORECASE)
_ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Site:
    """The address of the server. It builds the bytes of requests as a browser with a cookie sends them."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._host = f"Host: localhost:{port}\r\n"

    def get(self, path: str, secret: str, headers: str = "") -> bytes:
        """Return the bytes of a GET request. More headers are lines that end with CR LF."""
        head = f"GET {path} HTTP/1.1\r\n{self._host}Cookie: noughts={secret}\r\nSec-Fetch-Site: same-origin\r\n"
        return f"{head}{headers}\r\n".encode()

    def post(self, path: str, secret: str, fields: Mapping[str, object], headers: str = "") -> bytes:
        """Return the bytes of a POST request with a form."""
        body = urlencode(fields)
        head = f"POST {path} HTTP/1.1\r\n{self._host}Cookie: noughts={secret}\r\nSec-Fetch-Site: same-origin\r\n"
        head += f"Origin: http://localhost:{self.port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        return f"{head}{headers}Content-Length: {len(body)}\r\n\r\n{body}".encode()

    async def connect(self, protocol: asyncio.Protocol, address: str) -> None:
        """Open a connection from the given loopback address."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: protocol, "127.0.0.1", self.port, local_addr=(address, 0))


class Connection(asyncio.Protocol):
    """A keep-alive connection for one request at a time. It reconnects if the server closed it while idle.

    The server may close it at the moment when the next request arrives. In that case, the client sends the request once
    more, as browsers do.
    """

    def __init__(self, site: Site, address: str) -> None:
        self._site, self._address = site, address
        self._transport: asyncio.Transport | None = None
        self._opening: asyncio.Task[None] | None = None
        self._request = b""
        self._then: Answered | None = None
        self._was_idle = False
        self._received = b""
        self.location = ""
        """The target of the last response's redirect."""

    def ask(self, request: bytes, then: Answered) -> None:
        """Send a request and call `then` with the response. The previous request must be complete."""
        assert self._then is None, "one request at a time"
        self._request, self._then = request, then
        self._was_idle = self._transport is not None
        if self._transport is None:
            self._opening = asyncio.create_task(self._open())
        else:
            self._transport.write(request)

    async def asked(self, request: bytes) -> tuple[int, bytes]:
        """Send a request, and return the status and the body of the response."""
        future: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()

        def answered(status: int, body: bytes) -> None:
            if not future.done():
                future.set_result((status, body))

        self.ask(request, answered)
        return await future

    def close(self) -> None:
        """Close the connection and ignore a response that is still due."""
        self._then = None
        if self._transport is not None:
            self._transport.close()

    async def _open(self) -> None:
        try:
            await self._site.connect(self, self._address)
        except OSError:
            self._answer(0, b"")
        else:
            assert self._transport
            self._transport.write(self._request)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        again = self._then is not None and self._was_idle and not self._received
        self._transport, self._received, self._was_idle = None, b"", False
        if again:
            self._opening = asyncio.create_task(self._open())
        else:
            self._answer(0, b"")

    def data_received(self, data: bytes) -> None:
        received = self._received + data if self._received else data
        head, end, body = received.partition(b"\r\n\r\n")
        length = _LENGTH.search(head) if end else None
        if length is None or len(body) < int(length[1]):
            self._received = received
            return
        self._received = b""
        location = _LOCATION.search(head) if head[9:10] == b"3" else None
        self.location = location[1].decode() if location else ""
        self._answer(int(head[9:12]), body)

    def _answer(self, status: int, body: bytes) -> None:
        then, self._then = self._then, None
        if then is not None:
            then(status, body)


class Stream(asyncio.Protocol):
    """An open event stream. It calls `heard` with each version, and `broke` when the connection is lost."""

    def __init__(self, request: bytes, heard: Heard, broke: Callable[[], None]) -> None:
        self._request, self._heard, self._broke = request, heard, broke
        self._received = b""
        self._transport: asyncio.Transport | None = None

    def close(self) -> None:
        """Close the stream."""
        self._broke = _nothing
        self._heard = _nothing
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._broke()

    def data_received(self, data: bytes) -> None:
        *whole, self._received = (self._received + data).split(b"\n\n")
        for event in whole:
            if event_id := _ID.search(event):
                self._heard(int(event_id[1]), event)


def _nothing(*_: object) -> None:
    """Do nothing: the callback after a connection is closed."""
