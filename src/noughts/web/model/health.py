"""The health of the server, for its operator."""

from dataclasses import dataclass


@dataclass(frozen=True)
class StoreHealth:
    """The health of the database, with the reason if it cannot store games.

    Attributes:
        writable: whether the database stores changes and is undamaged.
        reason: why not, or an empty string.
        database: the database without its password, if there is a reason.
        schema: the version of the schema.
        commit_ms: how long the latest commit took, in milliseconds.
        bytes: the size of the database.
        listeners: the number of open event streams.
    """

    writable: bool
    reason: str = ""
    database: str = ""
    schema: str = ""
    commit_ms: float = 0
    bytes: int = 0
    listeners: int = 0
