"""Draw the value of each position of a game, in bands for X's wins, draws and O's wins.

`noughts.render.history` defines the values and formats the same history as text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from textwrap import wrap

from noughts.explain.scores import WORDS
from noughts.render.characters import breadth, shortened
from noughts.render.history import ValueForX, ValueLike, check_values, given_away, history_text, legend, value_words
from noughts.render.markup import frame, quoted
from noughts.render.theme import Theme
from noughts.rules.record import Record, result_text

_CLOSE = 30  # the distance between moves in a long game
_LONG = 24  # in games with more moves than this, only every second move is numbered
_TOP = 40  # the upper edge of the bands
_BAND = 62  # the height of each band
_BANDS = (("win", "▲ X wins"), ("draw", "■ draw"), ("loss", "▼ O wins"))
_BOTTOM = _TOP + len(_BANDS) * _BAND
_MIDDLE = _TOP + 1.5 * _BAND
_LETTER = 8.5  # the width of a letter of the title
_MARGIN = 14  # the space beside the title and the legend
_CORNERS = {1: "m0 -7l7 12h-14z", 0: "m-5.5 -5.5h11v11h-11z", -1: "m0 7l7 -12h-14z"}
_ESTIMATE = "● estimate"


@dataclass(frozen=True)
class _Layout:
    """The layout dimensions of a picture.

    Attributes:
        left: the x coordinate of the first position.
        right: the space to the right of the last position.
        step: the minimum distance between moves.
        letter: the width of a letter in the name of a move.
        gap: the space between two names.
        labels: the distance of each band's label from the top of the band. The curve of values must not cross a label.
        ticks: the distance of the move numbers below the bands.
        legend_letter: the width of a letter in the legend.
        legend_line: the maximum number of letters in a line of the legend.
        widest: the maximum width to which the picture grows to fit its title.
        compact: whether the picture is for a phone: with larger text, the player above the name of each move, and the
            sign for an estimate in the legend.
    """

    left: int
    right: int
    step: int
    letter: int
    gap: int
    labels: tuple[int, int, int]
    ticks: int
    legend_letter: float
    legend_line: int
    widest: int
    compact: bool


_WIDE = _Layout(
    left=94,
    right=26,
    step=46,
    letter=7,
    gap=20,
    labels=(35, 35, 35),
    ticks=33,
    legend_letter=5.4,
    legend_line=200,
    widest=560,
    compact=False,
)
_NARROW = _Layout(
    left=26,
    right=18,
    step=_CLOSE,
    letter=8,
    gap=8,
    labels=(16, 16, _BAND - 7),
    ticks=50,
    legend_letter=7,
    legend_line=34,
    widest=400,
    compact=True,
)


def history_svg(
    record: Record,
    values: Sequence[ValueLike],
    *,
    moves: Sequence[str] | None = None,
    marks: Sequence[str] | None = None,
    title: str = "",
    narrow: bool = False,
    size: int | None = None,
    theme: Theme = "auto",
) -> str:
    """Return a picture of the history: the value of each move in one of three bands, and the marks of the moves.

    From top to bottom, the bands are X's wins, draws and O's wins. The sooner a win comes, the farther from
    the middle it is drawn. The number beside it counts the moves to the end, including this one.

    Args:
        record: the game.
        values: the value of the first position, and of each move.
        moves: a name for each move. By default, the name of its cell.
        marks: a mark for each move. By default, those of `given_away`.
        title: the title. By default, it says who played and how the game ended. A long title is shortened.
        narrow: whether to draw a narrow picture with larger text, for a phone.
        size: the width in pixels. By default, the natural width.
        theme: the colours; ``auto`` follows the reader's light or dark page.

    Raises:
        NoughtsError: the number of values differs from the number of positions, the size is not positive, or the theme
            is unknown.
    """
    checked = check_values(record, values)
    marks = given_away(record, values) if marks is None else marks
    drawing = _Drawing(record, moves, checked, marks, title, _NARROW if narrow else _WIDE)
    described = "Seen by X. " + history_text(record, values, marks=marks, ascii=True)
    heading = f"Value history: {drawing.title}"
    return frame(drawing.body(), drawing.width, drawing.height, heading, described, size=size, theme=theme)


def history_size(
    record: Record,
    values: Sequence[ValueLike],
    *,
    moves: Sequence[str] | None = None,
    marks: Sequence[str],
    narrow: bool = False,
) -> tuple[int, int]:
    """Return the width and the height of the picture that `history_svg` draws, so that a page can reserve space for it.

    Raises:
        NoughtsError: the number of values differs from the number of positions.
    """
    drawing = _Drawing(record, moves, check_values(record, values), marks, "", _NARROW if narrow else _WIDE)
    return drawing.width, drawing.height


class _Drawing:
    """A chart of how the value of a game changed from move to move.

    The layout is computed in stages: first the legend, then the width, the title, and the points of the curve.
    """

    def __init__(
        self,
        record: Record,
        moves: Sequence[str] | None,
        values: Sequence[ValueForX],
        marks: Sequence[str],
        title: str,
        layout: _Layout,
    ) -> None:
        self._moves = record.move_names if moves is None else moves
        self._record, self._values, self._marks, self._layout = record, values, marks, layout
        self._is_long = len(values) > _LONG
        self._has_estimates = not all(value.exact for value in values)
        self._legend = self._legend_lines()
        self.title = title or _title(record, inf)
        step = self._step()
        self.width = self._width(step)
        letters = (self.width - 2 * _MARGIN) / _LETTER
        self._heading = shortened(title, letters) if title else _title(record, letters)
        longest = max([1, *(value.distance or 0 for value in values)])
        self._points = [(layout.left + step * ply, _height(value, longest)) for ply, value in enumerate(values)]

    @property
    def height(self) -> int:
        """The height of the picture."""
        below = 15 + 16 * len(self._legend) if self._legend else 9
        return _BOTTOM + self._layout.ticks + below

    def body(self) -> str:
        """Return the elements of the picture."""
        body = [f'<text class="n-says" x="{_MARGIN}" y="24">{quoted(self._heading)}</text>', *self._bands()]
        run = "L".join(f"{x:g} {y:.5g}" for x, y in self._points)
        body.append(f'<path class="n-run" d="M{run}"/>')
        for ply in range(len(self._points)):
            body += self._position(ply)
        for row, words in enumerate(self._legend):
            y = _BOTTOM + self._layout.ticks + 21 + 16 * row
            body.append(f'<text class="n-small" x="{_MARGIN}" y="{y}">{words}</text>')
        elements = "".join(body)
        return f'<g class="n-near">{elements}</g>' if self._layout.compact else elements

    # The stages of the layout.

    def _legend_lines(self) -> list[str]:
        entries = [legend(self._values)]
        if self._has_estimates and self._layout.compact:
            entries.append(_ESTIMATE)
        return [line for entry in entries for line in wrap(entry, self._layout.legend_line)]

    def _step(self) -> int:
        """Return the horizontal distance between successive moves on the curve."""
        longest = max([0, *map(len, self._moves)])
        least = _CLOSE if self._is_long else self._layout.step
        return max(least, self._layout.letter * longest + self._layout.gap)

    def _width(self, step: int) -> int:
        """Return a width that is enough for the moves and the legend and, if the layout allows, for the title."""
        layout = self._layout
        moves = layout.left + step * (len(self._values) - 1) + layout.right
        moves += 0 if layout.compact else step // 2
        legend = [round(2 * _MARGIN + layout.legend_letter * len(line)) for line in self._legend]
        title = min(ceil(2 * _MARGIN + _LETTER * breadth(self.title)), layout.widest)
        return max(moves, *legend, title)

    # The elements.

    def _bands(self) -> Iterator[str]:
        """Yield the background bands for X's wins, draws and O's wins, with their labels."""
        left = self._layout.left - 20
        width = self.width - left - min(left, 12)
        for number, (kind, words) in enumerate(_BANDS):
            top = _TOP + number * _BAND
            label = top + self._layout.labels[number]
            yield f'<rect class="n-band n-{kind}" x="{left}" y="{top}" width="{width}" height="{_BAND}"/>'
            yield f'<text class="n-small n-{kind}-text" x="12" y="{label}">{words}</text>'
        if self._has_estimates and not self._layout.compact:
            yield f'<text class="n-small" x="12" y="{_MIDDLE + 20:g}">{_ESTIMATE}</text>'

    def _position(self, ply: int) -> Iterator[str]:
        """Yield the symbol for a position's value, and the mark, name and number of the move before it."""
        (x, y), value = self._points[ply], self._values[ply]
        names = self._move(ply)
        tip = f"{' '.join(names) or 'Start'}: {value_words(value, shape=False)}"
        yield f"<g><title>{tip}</title>{_shape(x, y, value)}</g>"
        if ply and (mark := self._marks[ply - 1]):
            yield self._mark(ply, mark)
        rows = names if self._layout.compact or not names else [" ".join(names)]
        for row, words in enumerate(rows):
            yield f'<text class="n-name" x="{x:g}" y="{_BOTTOM + 18 + 16 * row}">{words}</text>'
        if not self._is_long or ply % 2:
            yield f'<text class="n-tick" x="{x:g}" y="{_BOTTOM + self._layout.ticks}">{ply or "start"}</text>'

    def _move(self, ply: int) -> list[str]:
        """Return the player and the name of the move that led to a position.

        Returns an empty list for the first position.
        """
        return [str(self._record.positions[ply - 1].turn), self._moves[ply - 1]] if ply else []

    def _mark(self, ply: int, mark: str) -> str:
        """Return the mark of a move, drawn above or below the move's point, on the side away from the curve."""
        x, y = self._points[ply]
        is_last = ply + 1 == len(self._points)
        following = y - self._values[ply].score if is_last else self._points[ply + 1][1]
        beside = y + 19 if following < y else y - 8
        return f'<text class="n-mark" x="{x + 10 + 4 * len(mark):g}" y="{beside:.5g}">{quoted(mark)}</text>'


