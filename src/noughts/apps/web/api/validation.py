"""Validation errors of the API as sentences."""

import re
from collections.abc import Mapping
from typing import Any

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
