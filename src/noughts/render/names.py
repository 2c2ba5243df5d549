"""Clean up names that people type, so that the names can be shown safely in any text.

Sources: RFC 5892, appendix A, for the use of joiners; Unicode Standard Annex #9, section 6.3, for names in sentences.
"""

import re
from collections.abc import Sequence
from unicodedata import bidirectional, category, combining

from noughts.render.characters import FLAG_END, JOINER, NON_JOINER, characters, is_picture, is_skin, is_tag

LONGEST_NAME = 40
"""The longest name in code points. A visible character, such as a family emoji, can have several."""

_READ = 1_000  # the maximum number of code points read from a text
_TAGS = re.compile(f"(\U0001f3f4[\U000e0020-\U000e007e]+{FLAG_END})|[\U000e0020-{FLAG_END}]")
FIRST_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""The isolates around a right-to-left name, which keep it from reordering the words next to it."""


def clean_name(text: str, otherwise: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as a single line of limited length without control characters."""
    seen = "".join(map(_shown, characters(_rightly_joined(text[:_READ]))))
    name = ""
    for character in characters(" ".join(seen.split())):
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


def _shown(character: str) -> str:
    """Return a character, or a space if it contains a code point that cannot be printed."""
    fits = (point.isprintable() or point in (JOINER, NON_JOINER) or is_tag(point) for point in character)
    return character if all(fits) else " "


def _rightly_joined(text: str) -> str:
    """Remove joiners and tags that have no visible effect, so that different names cannot look the same."""
    text = _TAGS.sub(lambda match: match[1] or "", text)
    kept: list[str] = []
    for place, point in enumerate(text):
        if point not in (JOINER, NON_JOINER) or _joins(kept, point, text[place + 1 : place + 2]):
            kept.append(point)
    return "".join(kept)


def _joins(before: Sequence[str], joiner: str, after: str) -> bool:
    """Return whether a zero-width joiner affects how the text is displayed.

    It does after a virama, between Arabic letters, and within emoji.
    """
    if not before or not after:
        return False
    if combining(before[-1]) == 9 or (bidirectional(before[-1]) == bidirectional(after) == "AL"):
        return after.isalpha()
    base = next((point for point in reversed(before) if category(point)[0] != "M" and not is_skin(point)), "")
    return joiner == JOINER and is_picture(base) and is_picture(after)
