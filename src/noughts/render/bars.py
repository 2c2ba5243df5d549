"""Numbers side by side as bars, as text and as SVG: for counts that differ a thousandfold, by their logarithm."""

from collections.abc import Mapping
from math import log10

from noughts.render.markup import frame, quoted
from noughts.render.theme import Theme

_HEIGHT = 24  # of a bar with its gap
_LENGTH = 340  # of the longest bar
_LETTER = 7.2  # the width of a letter, about


def bars_text(numbers: Mapping[str, int], *, width: int = 40) -> str:
    """Return a line for each number: its name, a bar, and the number. Ten times as much is a fixed step longer.

    Args:
        numbers: the numbers by their names, none of them negative.
        width: the length of the longest bar.
    """
    names = max((len(name) for name in numbers), default=0)
    lengths = _lengths(numbers, width)
    lines = [f"{name:{names}}  {'█' * round(lengths[name])} {number:,}" for name, number in numbers.items()]
    return "\n".join(lines)


def bars_svg(numbers: Mapping[str, int], *, title: str = "Numbers compared", theme: Theme = "auto") -> str:
    """Return the same as a picture.

    Args:
        numbers: the numbers by their names, none of them negative.
        title: what they are.
        theme: auto follows the reader's light or dark page.
    """
    names = max((len(name) for name in numbers), default=0) * _LETTER + 24
    lengths = _lengths(numbers, _LENGTH)
    body = [f'<text class="n-says" x="12" y="24">{quoted(title)}</text>']
    for row, (name, number) in enumerate(numbers.items()):
        y = 40 + row * _HEIGHT
        body.append(f'<text class="n-text" x="12" y="{y + 13}">{quoted(name)}</text>')
        body.append(f'<rect class="n-box n-win" x="{names:g}" y="{y}" width="{lengths[name]:.4g}" height="17" rx="3"/>')
        body.append(f'<text class="n-text" x="{names + lengths[name] + 6:.5g}" y="{y + 13}">{number:,}</text>')
    described = "; ".join(f"{name}: {number:,}" for name, number in numbers.items())
    most = max((len(f"{number:,}") for number in numbers.values()), default=0) * _LETTER
    width = max(names + _LENGTH + most, len(title) * _LETTER) + 18
    height = 48 + len(numbers) * _HEIGHT
    return frame(
        "".join(body), round(width), height, title, f"{described}. Longer by a step is ten times.", theme=theme
    )


def _lengths(numbers: Mapping[str, int], longest: float) -> dict[str, float]:
    """Return the length of each bar: 0 has none, 1 a short one, the greatest the longest."""
    most = max(numbers.values(), default=0)
    return {name: longest * (log10(n) + 0.2) / (log10(most) + 0.2) if n else 0 for name, n in numbers.items()}
