"""How large a body may be: refused before it is read where its length is told, else as soon as it is too long."""

import asyncio
from contextlib import suppress

from noughts.apps.web.asgi import Message, Receive

_LARGEST_LENGTH = 18  # digits
_MOST_DRAINED = 16 * 1024 * 1024


def length(header: bytes | None) -> int | None:
    """Return the length that a Content-Length header tells, 0 without one, None where it is garbage."""
    if header is None:
        return 0
    return int(header) if header.isdigit() and len(header) <= _LARGEST_LENGTH else None


class ClientDisconnected(Exception):
    """The client left in the middle of its body."""


async def read(receive: Receive, most: int) -> bytes | None:
    """Return a body whose length nobody told, or None as soon as it is longer than `most`.

    Raises:
        Gone: it never ended.
    """
    pieces: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnected
        piece: bytes = message.get("body", b"")
        size += len(piece)
        if size > most:
            return None
        pieces.append(piece)
        if not message.get("more_body", False):
            return b"".join(pieces)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that begins with a body which has been read already."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def drain(receive: Receive, seconds: float) -> None:
    """Throw away what a client still sends, for a while.

    A connection that is closed with bytes unread is reset, and a client that is reset while it sends does not see the
    answer. So whoever sends a few megabytes too many is told; whoever sends hundreds is cut off.
    """
    drained = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while drained < _MOST_DRAINED:
                message = await receive()
                drained += len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return
