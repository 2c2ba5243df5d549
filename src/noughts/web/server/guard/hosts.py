"""Check the Host header of every request, and the Origin header of every write, against the names of this server.

A page on another site can make a browser send requests to this server. The Host header shows which site the browser
believes it is talking to. (In DNS rebinding, a malicious name suddenly resolves to 127.0.0.1.) The Origin header shows
which page sent the request. Starlette's `TrustedHostMiddleware` accepts neither IPv6 addresses nor "any IP address",
which a server on a local network needs.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_address

from noughts.rules.errors import NoughtsError

_NAME = re.compile(r"(?:[a-z0-9_-]{1,63}\.){0,30}[a-z0-9_-]{1,63}\.?")
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class HostNames:
    """The host names and origins of this server.

    Attributes:
        names: the host names in lower case, with IPv6 addresses in brackets.
        any_address: whether any IP address is accepted. DNS rebinding needs a name, so this is safe.
        origins: the origins of a proxy whose pages may send writes, as browsers write them.
    """

    names: frozenset[str]
    any_address: bool = False
    origins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, host: str = "127.0.0.1", others: Iterable[str] = ()) -> "HostNames":
        """Return the host names of a server, given its address and other names.

        Args:
            host: the name or address that the server listens on.
            others: other names, each with its port unless it is the default port, such as ``noughts.example:8443``. A
                proxy can serve them over HTTPS.

        Raises:
            NoughtsError: a name is not a valid host name.
        """
        own, _ = _checked(f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host)
        allowed = [_checked(name) for name in others]
        origins = frozenset(
            f"https://{name}" + (f":{port}" if port not in (None, 443) else "") for name, port in allowed
        )
        loopback = own == "localhost" or (is_address(own) and ip_address(own.strip("[]")).is_loopback)
        return cls(frozenset({*_LOOPBACK, own, *(name for name, _ in allowed)}), not loopback, origins)

    def knows(self, name: str) -> bool:
        """Return whether a host name belongs to this server."""
        return name in self.names or (self.any_address and is_address(name))

    def allows_origin(self, origin: str, scheme: str, host: str) -> bool:
        """Return whether a page of an origin may send a write to a URL with this scheme and host."""
        return origin.lower() == f"{scheme}://{host}".lower() or origin.lower() in self.origins


def split_host(host: str) -> tuple[str, int | None] | None:
    """Split a Host header into the name, in lower case, and the port. Return None if the header is invalid.

    >>> split_host("[2001:DB8::1]:8000"), split_host("noughts.example"), split_host("a b")
    (('[2001:db8::1]', 8000), ('noughts.example', None), None)
    """
    host = host.lower()
    name, colon, port = host.rpartition(":") if re.search(r":\d{1,5}$", host) else (host, "", "")
    if len(host) > 300 or not host.isascii() or int(port or 0) > 65_535:
        return None
    if name.startswith("[") and name.endswith("]") and "%" not in name:
        try:
            name = f"[{IPv6Address(name[1:-1])}]"
        except AddressValueError:
            return None
    elif not _NAME.fullmatch(name):
        return None
    return name, int(port) if colon else None


def is_address(name: str) -> bool:
    """Return whether a valid host name is an IP address."""
    try:
        return name.startswith("[") or bool(IPv4Address(name))
    except AddressValueError:
        return False


def _checked(name: str) -> tuple[str, int | None]:
    parts = split_host(name)
    if parts is None:
        raise NoughtsError(
            f"{name[:60]!r} is not a valid host name: expected one such as noughts.example or 192.168.1.20"
        )
    return parts
