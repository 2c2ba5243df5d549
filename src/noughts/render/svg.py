"""Boards as SVG: a pure function from a position to a picture, readable in grey, in the dark, and read aloud."""

from collections.abc import Mapping
from html import escape

from noughts.render.scores import value_words
from noughts.rules.board import Cell, coordinate, members
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.solve.analysis import Analysis

_CELL = 72
_EDGE = 26  # for the coordinates
_GAP = 34  # between layers

STYLE = """\
.n-paper{fill:#fff}.n-cell{fill:#fff;stroke:#b9b9b2}.n-last{fill:#f6edb8}
.n-x,.n-o,.n-line{fill:none;stroke:#1c1d1f;stroke-width:6;stroke-linecap:round}
.n-line{stroke:#6b3fa0;stroke-width:8;opacity:.75}
.n-name{fill:#5d5e63;font:12px system-ui,sans-serif;text-anchor:middle}
.n-value{font:600 13px system-ui,sans-serif;text-anchor:middle}
.n-more{font:11px system-ui,sans-serif;text-anchor:middle}
.n-win{fill:#d9ebf9}.n-draw{fill:#e9e9e5}.n-loss{fill:#fde4d3}.n-about{fill:none}
.n-win-text{fill:#07508f}.n-draw-text{fill:#3c3d41}.n-loss-text{fill:#8f3d08}.n-about-text{fill:#5d5e63}
@media(prefers-color-scheme:dark){.n-paper,.n-cell{fill:#1c1d20}.n-cell{stroke:#55565c}.n-last{fill:#524a12}
.n-x,.n-o{stroke:#f2f2ee}.n-line{stroke:#c8a5f5}.n-name,.n-about-text{fill:#a9aab0}
.n-win{fill:#143350}.n-draw{fill:#33343a}.n-loss{fill:#4d2710}
.n-win-text{fill:#8cc8fb}.n-draw-text{fill:#dcdcd8}.n-loss-text{fill:#ffb185}}
"""


def board_svg(
    position: Position,
    *,
    last: Cell | None = None,
    analysis: Analysis | None = None,
    caption: str = "",
) -> str:
    """Return a picture of the board, layer beside layer in space, as one SVG element.

    Args:
        position: the position to draw; the line that ended it is struck through.
        last: the cell of the last move, which gets another ground.
        analysis: writes what each move is worth on its cell, as shape, word and number; on a draw, how many
            replies lose.
        caption: a line of text below the board.
    """
    board = position.game.board
    columns, rows = board.shape[0], board.shape[1] if len(board.shape) > 1 else 1
    layers = list(dict.fromkeys(point[2:] for point in board.points))
    width = len(layers) * (columns * _CELL + _EDGE) + (len(layers) - 1) * _GAP + _EDGE
    height = rows * _CELL + _EDGE + _EDGE
    places = {}
    for cell, point in enumerate(board.points):
        left = _EDGE + layers.index(point[2:]) * (columns * _CELL + _EDGE + _GAP)
        places[cell] = left + point[0] * _CELL, _EDGE + (point[1] if len(point) > 1 else 0) * _CELL
    body = [_axes(places[0], columns, rows, left * (columns * _CELL + _EDGE + _GAP)) for left in range(len(layers))]
    values = {move.move: move for move in analysis.moves} if analysis else {}
    for cell, (x, y) in places.items():
        kind = "n-cell n-last" if cell == last else "n-cell"
        body.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>')
        if position.x >> cell & 1:
            a, b, c, d = x + 20, y + 20, x + _CELL - 20, y + _CELL - 20
            body.append(f'<path class="n-x" d="M{a} {b}L{c} {d}M{c} {b}L{a} {d}"/>')
        elif position.o >> cell & 1:
            body.append(f'<circle class="n-o" cx="{x + _CELL / 2:g}" cy="{y + _CELL / 2:g}" r="17"/>')
        elif cell in values:
            value = values[cell]
            words = value_words(value.score, value.distance, exact=value.exact)
            traps = f" {value.losing} of {value.replies} lose" if value.losing and words.endswith("draw") else ""
            body.append(_value(x, y, words + traps))
    if position.outcome and position.outcome.line:
        body.append(_strike([places[cell] for cell in members(position.outcome.line)]))
    if caption:
        body.append(f'<text class="n-name" x="{width / 2:g}" y="{height - 7}">{escape(caption)}</text>')
    title = f"{position.game.name}: {_state(position)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img"><title>{escape(title)}</title><desc>{escape(_description(position, values))}</desc>'
        f'<style>{STYLE}</style><rect class="n-paper" width="{width}" height="{height}" rx="8"/>{"".join(body)}</svg>'
    )


def _axes(origin: tuple[int, int], columns: int, rows: int, shift: int) -> str:
    x, y = origin[0] + shift, origin[1]
    texts = [
        f'<text class="n-name" x="{x + c * _CELL + _CELL // 2}" y="{y - 9}">{coordinate(0, c)}</text>'
        for c in range(columns)
    ]
    texts += [
        f'<text class="n-name" x="{x - 12}" y="{y + r * _CELL + _CELL // 2 + 4}">{coordinate(1, r)}</text>'
        for r in range(rows)
    ]
    return "".join(texts)


def _value(x: int, y: int, words: str) -> str:
    shape, word, *more = words.split(" ")
    kind = word if word in ("win", "draw", "loss") else "about"
    middle = x + _CELL // 2
    lines = [f'<rect class="n-{kind}" x="{x + 6}" y="{y + 15}" width="{_CELL - 12}" height="42" rx="8"/>']
    lines.append(
        f'<text class="n-value n-{kind}-text" x="{middle}" y="{y + (33 if more else 41)}">{shape} {word}</text>'
    )
    if more:
        lines.append(f'<text class="n-more n-{kind}-text" x="{middle}" y="{y + 50}">{" ".join(more)}</text>')
    return "".join(lines)


def _strike(corners: list[tuple[int, int]]) -> str:
    (a, b), (c, d) = corners[0], corners[-1]
    half = _CELL // 2
    return f'<path class="n-line" d="M{a + half} {b + half}L{c + half} {d + half}"/>'


def _state(position: Position) -> str:
    return result_text(position) if position.is_over else f"{position.turn} to move"


def _description(position: Position, values: Mapping[Cell, object]) -> str:
    """Return the board in words, cell by cell, for those who hear it."""
    names = position.game.board.names
    parts = []
    for owner, stones in (("X", position.x), ("O", position.o)):
        cells = ", ".join(names[cell] for cell in members(stones))
        parts.append(f"{owner} on {cells or 'no cell'}.")
    return " ".join(parts)
