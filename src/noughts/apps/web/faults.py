"""What went wrong, as a person reads it, and as HTTP numbers it."""

from math import ceil

from noughts.apps.web.engines import EngineGone, TooLong
from noughts.apps.web.fair import Busy, Crowded
from noughts.apps.web.games import NotFound
from noughts.apps.web.kept import Forbidden, Outdated
from noughts.apps.web.store import StoreFault
from noughts.rules.errors import IllegalMove, NoughtsError

_NUMBERS: tuple[tuple[type[NoughtsError], int], ...] = (
    (NotFound, 404),
    (Forbidden, 403),
    (Outdated, 409),
    (IllegalMove, 409),
    (Crowded, 429),
    (Busy, 503),
    (TooLong, 503),
    (EngineGone, 503),
    (StoreFault, 503),
)


def status_of(error: NoughtsError) -> int:
    """Return the status that says what kind of fault it is: 400 for what could not be understood."""
    return next((status for kind, status in _NUMBERS if isinstance(error, kind)), 400)


def wait_of(error: NoughtsError) -> dict[str, str]:
    """Return the header that says when to ask again, where that is known."""
    return {"Retry-After": str(ceil(error.wait))} if isinstance(error, Busy) else {}


def sentence(error: NoughtsError) -> str:
    """Return a reason as a sentence; the names of cells stay as they are."""
    text = str(error)
    if text.split(" ", 1)[0].isalpha():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
