"""How the value of a game changed from move to move, as a picture and as text: who was winning, who gave it away."""

from collections.abc import Sequence
from math import ceil, inf
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from noughts.explain.scores import SHAPES, sign, signed
from noughts.render.characters import breadth, shortened
from noughts.render.markup import frame, quoted
from noughts.render.theme import Theme
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Score
from noughts.rules.record import Record, result_text

_STEP, _CLOSE = 46, 30  # from move to move; in a long game, or where there is little room
_LONG = 24  # moves
_TOP = 40
_BAND = 62  # the height of each band: X wins, draw, O wins
_LETTER = 8.5  # the breadth of a letter of the title
_LEGEND = "The number at a win counts the moves still to come."


class Value(NamedTuple):
    """What a position is worth, seen by X, whoever is to move.

    Attributes:
        score: the score.
        distance: plies to the end of the game in best play; None where it is not known.
        exact: whether the score is proven; otherwise it is an estimate between -1 and +1.
    """

    score: Score
    distance: int | None = None
    exact: bool = True


class _Room(NamedTuple):
    """How a picture is laid out.

    Attributes:
        left: where the first position stands.
        right: the room beside the last one.
        step, letter, apart: from move to move; a letter of a move's name; the room between names.
        labels: where in each band it says what it means, from its top; in the picture the run must not meet them.
        ticks: how far below the bands the numbers of the moves stand.
        small, line: a letter of the legend, and how many there are in a line.
        widest: how far the picture is widened for its title.
    """

    left: int
    right: int
    step: int
    letter: int
    apart: int
    labels: tuple[int, int, int]
    ticks: int
    small: float
    line: int
    widest: int


_WIDE = _Room(94, 26, _STEP, 7, 20, (35, 35, 35), 33, 5.4, 200, 560)
_NARROW = _Room(26, 18, _CLOSE, 8, 8, (16, 16, _BAND - 7), 50, 7, 34, 400)

ValueLike: TypeAlias = Value | tuple[Score, int | None, bool]


def given_away(record: Record, values: Sequence[ValueLike]) -> tuple[str, ...]:
    """Return for each move ``?`` if it gave a win or a draw away, ``??`` if a win became a loss, else nothing.

    Args:
        record: the game.
        values: the value of each of its positions, the first included.

    Raises:
        NoughtsError: there are not as many values as positions.
    """
    return tuple(_mark(record, worth, ply) for worth in [_check(record, values)] for ply in range(len(record.moves)))


def history_text(
    record: Record, values: Sequence[ValueLike], *, marks: Sequence[str] | None = None, ascii: bool = False
) -> str:
    """Return the history a move a line: number, player, move, mark, and what the move is worth; below, a legend.

    The number counts the moves still to come, as everything does that is said of a position.

    Args:
        record: the game.
        values: the value of each of its positions, the first included.
        marks: a mark for each move, instead of those of `given_away`.
        ascii: words only, no shapes.

    Raises:
        NoughtsError: there are not as many values as positions.
    """
    worth = _check(record, values)
    marks = given_away(record, values) if marks is None else marks
    digits = len(str(len(record.moves)))
    names = max([5, *(len(name) for name in record.move_names)])
    lines = [f"{'':{digits}}    {'start':<{names}}     {value_words(worth[0], shape=not ascii)}"]
    for ply, (name, mark, value) in enumerate(zip(record.move_names, marks, worth[1:], strict=True)):
        words = value_words(value, shape=not ascii)
        lines.append(f"{ply + 1:>{digits}}. {record.positions[ply].turn} {name:<{names}} {mark:<2}  {words}")
    return "\n".join(filter(None, [*lines, legend(worth)]))


def legend(values: Sequence[ValueLike]) -> str:
    """Return what the number beside a value means, in a sentence; nothing where there is none."""
    worth = [Value(*value) for value in values]
    return _LEGEND if any(value.exact and value.distance and sign(value.score) for value in worth) else ""


