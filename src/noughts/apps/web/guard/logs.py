"""What the server writes down: one line a request, in which no secret stands and which nobody can forge.

Three styles: `quiet` tells of what went wrong, `lines` of every request in words, `json` of every request as JSON.
"""

import json
import logging
import re
import sys
import time
from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Literal, TypeAlias, get_args
from urllib.parse import unquote_plus

from noughts.apps.web.asgi import App, Message, Receive, Scope, Send
from noughts.apps.web.guard.middleware import client_of
from noughts.apps.web.guard.request_kinds import SECRET_AFTER, SECRET_LENGTH, SECRET_NAMES

Style: TypeAlias = Literal["quiet", "lines", "json"]
STYLES: tuple[Style, ...] = get_args(Style)

_HIDDEN = "[secret]"
_LONGEST = 300
_LIKE_A_SECRET = re.compile(rf"[A-Za-z0-9_-]{{{SECRET_LENGTH},}}")
_A_SECRET = re.compile(rf"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{{{SECRET_LENGTH}}}(?![A-Za-z0-9_-])")


@dataclass(frozen=True)
class FairQueue:
    """One request, as it may be written down: times in UTC, `ms` from its headers to the end of its answer."""

    time: str
    client: str
    method: str
    path: str
    status: int
    ms: float

    def json(self) -> str:
        """Return it as JSON, in ASCII."""
        return json.dumps(asdict(self), separators=(",", ":"))

    def __str__(self) -> str:
        return f"{self.time} {self.client} {self.method} {self.path} {self.status} in {self.ms} ms"


def redacted(path: str, query: bytes = b"") -> str:
    """Return a path and its query as they may be written down: no secrets, one line, not too long.

    >>> redacted("/seat/8Jx1hYk0QvWn3sZr5tUb7A/move", b"key=guess&at=b2")
    '/seat/[secret]/move?key=[secret]&at=b2'
    """
    parts = path.split("/")
    for place, part in enumerate(parts):
        if part and place and parts[place - 1] in SECRET_AFTER:
            parts[place] = _HIDDEN
    text = "/".join(parts)
    if query:
        text += "?" + "&".join(_pair(pair) for pair in query.decode("latin-1").split("&"))
    text = _LIKE_A_SECRET.sub(_HIDDEN, text)  # and only then cut, or half a secret might be left
    return harmless(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def _pair(pair: str) -> str:
    name, equals, value = pair.partition("=")
    name, value = unquote_plus(name), unquote_plus(value)
    return f"{name}{equals}{_HIDDEN if value and name in SECRET_NAMES else value}"


def harmless(text: str) -> str:
    """Return a text as one line that moves no cursor: what is not to be seen is written as in Python."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


class Logged:
    """An application whose requests are written down, the refused ones too: put it outside of the shield.

    Args:
        app: the application.
        style: what is written, and how.
        write: takes one line, without its end.
        clock: seconds since 1970.
    """

    def __init__(
        self,
        app: App,
        style: Style = "quiet",
        write: Callable[[str], None] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.app, self.style, self.clock = app, style, clock
        self.write = write or _to_stderr
        self._last: dict[int, float] = {}  # when a status was last written, in the quiet style
        self._unsaid: dict[int, int] = {}  # how many of it were not

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and write it down when its answer has ended."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        def noted(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            return send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        if self.style == "quiet" and status < 500 and status != 429:
            return
        now, unsaid = self.clock(), ""
        if self.style == "quiet":
            if now - self._last.get(status, -1.0) < 1.0:
                self._unsaid[status] = self._unsaid.get(status, 0) + 1
                return
            self._last[status] = now
            if more := self._unsaid.pop(status, 0):
                unsaid = f" (and {more:,} more such answers since the last such line)"
        line = FairQueue(
            time=datetime.fromtimestamp(now, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            client=harmless(client_of(scope)),
            method=harmless(scope["method"]),
            path=redacted(scope["path"], scope["query_string"]),
            status=status,
            ms=round(1000 * seconds, 1),
        )
        self.write(line.json() if self.style == "json" else f"{line}{unsaid}")


def _to_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")


class _Safe(logging.Formatter):
    """What uvicorn and the application log themselves, traceback and all, in the same two shapes."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.style_of_lines = style

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        text = _A_SECRET.sub(_HIDDEN, record.getMessage().strip())
        if record.exc_info:
            text += "\n" + _A_SECRET.sub(_HIDDEN, self.formatException(record.exc_info))
        if self.style_of_lines == "json":
            return json.dumps(
                {"time": moment, "level": record.levelname.lower(), "message": text}, separators=(",", ":")
            )
        first, *more = text.splitlines() or [""]
        # No line of a traceback begins as a line of its own does.
        return "\n".join([f"{moment} {harmless(first)}", *(f"    | {harmless(line)}" for line in more)])


class _Sparing:
    """Lets a warning through once a second: whoever sends nonsense all the time is not to fill the disk."""

    def __init__(self) -> None:
        self._last: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        if len(self._last) > 100:
            self._last.clear()
        before = self._last.get(record.msg)
        if before is not None and record.created - before < 1.0:
            return False
        self._last[record.msg] = record.created
        return True


def configure(style: Style) -> None:
    """Have what uvicorn and noughts log written to stderr in a style."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Safe(style))
    # A stream of events that is cancelled when the server stops is no error.
    handler.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], CancelledError)))
    handler.addFilter(_Sparing().filter)
    for name in ("uvicorn", "noughts"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.ERROR if style == "quiet" else logging.INFO)
