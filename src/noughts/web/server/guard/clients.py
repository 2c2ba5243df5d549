"""Identify clients for rate limits, and check the addresses of trusted proxies."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_network

from noughts.rules.errors import NoughtsError


def proxy_networks(addresses: Iterable[str]) -> list[str]:
    """Check the addresses and networks of trusted proxies, and return them.

    Raises:
        NoughtsError: an entry is not an IP address or a network.
    """
    try:
        return [str(ip_network(address)) for address in addresses]
    except ValueError as error:
        raise NoughtsError(f"{error}: expected the address of a proxy, such as 10.0.0.2 or 10.0.0.0/8") from None


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """Return the part of an IP address that a client cannot easily change, which is all of IPv4 or the first 64 bits of
    IPv6.

    >>> rate_limit_key("192.0.2.7"), rate_limit_key("2001:db8::1:2:3"), rate_limit_key("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        parsed = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed) >> 64 << 64, 64)))
