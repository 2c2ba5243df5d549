"""Read fields of a form or a URL."""

from collections.abc import Mapping

from noughts.rules.errors import NotationError


def position_field(fields: Mapping[str, str]) -> str:
    """Return the text of the position field as typed, or an empty string. Spaces are kept, because a space can stand
    for an empty cell.

    Analyse calls the field ``start``, because moves may follow. Explore, the JSON API and the terminal call it
    ``position``. Every page reads both names and writes its usual one.

    Raises:
        NotationError: both fields are present, and they differ.
    """
    start, position = (text if (text := fields.get(name, "")).strip() else "" for name in ("start", "position"))
    if start and position and start.strip() != position.strip():
        raise NotationError("start and position are two names of one field: expected only one of them")
    return start or position


def game_field(fields: Mapping[str, str]) -> str:
    """Return the name of the game from the field ``custom``, or else from ``game``, or else an empty string.

    A person types a name in ``custom`` and chooses a name in ``game``.

    Without scripts, typing a name does not choose “another …” in the list of games.
    """
    chosen = fields.get("game", "").strip()
    return fields.get("custom", "").strip() or (chosen if chosen != "custom" else "")


def whole_number(name: str, text: str, most: int, *, least: int = 0) -> int:
    """Parse a field as a whole number from `least` to `most`, or raise NotationError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
        raise NotationError(f"invalid {name} {text[:20]!r}: expected a whole number from {least} to {most:,}")
    return int(text)
