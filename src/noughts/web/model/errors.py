"""The errors of the web application, with their HTTP statuses and messages."""

from noughts.puzzles.collections import UnknownPuzzle
from noughts.rules.errors import IllegalMove, NoughtsError


class WebError(NoughtsError):
    """An error with its own HTTP status."""

    status = 400


class NotFound(WebError):
    """The page, link or action does not exist, or the client has no valid secret for the game."""

    status = 404


class Forbidden(WebError):
    """The client is not allowed to do this."""

    status = 403


class Outdated(WebError):
    """The request refers to an older version of the game."""

    status = 409


class Unavailable(WebError):
    """The server cannot do this at the moment."""

    status = 503


class StoreFault(Unavailable):
    """The database failed. Acknowledged changes are not lost."""


class WorkerDied(Unavailable):
    """Every engine that tried the task died, or the pool is closed."""


class TooLong(Unavailable):
    """A task took longer than its time limit."""


class Exhausted(Unavailable):
    """An engine ran out of memory."""


class Busy(Unavailable):
    """The queue for the engines is full."""


class Crowded(Busy):
    """Too many tasks of one client are waiting."""

    status = 429


def status_of(error: NoughtsError) -> int:
    """Return the HTTP status for an error. The default is 400."""
    if isinstance(error, IllegalMove):
        return 409
    if isinstance(error, UnknownPuzzle):
        return 404
    return error.status if isinstance(error, WebError) else 400


def wait_of(error: NoughtsError) -> dict[str, str]:
    """Return the Retry-After header for an error, or an empty dictionary."""
    return {"Retry-After": "3"} if isinstance(error, Busy) else {}  # seconds


def sentence(error: NoughtsError) -> str:
    """Return an error's message as a sentence. The names of cells stay in lower case."""
    text = str(error)
    if text.split(" ", 1)[0].isalpha():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
