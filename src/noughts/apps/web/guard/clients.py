"""Who asks: the address of a client, also behind proxies that are trusted to tell it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from noughts.rules.errors import NoughtsError


@dataclass(frozen=True)
class Proxies:
    """The proxies that are trusted to tell who asks and whether with https."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def of(cls, addresses: Iterable[str]) -> "Proxies":
        """Return proxies by their addresses, or networks such as 10.0.0.0/8.

        Raises:
            NoughtsError: one is no address.
        """
        try:
            return cls(tuple(ip_network(address) for address in addresses))
        except ValueError as error:
            raise NoughtsError(f"{error}: expected the address of a proxy, such as 10.0.0.2 or 10.0.0.0/8") from None

    def __contains__(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
        return any((mapped or found) in network for network in self.networks)

    def client(self, peer: str, forwarded: bytes | None) -> str:
        """Return the address of who asks.

        Args:
            peer: whose connection it is.
            forwarded: the header X-Forwarded-For. Anyone can send one, so it is read from its right end, where the
                proxies write, as far as these are trusted; and only if the connection is a trusted proxy's.
        """
        if forwarded is None or peer not in self:
            return peer
        client = peer
        for hop in reversed(forwarded.decode("latin-1").split(",")[-10:]):
            try:
                client = str(ip_address(_without_port(hop.strip())))
            except ValueError:
                break
            if client not in self:
                break
        return client


def _without_port(address: str) -> str:
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def rate_limit_key(address: str) -> str:
    """Return what one client can hardly change: an IPv4 address, or the first 64 bits of an IPv6 address."""
    return _household_of_ipv6(address) if ":" in address else address


@lru_cache(maxsize=4096)
def _household_of_ipv6(address: str) -> str:
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))
