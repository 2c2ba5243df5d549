"""Log with `structlog`, optionally one line for each request, and keep secrets out of the logs."""

import logging
import re
import sys
import time
from typing import Any
from urllib.parse import unquote_plus

import structlog
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, Processor

_LOG = logging.getLogger("noughts.requests")
_HIDDEN = "[secret]"
_LONGEST = 300  # characters of a path
_SECRET = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")  # as `auth.new_secret` makes them
_AFTER = re.compile(r"(?<=/seat/)[^/?\s]+|(?<=/watch/)[^/?\s]+")


def configure(*, json_lines: bool) -> None:
    """Log to standard error, either every request as a line of JSON or only warnings as readable text."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.format_exc_info,
        redact,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer() if json_lines else structlog.dev.ConsoleRenderer(colors=False)
    )
    level = logging.INFO if json_lines else logging.WARNING
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    for name in ("noughts", "granian", "_granian"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "noughts" else logging.WARNING)


def redact(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Hide the secrets in a log event, turn each text into one printable line, and shorten a long path."""
    for name, value in event.items():
        if isinstance(value, str):
            text = _SECRET.sub(_HIDDEN, _AFTER.sub(_HIDDEN, value))
            event[name] = text if name == "exception" else _printable(text[:_LONGEST] if name == "path" else text)
    return event


def _printable(text: str) -> str:
    """Return a text on one line, with unprintable characters escaped as in Python."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


class AccessLog:
    """Middleware that logs every request with its status and duration, and every unhandled exception. The access log is
    the outermost middleware.

    The client's address takes `X-Forwarded-For` into account, because it is read from the scope after the request.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0
        query = unquote_plus(scope["query_string"].decode("latin-1"))
        asked = {"method": scope["method"], "path": f"{scope['path']}?{query}" if query else scope["path"]}

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception:
            _LOG.exception("unhandled error", extra=asked)
            if not status:
                await PlainTextResponse("Something went wrong. Please try again.\n", 500)(scope, receive, noted)
        finally:
            client, ms = (scope.get("client") or ("",))[0], round(1000 * (time.perf_counter() - started), 1)
            _LOG.info("request", extra={"client": client, **asked, "status": status, "ms": ms})
