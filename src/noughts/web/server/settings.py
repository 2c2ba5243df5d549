"""The settings of the web server."""

from dataclasses import dataclass
from pathlib import Path

PORT = 8321
"""The default port."""


@dataclass(frozen=True)
class Settings:
    """The settings of the web server.

    Attributes:
        host: the address to listen on.
        port: the port. 0 selects a free port.
        database: a file, a PostgreSQL URL, or None for the file in the user's data directory.
        workers: the number of server processes. More than one requires PostgreSQL.
        engines: the number of engine processes of each server process.
        names: other host names of this server, for example its name behind a proxy.
        proxies: addresses or networks of proxies whose X-Forwarded headers are trusted.
        seed: makes the moves of computer players repeatable.
        share: fail if other computers on the network cannot reach the server.
        runtime: a folder with Python for browsers, for the page that grades programs.
        json_logs: log every request as a line of JSON.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    database: str | None = None
    workers: int = 1
    engines: int = 1
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    seed: int | None = None
    share: bool = False
    json_logs: bool = False
    runtime: Path | None = None
