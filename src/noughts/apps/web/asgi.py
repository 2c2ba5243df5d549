"""What a server and an application say to each other, and a short answer in one sentence.

Source: the ASGI specification, version 3.0, https://asgi.readthedocs.io/
"""

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]

REST = "noughts.rest"
"""In a scope's state: a function of the connection, which after this answer reads nothing for so many seconds."""


async def answer(
    send: Send, path: str, status: int, sentence: str, headers: Iterable[Header] = (), more: bool = False
) -> None:
    """Send one sentence: as plain text to a person, as the JSON of an error to who asks the API.

    Args:
        send: where to.
        path: what was asked for.
        status: the HTTP status.
        sentence: what a person reads.
        headers: headers besides type and length.
        more: leave the response open, although all of its bytes are sent; `finish` ends it.
    """
    program = path.startswith("/api/")
    body = json.dumps({"error": sentence}).encode() if program else f"{sentence}\n".encode()
    kind = b"application/json" if program else b"text/plain; charset=utf-8"
    told = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def finish(send: Send) -> None:
    """End a response that was left open."""
    await send({"type": "http.response.body", "body": b"", "more_body": False})
