"""What went wrong, as a person reads it, and as HTTP numbers it."""

import re
from collections.abc import Mapping
from math import ceil
from typing import Any

from noughts.apps.web.engines.fair_queue import Busy, Crowded
from noughts.apps.web.engines.pool import EngineGone, TooLong
from noughts.apps.web.games import NotFound
from noughts.apps.web.model.stored_game import Forbidden, Outdated
from noughts.apps.web.store.store import StoreFault
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


_PLAIN = (
    (r"^(Input|String|Value) should (be|have) ", ""),
    (r"^a valid string$", "text"),
    (r"^a valid integer\b.*", "a whole number"),
    (r"^a valid boolean\b.*", "true or false"),
    (r"^greater than or equal to ", "at least "),
    (r"^less than or equal to ", "at most "),
    (r"^String should match pattern .*", "another form, as the API's description says"),
)


def misread(error: Mapping[str, Any]) -> str:
    """Return as a sentence what the checker of the API's fields has found: its kind, its place and its words."""
    kind, (part, *names) = error["type"], error["loc"]
    name, said = ".".join(map(str, names)), str(error["msg"])
    if kind == "json_invalid":
        return 'The body is no JSON: expected an object in braces, as in {"game": "tictactoe"}.'
    if not names and part == "body":
        as_text = kind == "string_type"
        what, sent = ("text", "text/plain") if as_text else ("a JSON object", "application/json")
        return f"The body cannot be read: expected {what}, sent with Content-Type: {sent}."
    if kind == "missing":
        return f"{name} is missing: this cannot be done without it."
    if kind == "extra_forbidden":
        return f"{name[:40]} is no field of this: the API's description names all there are."
    for pattern, plain in _PLAIN:
        said = re.sub(pattern, plain, said)
    return f"{name} cannot be read: expected {said}."
