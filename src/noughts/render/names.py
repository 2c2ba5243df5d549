"""Clean up names that people type, so that the names can be shown safely in any text.

Source: Unicode Standard Annex #9, section 6.3, for names in sentences.
"""

from collections.abc import Iterator
from unicodedata import bidirectional, category, normalize

from noughts.render.characters import characters

LONGEST_NAME = 40
"""The longest name in code points. A visible character, such as a letter with marks, can have several."""

_READ = 1_000  # the maximum number of code points read from a text
_MOST_MARKS = 4  # marks on a letter: enough for any language, but too few for a tower over the next lines
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")  # no format characters
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))  # choose how a character looks
FIRST_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""The isolates around a right-to-left name, which keep it from reordering the words next to it."""


def clean_name(text: str, otherwise: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as a single line of limited length.

    Invisible characters are removed, so that different names do not look the same. Other characters that cannot be
    printed become spaces. Each character keeps at most four combining marks.
    """
    name = ""
    for character in characters(" ".join("".join(_visible(text[:_READ])).split())):
        if len(name + character) > longest:
            break
        name += character
    return name.strip() or otherwise


def _visible(text: str) -> Iterator[str]:
    """Yield the visible code points of a name."""
    room = 0  # for marks
    for point in text:
        kind = category(point)
        if kind == "Cf" or point in _BLANK:
            continue
        if kind in ("Mn", "Me"):
            if room:
                yield point
            room = max(0, room - 1)
        else:
            room = _MOST_MARKS if kind[0] in "LMNPS" else 0
            yield point if point.isprintable() else " "


def alike(name: str) -> str:
    """Return a key that is the same for names that look the same, such as ``Ada`` and ``ＡＤＡ``.

    Similar letters of different scripts stay different.
    """
    plain = "".join(point for point in name if point not in _SELECTORS)
    return normalize("NFKC", normalize("NFKC", plain).casefold())


def printable(text: str) -> str:
    """Replace each character that could control a terminal with a space. Line ends stay."""
    return "".join(point if point.isprintable() or point == "\n" else " " for point in text)


def isolated(name: str) -> str:
    """Return a name for use in a sentence, wrapped in isolate characters if it contains right-to-left text.

    Without isolates, such a name could reorder the words next to it. In HTML, the element ``bdi`` does the same.
    """
    turns = any(bidirectional(point) in ("R", "AL", "AN") for point in name)
    return f"{FIRST_ISOLATE}{name}{POP_ISOLATE}" if turns else name
