"""Secrets: made, checked for their shape, hashed for keeping, and the token that goes with a form.

A secret is 128 random bits as 22 characters for a URL. Only its hash is kept: who reads the database can open no link.
A form carries a token that is worked out from the secret of the browser it was made for, so that no other page can
make up a form that this server takes.
"""

import hashlib
import hmac
import re
import secrets

from noughts.apps.web.guard.request_kinds import SECRET_LENGTH

COOKIE = "noughts"
_SHAPE = re.compile(rf"[A-Za-z0-9_-]{{{SECRET_LENGTH}}}")
_TOKEN = re.compile(r"[0-9a-f]{64}")
_LABEL = b"noughts csrf token, version 1"
_YEAR = 365 * 24 * 3600
_LONGEST_COOKIE = 4096


def new_secret() -> str:
    """Return a new secret."""
    return secrets.token_urlsafe(16)


def is_secret(text: str) -> bool:
    """Return whether a text has the shape of a secret; a wrong one may have it too."""
    return len(text) == SECRET_LENGTH and _SHAPE.fullmatch(text) is not None


def hashed(secret: str) -> str:
    """Return what is kept of a secret: its SHA-256, in 64 small letters and figures.

    Raises:
        ValueError: it has not the shape of a secret.
    """
    return hashlib.sha256(_bytes(secret)).hexdigest()


def csrf_token(browser_secret: str) -> str:
    """Return the token for the forms of one browser, in 64 small letters and figures.

    Raises:
        ValueError: the secret has not the shape of one.
    """
    return hmac.new(_bytes(browser_secret), _LABEL, hashlib.sha256).hexdigest()


def csrf_ok(browser_secret: str, token: str) -> bool:
    """Return whether a form carries the token of this browser; wrong shapes are wrong tokens."""
    if not is_secret(browser_secret) or len(token) != 64 or not _TOKEN.fullmatch(token):
        return False
    return hmac.compare_digest(csrf_token(browser_secret), token)


def cookie(browser_secret: str, https: bool, seconds: int = _YEAR) -> str:
    """Return the header Set-Cookie that gives a browser its secret. No script sees it; forms of other sites lack it.

    Raises:
        ValueError: the secret has not the shape of one.
    """
    value = _bytes(browser_secret).decode()
    secure = "; Secure" if https else ""
    return f"{COOKIE}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}"


def cookie_in(header: str) -> str | None:
    """Return the secret in a header Cookie, or None where there is none of its shape."""
    for pair in header[:_LONGEST_COOKIE].split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE and is_secret(value):
            return value
    return None


def bearer_in(header: str) -> str | None:
    """Return the secret in a header Authorization, or None where there is none of its shape."""
    kind, _, secret = header.partition(" ")
    return secret.strip() if kind.lower() == "bearer" and is_secret(secret.strip()) else None


def _bytes(secret: str) -> bytes:
    if not is_secret(secret):
        raise ValueError(f"expected a secret of {SECRET_LENGTH} letters, figures, - and _")
    return secret.encode("ascii")
