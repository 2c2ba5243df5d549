"""Authentication by secrets instead of logins. A browser sends its secret in a cookie, and a program sends its secret
in an Authorization header.

A secret has 128 random bits, written as 22 characters that fit in a URL. Only its hash is stored, so a copy of the
database gives access to no game.
"""

import hashlib
import re
import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web.model.paths import is_embedded, path_of

COOKIE = "noughts"
"""The name of the cookie."""

_SHAPE = re.compile(r"[A-Za-z0-9_-]{22}")
_YEAR = 365 * 24 * 3600


def new_secret() -> str:
    """Return a new random secret."""
    return secrets.token_urlsafe(16)


def is_secret(text: str) -> bool:
    """Return whether a text has the format of a secret. A well-formed secret may still be unknown to the server."""
    return _SHAPE.fullmatch(text) is not None


def hashed(secret: str) -> str:
    """Return the SHA-256 hash of a secret in hexadecimal, which the database stores."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def cookies(connection: HTTPConnection) -> dict[str, str]:
    """Return the cookies of a request, keyed by name, without quotation marks around the values.

    Our cookies contain no escapes. Starlette's `cookies` removes escapes with a function of the standard library that
    takes quadratic time before Python 3.11.10 and 3.12.6 (CVE-2024-7592).
    """
    pairs = (pair.partition("=") for pair in ";".join(connection.headers.getlist("cookie")).split(";"))
    return {name.strip(): value.strip().strip('"') for name, equals, value in pairs if equals}


def cookie_secret(connection: HTTPConnection) -> str | None:
    """Return the secret in the cookie of a request, or None if there is no well-formed secret."""
    secret = cookies(connection).get(COOKIE, "")
    return secret if is_secret(secret) else None


def bearer_secret(connection: HTTPConnection) -> str | None:
    """Return the secret in the Authorization header of a request, or None if there is no well-formed secret."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and is_secret(secret.strip()) else None


class BrowserSecret:
    """Middleware that gives each new browser a cookie with a secret of its own.

    Handlers find it in ``request.state.secret``. Static files, the API and embedded boards do not set the cookie.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or not _is_page(path_of(scope)):
            await self.app(scope, receive, send)
            return
        known = cookie_secret(HTTPConnection(scope))
        secret = known or new_secret()
        scope.setdefault("state", {})["secret"] = secret

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                secure = "; Secure" if scope["scheme"] == "https" else ""
                value = f"{COOKIE}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={_YEAR}{secure}"
                MutableHeaders(scope=message).append("set-cookie", value)
            await send(message)

        await self.app(scope, receive, send if known else with_cookie)


def _is_page(path: str) -> bool:
    return path == "/api/docs" or not (path.startswith(("/static/", "/api/", "/health")) or is_embedded(path))
