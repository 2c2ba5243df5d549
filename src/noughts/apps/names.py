"""Names as people write them: of whole characters, as a reader counts them, that leave the words around them alone.

Sources: RFC 5892, appendix A, for where joiners belong; Unicode Standard Annex #9, section 6.3, for names in sentences.
"""

import re
from collections.abc import Sequence
from unicodedata import bidirectional, category, combining

from noughts.render.characters import FLAG_END, JOINER, NON_JOINER, characters, is_picture, is_skin, is_tag

LONGEST_NAME = 40
"""Code points: what a reader sees as one character, such as a family, can have more than one."""

_READ = 1_000  # code points of a text that may be a name
_TAGS = re.compile(f"(\U0001f3f4[\U000e0020-\U000e007e]+{FLAG_END})|[\U000e0020-{FLAG_END}]")
FIRST_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""Between them stands a name that does not turn the words around it."""


def clean_name(text: str, otherwise: str) -> str:
    """Return a name as it can be shown anywhere: one line, nothing that moves the cursor, not too long."""
    seen = "".join(map(_shown, characters(_rightly_joined(text[:_READ]))))
    name = ""
    for character in characters(" ".join(seen.split())):
        if len(name + character) > LONGEST_NAME:
            break
        name += character
    return name.strip() or otherwise


def isolated(name: str) -> str:
    """Return a name as it stands in a sentence: between isolates if it is written from right to left.

    It would turn words beside it around otherwise. In HTML elements ``bdi`` do the same.
    """
    turns = any(bidirectional(point) in ("R", "AL", "AN") for point in name)
    return f"{FIRST_ISOLATE}{name}{POP_ISOLATE}" if turns else name


def _shown(character: str) -> str:
    """Return a character, or a space where it, or a part of it, cannot be shown."""
    fits = (point.isprintable() or point in (JOINER, NON_JOINER) or is_tag(point) for point in character)
    return character if all(fits) else " "


def _rightly_joined(text: str) -> str:
    """Return a text without joiners and tags that do nothing: they would be names that differ and look the same."""
    text = _TAGS.sub(lambda found: found[1] or "", text)
    kept: list[str] = []
    for place, point in enumerate(text):
        if point not in (JOINER, NON_JOINER) or _joins(kept, point, text[place + 1 : place + 2]):
            kept.append(point)
    return "".join(kept)


def _joins(before: Sequence[str], joiner: str, after: str) -> bool:
    """Whether a joiner has a meaning there: after a virama, between Arabic letters, or within joined emoji."""
    if not before or not after:
        return False
    if combining(before[-1]) == 9 or (bidirectional(before[-1]) == bidirectional(after) == "AL"):
        return after.isalpha()
    base = next((point for point in reversed(before) if category(point)[0] != "M" and not is_skin(point)), "")
    return joiner == JOINER and is_picture(base) and is_picture(after)
