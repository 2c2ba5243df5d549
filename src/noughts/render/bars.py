"""Small bar charts, as text and as SVG.

The axis is linear unless the largest number is more than fifty times the smallest, as is often true of counts of
states. In that case, the axis is logarithmic, and the chart says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, count, pairwise
from math import log10

from noughts.render.markup import frame, quoted
from noughts.render.theme import Theme

_HEIGHT = 24  # the height of a bar with its gap
_LENGTH = 340  # the length of the longest bar
_LETTER = 7.2  # the approximate width of a letter
_FIGURE = 6.2  # the approximate width of a letter on the axis
_LINEAR = 50  # the largest ratio of two numbers on a linear axis
_ONE = 0.2  # the length of the bar for the number 1 on a logarithmic axis, in steps
_STEPS = "Each step to the right is ten times as many."


def bars_text(numbers: Mapping[str, int], *, width: int = 40) -> str:
    """Return a bar chart as text, with an axis below the bars.

    Each line shows a name, its bar and its number.

    Args:
        numbers: the numbers by name, none of them negative.
        width: the length of the longest bar.
    """
    names = max((len(name) for name in numbers), default=0)
    axis = _axis(numbers, width)
    lines = [f"{name:{names}}  {'█' * round(axis.place(n))} {n:,}" for name, n in numbers.items()]
    if not axis.ticks:
        return "\n".join(lines)
    strokes, labels = " " * (names + 2), " " * (names + 2)
    every = axis.every(letter=1)
    for number, tick in enumerate(axis.ticks):
        at = names + 2 + max(round(axis.place(tick)) - 1, 0)  # below the end of a bar of this length
        strokes = strokes.ljust(at) + "|"
        if number % every == 0:
            labels = labels.ljust(at) + _label(tick)
    words = [" " * (names + 2) + _STEPS] if axis.logarithmic else []
    return "\n".join([*lines, strokes, labels, *words])


def bars_svg(numbers: Mapping[str, int], *, title: str = "Numbers compared", theme: Theme = "auto") -> str:
    """Return a bar chart as a picture.

    Args:
        numbers: the numbers by name, none of them negative.
        title: the title.
        theme: the colours; ``auto`` follows the reader's light or dark page.
    """
    names = max((len(name) for name in numbers), default=0) * _LETTER + 24
    axis = _axis(numbers, _LENGTH)
    bottom = 40 + len(numbers) * _HEIGHT
    body = [f'<text class="n-says" x="12" y="24">{quoted(title)}</text>']
    every = axis.every(letter=_FIGURE)
    for number, tick in enumerate(axis.ticks):
        x = names + axis.place(tick)
        body.append(f'<path class="n-tg" d="M{x:.5g} 36V{bottom}"/>')
        if number % every == 0:
            body.append(f'<text class="n-tick" x="{x:.5g}" y="{bottom + 14}">{_label(tick)}</text>')
    for row, (name, n) in enumerate(numbers.items()):
        y, length = 40 + row * _HEIGHT, axis.place(n)
        body.append(f'<text class="n-text" x="12" y="{y + 13}">{quoted(name)}</text>')
        body.append(f'<rect class="n-box n-win" x="{names:g}" y="{y}" width="{length:.4g}" height="17" rx="3"/>')
        blank = f'width="{len(f"{n:,}") * _LETTER + 4:g}" height="17"'  # covers the axis behind the number
        body.append(f'<rect class="n-paper" x="{names + length + 3:.5g}" y="{y}" {blank}/>')
        body.append(f'<text class="n-text" x="{names + length + 6:.5g}" y="{y + 13}">{n:,}</text>')
    if axis.logarithmic:
        body.append(f'<text class="n-small" x="{names:g}" y="{bottom + 32}">{_STEPS}</text>')
    described = "; ".join(f"{name}: {n:,}" for name, n in numbers.items())
    most = max((len(f"{n:,}") for n in numbers.values()), default=0) * _LETTER
    width = max(names + _LENGTH + most, len(title) * _LETTER) + 18
    height = bottom + 8 + 16 * bool(axis.ticks) + 18 * axis.logarithmic
    described = f"{described}. {_STEPS}" if axis.logarithmic else f"{described}."
    return frame("".join(body), round(width), height, title, described, theme=theme)


@dataclass(frozen=True)
class _Axis:
    """A horizontal axis.

    Attributes:
        longest: the length of the largest number's bar.
        most: the largest number.
        logarithmic: whether the axis is logarithmic; otherwise it is linear and begins at 0.
        ticks: the numbers that are marked.
    """

    longest: float
    most: int
    logarithmic: bool
    ticks: tuple[int, ...]

    def place(self, n: int) -> float:
        """Return the distance of a number from the left end of the axis."""
        if not n:
            return 0
        return self.longest * ((log10(n) + _ONE) / (log10(self.most) + _ONE) if self.logarithmic else n / self.most)

    def every(self, letter: float) -> int:
        """Return 1 if there is room to label every tick, 2 if there is room only for every second label, and so on.

        Args:
            letter: the width of a letter.
        """
        for step in chain((1, 2), count(3, 3)):  # label thousands if there is room for only a few
            labelled = self.ticks[::step]
            room = [self.place(b) - self.place(a) for a, b in pairwise(labelled)]
            if all(len(_label(tick)) * letter + 2 * letter <= gap for tick, gap in zip(labelled, room, strict=False)):
                return step
        raise AssertionError("there is always room for one label")


def _axis(numbers: Mapping[str, int], longest: float) -> _Axis:
    most = max(numbers.values(), default=0)
    least = min((n for n in numbers.values() if n), default=0)
    if most > _LINEAR * least:
        return _Axis(longest, most, True, tuple(10**power for power in range(len(str(most)))))
    if not most:
        return _Axis(longest, most, False, ())
    step = next(n * 10**power for power in count() for n in (1, 2, 5) if most <= 5 * n * 10**power)
    return _Axis(longest, most, False, tuple(range(0, most + 1, step)))


def _label(tick: int) -> str:
    """Format a number for the axis, as in ``10,000``, ``5 million`` or ``100 billion``."""
    for size, word in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if tick >= size and tick % size == 0:
            return f"{tick // size:,} {word}"
    return f"{tick:,}"
