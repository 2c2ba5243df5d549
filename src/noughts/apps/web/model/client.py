"""The client of the current request, for code that shares resources fairly among clients."""

from contextvars import ContextVar

client_key: ContextVar[str] = ContextVar("client_key", default="")
"""The rate-limit key of the client of the current request: its network address, or a prefix of it.

It is empty outside of a request. The middleware sets it.
"""
