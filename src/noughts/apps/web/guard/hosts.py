"""Which names the server answers to, and which pages may change something on it.

A page of another site can make a browser send requests here. The Host header tells whether the browser believes to talk
to another site (DNS rebinding: an evil name that suddenly points to 127.0.0.1); the Origin header, which page asks.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_address

from noughts.rules.errors import NoughtsError

_NAME = re.compile(r"(?:[a-z0-9_-]{1,63}\.){0,30}[a-z0-9_-]{1,63}\.?")
_PORT = re.compile(r":[0-9]{1,5}")
_DEFAULT_PORT = {b"http": b":80", b"https": b":443"}
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Names:
    """The names of this server.

    Attributes:
        names: in small letters, IPv6 addresses in brackets.
        any_address: any address in figures will do too: whoever cheats with names needs a name.
        proxied: those of the names that may be visited as https through a proxy that speaks plain http to us.
        origins: pages that may change something although the request was sent to another name.
    """

    names: frozenset[str]
    any_address: bool = False
    proxied: frozenset[str] = frozenset()
    origins: frozenset[bytes] = frozenset()

    @classmethod
    def of(cls, host: str = "127.0.0.1", allow: Iterable[str] = ()) -> "Names":
        """Return the names of a server.

        Args:
            host: the name or address to which it is bound.
            allow: further names, each with its port where that is not the usual one: `noughts.example:8443`.

        Raises:
            NoughtsError: a name is no name.
        """
        allowed = [_split_or_raise(name) for name in allow]
        own = _split_or_raise(f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host)[0]
        proxied = frozenset(name for name, _ in allowed)
        origins = {f"https://{name}{port}".removesuffix(":443").encode() for name, port in allowed}
        return cls(frozenset({*_LOOPBACK, own, *proxied}), not _is_loopback(own), proxied, frozenset(origins))

    def fault(self, host: bytes | None) -> tuple[int, str] | None:
        """Return the status and the sentence with which to refuse a Host header, or None where it is ours."""
        if host is None:
            return 400, "The request has no Host header: expected the name of this server."
        parts = split(host)
        if parts is None:
            return 400, "The Host header cannot be read: expected one name, and a port where that is not the usual one."
        name = parts[0]
        if name in self.names or (self.any_address and _is_address(name)):
            return None
        return 421, f"This server does not go by the name {name}: start it with --allow-host {name} if it should."

    def allows(self, origin: bytes, scheme: bytes, host: bytes) -> bool:
        """Return whether a page of this origin may change something.

        Args:
            origin: the Origin header.
            scheme: http or https, as the request came.
            host: the Host header, which `fault` has found good.
        """
        if origin == b"%b://%b" % (scheme, host):
            return True
        its_scheme, colon, its_host = origin.lower().partition(b"://")
        if not colon or its_scheme not in _DEFAULT_PORT:
            return False
        its_host = its_host.removesuffix(_DEFAULT_PORT[its_scheme])
        if its_host == host.lower().removesuffix(_DEFAULT_PORT[its_scheme]):
            parts = split(host)
            return its_scheme == scheme or (its_scheme == b"https" and parts is not None and parts[0] in self.proxied)
        return b"%b://%b" % (its_scheme, its_host) in self.origins


def split(host: bytes) -> tuple[str, str] | None:
    """Return the name in small letters and the port as `:8000` or nothing, or None where this is no Host header."""
    if len(host) > 300 or not host.isascii():
        return None
    text = host.decode().lower()
    if text.startswith("["):
        name, bracket, port = text[1:].partition("]")
        try:
            name = f"[{IPv6Address(name)}]" if bracket and "%" not in name else ""
        except AddressValueError:
            return None
    else:
        name, colon, port = text.partition(":")
        port = colon + port
        if not _NAME.fullmatch(name):
            return None
    if not name or (port and (not _PORT.fullmatch(port) or int(port[1:]) > 65_535)):
        return None
    return name, port


def _split_or_raise(name: str) -> tuple[str, str]:
    parts = split(name.encode())
    if parts is None:
        raise NoughtsError(
            f"{name[:60]!r} is no name of a server: expected one such as noughts.example or 192.168.1.20"
        )
    return parts


def _is_address(name: str) -> bool:
    """Whether this is an address in figures; `split` has seen to what stands in brackets."""
    if name.startswith("["):
        return True
    try:
        IPv4Address(name)
    except AddressValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    if not _is_address(name):
        return name == "localhost"
    return ip_address(name.strip("[]")).is_loopback
