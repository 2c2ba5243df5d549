"""Turn the API's validation errors into sentences."""

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
    (r"^String should match pattern .*", "a different form (see the API's description)"),
)


def explained(error: Mapping[str, Any]) -> str:
    """Return a validation error of Pydantic as a sentence."""
    kind, (part, *names) = error["type"], error["loc"]
    name, expected = ".".join(map(str, names)), str(error["msg"])
    if kind == "json_invalid":
        return 'The body is not valid JSON: expected an object such as {"game": "tictactoe"}.'
    if not names and part == "body":
        as_text = kind == "string_type"
        body, media_type = ("text", "text/plain") if as_text else ("a JSON object", "application/json")
        return f"Invalid body: expected {body}, sent with Content-Type: {media_type}."
    if kind == "missing":
        return f"The field {name} is missing."
    if kind == "extra_forbidden":
        return f"Unknown field {name[:40]}: see the API's description for all fields."
    for pattern, plain in _PLAIN:
        expected = re.sub(pattern, plain, expected)
    return f"Invalid {name}: expected {expected}."
