"""Fields of an address that have two names, or stand for one another."""

from collections.abc import Mapping

from noughts.rules.errors import NotationError


def position_field(fields: Mapping[str, str]) -> str:
    """Return the field of a position as it was typed, as a blank may be an empty cell; nothing where there is none.

    Analyse calls it ``start``, as moves may follow; Explore, the JSON API and the terminal call it ``position``.
    Whichever of the two is typed is read on both pages; each writes only its own.

    Raises:
        NotationError: there are both, and they differ.
    """
    start, position = (text if (text := fields.get(name, "")).strip() else "" for name in ("start", "position"))
    if start and position and start.strip() != position.strip():
        raise NotationError("start and position are two names of one field: expected only one of them")
    return start or position


def game_field(fields: Mapping[str, str]) -> str:
    """Return the name of the game: what was typed as ``custom``, else what was chosen; nothing where there is neither.

    Without scripts nothing chooses “another …” for who types one.
    """
    chosen = fields.get("game", "").strip()
    return fields.get("custom", "").strip() or (chosen if chosen != "custom" else "")