def history_svg(
    record: Record,
    values: Sequence[ValueLike],
    *,
    marks: Sequence[str] | None = None,
    title: str = "",
    narrow: bool = False,
    size: int | None = None,
    theme: Theme = "auto",
) -> str:
    """Return a picture of the history: each position's value in its band, higher for X; ``?`` where it was given away.

    A win is drawn the further out the sooner it comes. The number beside it counts the moves still to come.

    Args:
        record: the game.
        values: the value of each of its positions, the first included.
        marks: a mark for each move, instead of those of `given_away`.
        title: what the picture is called; otherwise the names and how the game ended. What is too long is shortened.
        narrow: draw it closer together, with larger print, as for a phone.
        size: the width in pixels; the picture's own otherwise.
        theme: auto follows the reader's light or dark page.

    Raises:
        NoughtsError: there are not as many values as positions, or a size or theme is none.
    """
    worth = _check(record, values)
    marks = given_away(record, values) if marks is None else marks
    long, room = len(worth) > _LONG, _NARROW if narrow else _WIDE
    step = max(_CLOSE if long else room.step, room.letter * max([0, *map(len, record.move_names)]) + room.apart)
    says = [words] if (words := legend(worth)) else []
    if narrow and not all(value.exact for value in worth):
        says.append("● estimate")
    says = [line for words in says for line in wrap(words, room.line)]
    width = room.left + step * (len(worth) - 1) + room.right + (0 if narrow else step // 2)
    width = max(width, *(round(28 + room.small * len(line)) for line in says), 0)
    full = title or _title(record, inf)
    width = max(width, min(ceil(28 + _LETTER * breadth(full)), room.widest))
    fits = (width - 28) / _LETTER
    shown = shortened(title, fits) if title else _title(record, fits)
    bottom = _TOP + 3 * _BAND
    longest = max([1, *(value.distance or 0 for value in worth)])
    body, edge = [f'<text class="n-says" x="14" y="24">{quoted(shown)}</text>'], room.left - 20
    across = width - edge - min(edge, 12)
    for number, (kind, words) in enumerate((("win", "▲ X wins"), ("draw", "■ draw"), ("loss", "▼ O wins"))):
        top = _TOP + number * _BAND
        body.append(f'<rect class="n-band n-{kind}" x="{edge}" y="{top}" width="{across}" height="{_BAND}"/>')
        body.append(f'<text class="n-small n-{kind}-text" x="12" y="{top + room.labels[number]}">{words}</text>')
    if not narrow and not all(value.exact for value in worth):
        body.append(f'<text class="n-small" x="12" y="{_TOP + 1.5 * _BAND + 20:g}">● estimate</text>')
    points = [(room.left + step * ply, _height(value, longest)) for ply, value in enumerate(worth)]
    body.append(f'<path class="n-run" d="M{"L".join(f"{x:g} {y:.5g}" for x, y in points)}"/>')
    for ply, ((x, y), value) in enumerate(zip(points, worth, strict=True)):
        made = f"{record.positions[ply - 1].turn} {record.move_names[ply - 1]}" if ply else ""
        tip = f"{made or 'Start'}: {value_words(value, shape=False)}"
        body.append(f"<g><title>{tip}</title>{_point(x, y, value)}</g>")
        if ply and (mark := marks[ply - 1]):
            onward = points[ply + 1][1] if ply + 1 < len(points) else y - value.score
            beside = y + 19 if onward < y else y - 8  # not where the run goes on
            body.append(f'<text class="n-mark" x="{x + 10 + 4 * len(mark):g}" y="{beside:.5g}">{quoted(mark)}</text>')
        rows = made.split(" ", 1) if narrow and made else [made]
        for row, words in enumerate(filter(None, rows)):
            body.append(f'<text class="n-name" x="{x:g}" y="{bottom + 18 + 16 * row}">{words}</text>')
        if not long or ply % 2:
            body.append(f'<text class="n-tick" x="{x:g}" y="{bottom + room.ticks}">{ply or "start"}</text>')
    for row, words in enumerate(says):
        body.append(f'<text class="n-small" x="14" y="{bottom + room.ticks + 21 + 16 * row}">{words}</text>')
    described = "Seen by X. " + history_text(record, values, marks=marks, ascii=True)
    height = bottom + room.ticks + (15 + 16 * len(says) if says else 9)
    drawn = f'<g class="n-near">{"".join(body)}</g>' if narrow else "".join(body)
    return frame(drawn, width, height, f"Value history: {full}", described, size=size, theme=theme)


def value_words(value: Value, *, shape: bool = True) -> str:
    """Return who wins and when: ``▲ X wins in 3``, ``■ draw``, ``▼ O has won``, ``~ +0.31 for X``."""
    if not value.exact:
        return f"{'~' if shape else 'about'} {signed(value.score, '+.2f')} for X"
    way = sign(value.score)
    winner = {1: "X", 0: "", -1: "O"}[way]
    if not winner:
        words = "draw"
    elif value.distance == 0:
        words = f"{winner} has won"
    else:
        words = f"{winner} wins" + ("" if value.distance is None else f" in {value.distance}")
    return f"{SHAPES[way]} {words}" if shape else words


def _check(record: Record, values: Sequence[ValueLike]) -> list[Value]:
    if len(values) != len(record.positions):
        raise NoughtsError(f"a game of {len(record.moves)} moves has {len(record.positions)} values, not {len(values)}")
    return [Value(*value) for value in values]


def _mark(record: Record, worth: Sequence[Value], ply: int) -> str:
    before, after = worth[ply], worth[ply + 1]
    if not (before.exact and after.exact):
        return ""
    lost = sign(before.score) - sign(after.score)
    return "?" * max(lost if record.positions[ply].turn is Player.X else -lost, 0)


def _height(value: Value, longest: int) -> float:
    """Return how far down a value is drawn."""
    middle = _TOP + 1.5 * _BAND
    way = sign(value.score, value.exact)
    if not way:
        return middle - (0 if value.exact else value.score * _BAND * 0.45)
    near = 1 - (value.distance or 0) / longest if value.distance is not None else 0.5
    return middle - way * _BAND * (0.68 + 0.6 * near)


def _point(x: float, y: float, value: Value) -> str:
    """Return the shape of a value, with its distance: above a win and below a loss, where the run is not."""
    way = sign(value.score, value.exact)
    if not value.exact:
        return f'<circle class="n-about-text" cx="{x:g}" cy="{y:.5g}" r="4"/>'
    kind = {1: "win", 0: "draw", -1: "loss"}[way]
    corners = {1: "m0 -7l7 12h-14z", 0: "m-5.5 -5.5h11v11h-11z", -1: "m0 7l7 -12h-14z"}[way]
    drawn = f'<path class="n-{kind}-text" d="M{x:g} {y:.5g}{corners}"/>'
    if way and value.distance:
        drawn += f'<text class="n-tick" x="{x:g}" y="{y + (-10 if way > 0 else 18):.5g}">{value.distance}</text>'
    return drawn


def _title(record: Record, most: float) -> str:
    """Return who played and how it ended, no broader than so many letters: where it is, with names shortened."""
    x, o = (name or player for name, player in zip(record.names, ("X", "O"), strict=True))
    versus, ended = " against ", f": {result_text(record.position)}"
    left = most - breadth(versus) - breadth(ended)
    o = shortened(o, max(left / 2, left - breadth(x)))
    return f"{shortened(x, left - breadth(o))}{versus}{o}{ended}"
