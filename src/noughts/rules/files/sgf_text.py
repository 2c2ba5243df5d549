"""Read and write the text of SGF properties, such as ``BL[12.5]`` or ``TR[aa][bb]``, and escapes in their values.

Source: Arno Hollosi, *SGF File Format FF[4]*, red-bean.com/sgf, sections 2 and 3.
"""

import re
from collections.abc import Iterable

from noughts.rules.errors import NotationError, short_repr

VALUE = r"[^\]\\]*(?:\\.[^\]\\]*)*"
"""The inside of a pair of brackets: up to an unescaped bracket, in a single step of the regular expression."""

KEY = r"[a-z]*[A-Z][A-Za-z]*"
"""The name of a property. Lower-case letters, which FF[1] to FF[3] allow, do not count."""

PROPERTY = rf"{KEY}\s*\[{VALUE}\](?:\s*\[{VALUE}\])*"

BOARD_KEYS = frozenset({"B", "W", "C", "AB", "AW", "AE", "PL"})
"""Properties that noughts keeps as a position, a move or a comment."""

ROOT_KEYS = frozenset({"FF", "GM", "CA", "SZ", "PB", "PW"})
"""Properties of the first node that noughts keeps as the game and the names of the players."""

_PROPERTY = re.compile(PROPERTY, re.DOTALL)
_VALUES = re.compile(rf"\[({VALUE})\]", re.DOTALL)
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")


def key_of(raw: str) -> str:
    """Return the capital letters of a property's name, such as ``B`` for ``Black[aa]``."""
    return "".join(letter for letter in raw.partition("[")[0] if letter.isupper())


def values_of(raw: str) -> list[str]:
    """Return the values of a property as they are written, with their escapes."""
    return _VALUES.findall(raw)


def find(properties: Iterable[str], key: str) -> str:
    """Return the first value of a property as simple text, or an empty string if no property has this name."""
    return next((simple_value(values_of(raw)[0]) for raw in properties if key_of(raw) == key), "")


def expect_property(raw: object, *, root: bool) -> None:
    """Check that a text is a single SGF property, and one that a node can store as it is.

    Raises:
        NotationError: the text is not a property, contains a character that files cannot have, or holds data that
            noughts keeps elsewhere, such as a move or a comment.
    """
    if not isinstance(raw, str) or not _PROPERTY.fullmatch(raw):
        raise NotationError(f"expected a property as SGF writes it, such as 'BL[12.5]', not {short_repr(raw)}")
    if found := _UNWRITABLE.search(raw):
        raise NotationError(f"{short_repr(raw, 20)} contains the character U+{ord(found[0]):04X}: expected text")
    if (key := key_of(raw)) in BOARD_KEYS or (root and key in ROOT_KEYS):
        raise NotationError(f"{key} cannot be kept as a property: the game itself stores this information")


def escaped(text: str) -> str:
    """Escape a text so that it can be the value of an SGF property."""
    return re.sub(r"([\]\\:])", r"\\\1", text)


def unescaped(value: str) -> str:
    """Return a value without its escapes. A backslash disappears together with a line break that follows it."""
    return re.sub(r"\\(\r\n|\n\r|[\s\S])", lambda escape: "" if escape[1][0] in "\r\n" else escape[1], value)


def simple(text: str) -> str:
    """Return a text as one line, in which every line break or run of spaces becomes a single space."""
    return " ".join(text.split())


def simple_value(value: str) -> str:
    """Return the value of an SGF property as one line of text without escapes."""
    return simple(unescaped(value))