def _height(value: ValueForX, longest: int) -> float:
    """Return the y coordinate at which a value is drawn, given the longest distance to the end of the game."""
    if not value.exact:
        return _MIDDLE - value.score * _BAND * 0.45
    nearness = 0.5 if value.distance is None else 1 - value.distance / longest
    return _MIDDLE - value.result * _BAND * (0.68 + 0.6 * nearness)


def _shape(x: float, y: float, value: ValueForX) -> str:
    """Return the symbol for a value, with the distance to the game's end next to it.

    The distance is above the symbol for a win by X, and below it for a win by O, on the side away from the curve.
    """
    if not value.exact:
        return f'<circle class="n-about-text" cx="{x:g}" cy="{y:.5g}" r="4"/>'
    shape = f'<path class="n-{WORDS[value.result]}-text" d="M{x:g} {y:.5g}{_CORNERS[value.result]}"/>'
    if not value.result or not value.distance:
        return shape
    beside = y - 10 if value.result > 0 else y + 18
    return f'{shape}<text class="n-tick" x="{x:g}" y="{beside:.5g}">{value.distance}</text>'


def _title(record: Record, letters: float) -> str:
    """Say who played and how the game ended. Shorten the names to fit a given number of letters."""
    x, o = (name or player for name, player in zip(record.names, ("X", "O"), strict=True))
    versus, result = " against ", f": {result_text(record)}"
    left = letters - breadth(versus) - breadth(result)
    o = shortened(o, max(left / 2, left - breadth(x)))
    return f"{shortened(x, left - breadth(o))}{versus}{o}{result}"
