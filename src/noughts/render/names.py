"""Clean up names that people type, so that the names can be shown safely in any text.

Source: Unicode Standard Annex #9, section 6.3, for names in sentences.
"""

from unicodedata import bidirectional, category

from noughts.render.characters import characters

LONGEST_NAME = 40
"""The longest name in code points. A visible character, such as a letter with marks, can have several."""

_READ = 1_000  # the maximum number of code points read from a text
FIRST_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""The isolates around a right-to-left name, which keep it from reordering the words next to it."""


def clean_name(text: str, otherwise: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as a single line of limited length.

    Invisible format characters are removed, so that different names do not look the same. Other characters that cannot
    be printed become spaces.
    """
    visible = (point if point.isprintable() else " " for point in text[:_READ] if category(point) != "Cf")
    name = ""
    for character in characters(" ".join("".join(visible).split())):
        if len(name + character) > longest:
            break
        name += character
    return name.strip() or otherwise


def printable(text: str) -> str:
    """Return a text with a space for each character that could change a terminal. Line ends stay."""
    return "".join(point if point.isprintable() or point == "\n" else " " for point in text)


def isolated(name: str) -> str:
    """Return a name for use in a sentence, wrapped in isolate characters if it contains right-to-left text.

    Without isolates, such a name could reorder the words next to it. In HTML, the element ``bdi`` does the same.
    """
    turns = any(bidirectional(point) in ("R", "AL", "AN") for point in name)
    return f"{FIRST_ISOLATE}{name}{POP_ISOLATE}" if turns else name
