"""Names as people write them: of whole characters, as a reader counts them, that leave the words around them alone.

Sources: Unicode Standard Annex #29, *Text Segmentation*, as far as the standard library knows the characters' kinds;
RFC 5892, appendix A, for where joiners belong; Unicode Standard Annex #9, section 6.3, for names in sentences.
"""

import re
from collections.abc import Sequence
from unicodedata import bidirectional, category, combining

LONGEST_NAME = 40
"""Code points: what a reader sees as one character, such as a family, can have more than one."""

_READ = 1_000  # code points of a text that may be a name
_JOINER, _NON_JOINER = "\u200d", "\u200c"
_FLAG_END = "\U000e007f"  # the flag of a region is a black flag, its letters as tags, and an end
_TAGS = re.compile(f"(\U0001f3f4[\U000e0020-\U000e007e]+{_FLAG_END})|[\U000e0020-{_FLAG_END}]")
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


def characters(text: str) -> list[str]:
    """Return what a reader sees as characters: a letter with its marks, a family of joined emoji, a flag."""
    found: list[str] = []
    for point in text:
        if found and _goes_on(found[-1], point):
            found[-1] += point
        else:
            found.append(point)
    return found


def isolated(name: str) -> str:
    """Return a name as it stands in a sentence: between isolates if it is written from right to left.

    It would turn words beside it around otherwise. In HTML elements ``bdi`` do the same.
    """
    turns = any(bidirectional(point) in ("R", "AL", "AN") for point in name)
    return f"{FIRST_ISOLATE}{name}{POP_ISOLATE}" if turns else name


def _goes_on(before: str, point: str) -> bool:
    """Whether a code point belongs to the character that has begun."""
    if category(before[0]) in ("Cc", "Zl", "Zp"):
        return False
    if category(point) in ("Mn", "Me", "Mc") or point in (_JOINER, _NON_JOINER):
        return True
    if _is_skin(point) or _is_tag(point):
        return True
    if before[-1] == _JOINER and _is_picture(before[0]) and _is_picture(point):
        return True
    if "\u1160" <= point <= "\u11ff":  # Korean, written in parts: a vowel or an end follows a beginning
        return "\u1100" <= before[0] <= "\u115f"
    return len(before) == 1 and _is_letter_of_a_flag(before) and _is_letter_of_a_flag(point)


def _shown(character: str) -> str:
    """Return a character, or a space where it, or a part of it, cannot be shown."""
    fits = (point.isprintable() or point in (_JOINER, _NON_JOINER) or _is_tag(point) for point in character)
    return character if all(fits) else " "


def _rightly_joined(text: str) -> str:
    """Return a text without joiners and tags that do nothing: they would be names that differ and look the same."""
    text = _TAGS.sub(lambda found: found[1] or "", text)
    kept: list[str] = []
    for place, point in enumerate(text):
        if point not in (_JOINER, _NON_JOINER) or _joins(kept, point, text[place + 1 : place + 2]):
            kept.append(point)
    return "".join(kept)


def _joins(before: Sequence[str], joiner: str, after: str) -> bool:
    """Whether a joiner has a meaning there: after a virama, between Arabic letters, or within joined emoji."""
    if not before or not after:
        return False
    if combining(before[-1]) == 9 or (bidirectional(before[-1]) == bidirectional(after) == "AL"):
        return after.isalpha()
    base = next((point for point in reversed(before) if category(point)[0] != "M" and not _is_skin(point)), "")
    return joiner == _JOINER and _is_picture(base) and _is_picture(after)


def _is_picture(point: str) -> bool:
    return point != "" and category(point) in ("So", "Sm") and point > "\u2000" and not _is_letter_of_a_flag(point)


def _is_skin(point: str) -> bool:
    return "\U0001f3fb" <= point <= "\U0001f3ff"


def _is_tag(point: str) -> bool:
    return "\U000e0020" <= point <= _FLAG_END


def _is_letter_of_a_flag(point: str) -> bool:
    return "\U0001f1e6" <= point <= "\U0001f1ff"
