"""Characters as a reader counts them, and how much room they take in print.

Source: Unicode Standard Annex #29, *Text Segmentation*, as far as the standard library knows the characters' kinds.
"""

from unicodedata import category, east_asian_width, normalize

JOINER, NON_JOINER = "\u200d", "\u200c"
"""They join what stands beside them, and keep it apart."""

FLAG_END = "\U000e007f"
"""The flag of a region is a black flag, its letters as tags, and this end."""

_AS_PICTURE = "\ufe0f"
_POP_ISOLATE = "\u2069"


def characters(text: str) -> list[str]:
    """Return what a reader sees as characters: a letter with its marks, a family of joined emoji, a flag."""
    found: list[str] = []
    for point in text:
        if found and _goes_on(found[-1], point):
            found[-1] += point
        else:
            found.append(point)
    return found


def breadth(text: str) -> float:
    """Return how broad a text is, in letters: as broad as an ``a`` is 1, an ideogram or a picture 2.

    Fonts differ: it is rather too much than too little.
    """
    return sum(map(_breadth, characters(text)))


def shortened(text: str, most: float) -> str:
    """Return a text no broader than so many letters: where it is, its beginning with an ellipsis."""
    if breadth(text) <= most:
        return text
    kept, seen = "", characters(text)
    while seen and breadth(f"{kept}{seen[0]}…") <= most:
        kept += seen.pop(0)
    return f"{kept.rstrip()}…{_POP_ISOLATE * seen.count(_POP_ISOLATE)}"  # what begins apart ends apart


def _breadth(character: str) -> float:
    base = normalize("NFD", character[0])[0]
    if category(base) in ("Cf", "Mn", "Me"):
        return 0
    if east_asian_width(base) in "WF" or _AS_PICTURE in character or is_letter_of_a_flag(base):
        return 2
    broad = base in "mwMW@%…" or not base.isascii()
    return (1.6 if broad else 1) + (0.3 if base.isupper() else 0)


def _goes_on(before: str, point: str) -> bool:
    """Whether a code point belongs to the character that has begun."""
    if category(before[0]) in ("Cc", "Zl", "Zp"):
        return False
    if category(point) in ("Mn", "Me", "Mc") or point in (JOINER, NON_JOINER):
        return True
    if is_skin(point) or is_tag(point):
        return True
    if before[-1] == JOINER and is_picture(before[0]) and is_picture(point):
        return True
    if "\u1160" <= point <= "\u11ff":  # Korean, written in parts: a vowel or an end follows a beginning
        return "\u1100" <= before[0] <= "\u115f"
    return len(before) == 1 and is_letter_of_a_flag(before) and is_letter_of_a_flag(point)


def is_picture(point: str) -> bool:
    """Whether a code point is a picture, such as an emoji, and no letter of a flag."""
    return point != "" and category(point) in ("So", "Sm") and point > "\u2000" and not is_letter_of_a_flag(point)


def is_skin(point: str) -> bool:
    """Whether a code point says of what colour the skin in the picture before it is."""
    return "\U0001f3fb" <= point <= "\U0001f3ff"


def is_tag(point: str) -> bool:
    """Whether a code point says of which region the flag before it is."""
    return "\U000e0020" <= point <= FLAG_END


def is_letter_of_a_flag(point: str) -> bool:
    """Whether a code point is one of the two that make a country's flag."""
    return "\U0001f1e6" <= point <= "\U0001f1ff"
