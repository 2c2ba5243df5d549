"""The client of the current request."""

from contextvars import ContextVar

client_key: ContextVar[str] = ContextVar("client_key", default="")
"""The rate-limit key of the current client: an IPv4 address or an IPv6 /64 network, or "" if unknown."""
