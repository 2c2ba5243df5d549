"""Boards as text, for terminals, pipes and screen readers."""

from collections.abc import Mapping
from typing import Literal

from noughts.rules.board import Cell, coordinate
from noughts.rules.game import Player
from noughts.rules.position import Position

Style = Literal["tight", "plain", "box", "colour"]
"""``tight`` is as narrow as possible, ``plain`` has dots and letters, ``box`` adds lines, ``colour`` adds colours."""

_COLOURS = {"x": "\x1b[1;34m", "o": "\x1b[1;33m", "line": "\x1b[7m", "dim": "\x1b[2m", "end": "\x1b[0m"}


def board_text(
    position: Position,
    *,
    style: Style = "box",
    last: Cell | None = None,
    marks: Mapping[Cell, str] | None = None,
) -> str:
    """Return a board with its coordinates, layer by layer if it has several.

    The cells of a completed line are in brackets, as in ``[X]``, and the last move is in parentheses, as in ``(O)``. A
    tight board marks these cells with capital letters instead; its other stones are small letters.

    Args:
        position: the position to draw.
        style: how to draw it; see `Style`.
        last: the cell of the last move.
        marks: short texts for empty cells, such as values.
    """
    board = position.game.board
    marks = marks or {}
    line = position.outcome.line if position.outcome else 0
    width = 1 if style == "tight" else max(3, *(len(text) + 2 for text in ["", *marks.values()]))
    layers: dict[tuple[int, ...], list[tuple[tuple[int, ...], Cell]]] = {}
    for cell, point in enumerate(board.points):
        layers.setdefault(point[2:], []).append((point, cell))
    texts = []
    for layer, cells in layers.items():
        at = {(point[0], point[1] if len(point) > 1 else 0): cell for point, cell in cells}
        content = {place: _cell(position, cell, style, line, last, marks, width) for place, cell in at.items()}
        title = f"Layer {''.join(coordinate(axis, x) for axis, x in enumerate(layer, 2))}\n" if layer else ""
        texts.append(title + _grid(position, content, style, width))
    return "\n\n".join(texts)


def _cell(
    position: Position,
    cell: Cell,
    style: Style,
    line: int,
    last: Cell | None,
    marks: Mapping[Cell, str],
    width: int,
) -> str:
    owner = Player.X if position.x >> cell & 1 else Player.O if position.o >> cell & 1 else None
    if owner is None:
        text = "." if style == "tight" else marks.get(cell, ".").center(width)
        return f"{_COLOURS['dim']}{text}{_COLOURS['end']}" if style == "colour" and cell not in marks else text
    letter = str(owner)
    struck = line >> cell & 1
    if style == "tight":
        return letter if struck or cell == last else letter.lower()
    text = f"[{letter}]" if struck else f"({letter})" if cell == last else letter
    text = text.center(width)
    if style == "colour":
        text = f"{_COLOURS[owner.value]}{_COLOURS['line'] if struck else ''}{text}{_COLOURS['end']}"
    return text


def _grid(position: Position, content: Mapping[tuple[int, int], str], style: Style, width: int) -> str:
    shape = position.game.board.shape
    columns, rows = shape[0], shape[1] if len(shape) > 1 else 1
    margin = len(str(rows)) + 2
    spaced = style in ("tight", "plain")
    gap = " " if spaced else "|"
    lines = [" " * margin + " ".join(coordinate(0, column).center(width) for column in range(columns))]
    for row in range(rows):
        cells = gap.join(content.get((column, row), " " * width) for column in range(columns))
        lines.append(str(row + 1).rjust(margin - 1) + " " + cells)
        if not spaced and row < rows - 1:
            lines.append(" " * margin + "+".join("-" * width for _ in range(columns)))
    return "\n".join(text.rstrip() for text in lines)
