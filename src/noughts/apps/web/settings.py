"""The settings of the server, as a frozen value."""

from dataclasses import dataclass, field

from noughts.apps.web.guard.limits import Limits

PORT = 8321
"""The usual port."""


@dataclass(frozen=True)
class Settings:
    """How the server runs.

    Attributes:
        host: the address it listens on; beyond this computer only if asked to.
        port: the port; 0 takes a free one.
        database: a file or an address of PostgreSQL; None for the file in the user's data directory.
        workers: how many processes serve; more than one needs PostgreSQL.
        engines: how many processes think, for each that serves.
        names: other names under which the server is reached, as behind a proxy.
        proxies: addresses whose word about the client's address is believed.
        seed: repeats what computer players draw.
        json_logs: whether logs are lines of JSON.
        limits: how much of anything one client may ask for.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    database: str | None = None
    workers: int = 1
    engines: int = 1
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    seed: int | None = None
    json_logs: bool = False
    limits: Limits = field(default_factory=Limits)
