"""What kind of request it is, told by its method and path alone, and whether a secret stands in it."""

from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from urllib.parse import unquote_plus

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
SECRET_LENGTH = 22

# What stands behind these in a path, and as the value of these in a query, is a secret whatever it looks like.
SECRET_AFTER = frozenset({"seat", "watch"})
SECRET_NAMES = frozenset({"key", "token", "secret", "link", "csrf"})


class Kind(IntEnum):
    """Requests that are limited together.

    `SECRET` stands for wrong secrets, whatever request they came with; `THINK` for work that an engine begins on
    a board that is not small, whatever asked for it: a page whose answer is known already costs none. `REFUSED` stands
    for what one of the others has not let through.
    """

    READ = 0
    WRITE = 1
    CREATE = 2
    ANALYSE = 3
    SECRET = 4
    THINK = 5
    REFUSED = 6


@dataclass(frozen=True)
class Paths:
    """Which paths are of which kind.

    Attributes:
        create: a POST to exactly one of these makes a new game.
        analyse: any request to a path that begins with one of these is about an analysis or a story, and may be long.
        streams: a GET of a path that ends with this is answered by a stream of events.
        quick: any request to a path that begins with one of these is answered in no time, and waits for no other.
    """

    create: frozenset[str] = frozenset({"/play/move", "/play/start", "/play/invite", "/games/import", "/api/v1/games"})
    analyse: tuple[str, ...] = (
        *["/analyse", "/explore"],
        *["/api/v1/analyse", "/api/v1/trace", "/api/v1/atlas", "/api/v1/review"],
    )
    streams: tuple[str, ...] = ("/events",)
    quick: tuple[str, ...] = ("/api/v1/games/", "/static/", "/health")

    def kind(self, method: str, path: str) -> Kind:
        """Return how a request is counted."""
        if path.startswith(self.analyse):
            return Kind.ANALYSE
        if method in SAFE:
            return Kind.READ
        return Kind.CREATE if path.rstrip("/") in self.create else Kind.WRITE

    def is_quick(self, path: str) -> bool:
        """Return whether the answer costs next to nothing, or begins at once and then goes on."""
        return path.startswith(self.quick) or path.endswith(self.streams)

    def streaming(self, method: str, path: str) -> bool:
        """Return whether the answer is a stream of events."""
        return path.endswith(self.streams) and method == "GET"


def secrets_in(path: str, query: bytes) -> tuple[str, ...]:
    """Return the secrets that stand in a path and a query, right or wrong.

    >>> secrets_in("/seat/guess/move", b"key=another&page=2"), secrets_in("/games", b"page=2")
    (('guess', 'another'), ())
    """
    found = [
        part
        for before, part in pairwise(path.split("/"))
        if part and (before in SECRET_AFTER or len(part) == SECRET_LENGTH)
    ]
    for pair in query.decode("latin-1").split("&") if query else ():
        name, _, value = pair.partition("=")
        if value and unquote_plus(name) in SECRET_NAMES:
            found.append(unquote_plus(value))
    return tuple(found)
