"""Split text into characters as a reader would count them, and measure their width.

Source: Unicode Standard Annex #29, *Text Segmentation*, as far as the standard library provides the necessary character
properties.
"""

from unicodedata import category, combining, east_asian_width, normalize

_JOINER, _NON_JOINER = "\u200d", "\u200c"  # characters of zero width

_ASCII = str.maketrans(
    {
        **dict(zip("│├└▲■▼“”–−×", '||`^=v""--x', strict=True)),
        **{"…": "...", "±": "+/-", "≤": "<=", "≥": ">=", "∞": "inf"},
    }
)
"""The special characters of noughts' texts, each with the ASCII characters that replace it."""

_AS_PICTURE = "\ufe0f"
_POP_ISOLATE = "\u2069"


def characters(text: str) -> list[str]:
    """Split text into the characters that a reader sees: a letter with its marks, a family of joined emoji, a flag."""
    clusters: list[str] = []
    for point in text:
        if clusters and _continues(clusters[-1], point):
            clusters[-1] += point
        else:
            clusters.append(point)
    return clusters


def breadth(text: str) -> float:
    """Estimate the width of a text in letters: an ``a`` counts as 1, and an ideogram or an emoji as 2.

    Fonts differ, so the estimate errs on the large side.
    """
    return sum(map(_breadth, characters(text)))


def shortened(text: str, most: float) -> str:
    """Shorten text to a maximum width, measured in letters. Shortened text ends with an ellipsis."""
    if breadth(text) <= most:
        return text
    kept, rest = "", characters(text)
    while rest and breadth(f"{kept}{rest[0]}…") <= most:
        kept += rest.pop(0)
    return f"{kept.rstrip()}…{_POP_ISOLATE * rest.count(_POP_ISOLATE)}"  # close the isolates that were opened


def in_ascii(text: str) -> str:
    """Return a text in ASCII: special characters are replaced, letters lose their accents, and the rest becomes ``?``.

    For example, ``▲ misère −2`` becomes ``^ misere -2``.
    """
    letters = normalize("NFKD", text.translate(_ASCII))
    return "".join(point for point in letters if not combining(point)).encode("ascii", "replace").decode()


def _breadth(character: str) -> float:
    base = normalize("NFD", character[0])[0]
    if category(base) in ("Cf", "Mn", "Me"):
        return 0
    if east_asian_width(base) in "WF" or _AS_PICTURE in character or _is_letter_of_a_flag(base):
        return 2
    broad = base in "mwMW@%…" or not base.isascii()
    return (1.6 if broad else 1) + (0.3 if base.isupper() else 0)


def _continues(before: str, point: str) -> bool:
    """Return whether a code point belongs to the character before it."""
    if category(before[0]) in ("Cc", "Zl", "Zp"):
        return False
    if category(point) in ("Mn", "Me", "Mc") or point in (_JOINER, _NON_JOINER):
        return True
    if _is_skin(point) or _is_tag(point):
        return True
    if before[-1] == _JOINER and _is_picture(before[0]) and _is_picture(point):
        return True
    if "\u1160" <= point <= "\u11ff":  # Korean jamo: vowels and final consonants follow an initial consonant
        return "\u1100" <= before[0] <= "\u115f"
    return len(before) == 1 and _is_letter_of_a_flag(before) and _is_letter_of_a_flag(point)


def _is_picture(point: str) -> bool:
    """Return whether a code point is a pictograph, such as an emoji. Regional indicators are not pictographs."""
    return point != "" and category(point) in ("So", "Sm") and point > "\u2000" and not _is_letter_of_a_flag(point)


def _is_skin(point: str) -> bool:
    """Return whether a code point sets the skin tone of the emoji before it."""
    return "\U0001f3fb" <= point <= "\U0001f3ff"


def _is_tag(point: str) -> bool:
    """Return whether a code point is a tag character. Tag characters spell out the region in some flag emoji."""
    return "\U000e0020" <= point <= "\U000e007f"


def _is_letter_of_a_flag(point: str) -> bool:
    """Return whether a code point is a regional indicator. Two regional indicators make up a country's flag."""
    return "\U0001f1e6" <= point <= "\U0001f1ff"
