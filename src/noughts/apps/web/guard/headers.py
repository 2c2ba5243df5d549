"""The headers that every response carries, so that a browser does only what these pages need.

The policy for referrers is `same-origin`: no other site ever learns a secret link. The stricter `no-referrer` would
make browsers send `Origin: null` with a form, and then a form of our own looks like one of a stranger. (Chromium does
so; `fetch` keeps its Origin either way.)
"""

from collections.abc import Iterable

from noughts.apps.web.asgi import Header

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)

_NOTHING = ["accelerometer", "camera", "geolocation", "gyroscope", "magnetometer", "microphone", "payment", "usb"]

HEADERS: tuple[Header, ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{what}=()" for what in _NOTHING).encode()),
    (b"cache-control", b"no-store"),
)


def guarded(headers: Iterable[Header]) -> list[Header]:
    """Return headers with ours added; a response that sets one of them itself keeps its own."""
    result = list(headers)
    own = {name for name, _ in result}
    result += [header for header in HEADERS if header[0] not in own]
    return result
