"""Boards as text, for terminals, pipes and screen readers."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from noughts.rules.board import Cell, coordinate
from noughts.rules.game import Player
from noughts.rules.position import Position

BoardStyle = Literal["tight", "plain", "box"]
"""``tight`` is as narrow as possible, ``plain`` has dots and letters, ``box`` adds lines."""

_ROOMY: tuple[BoardStyle, ...] = ("box", "plain")
_TIGHT: tuple[BoardStyle, Mapping[Cell, str]] = ("tight", {})
_USUAL_COLUMNS = 80
_GAP = "  "  # the space between layers
_COLOURS = {"x": "\x1b[1;34m", "o": "\x1b[1;33m", "line": "\x1b[7m", "dim": "\x1b[2m", "end": "\x1b[0m"}


class Room(NamedTuple):
    """The space on a screen.

    Attributes:
        columns: the number of characters in a line.
        lines: the number of lines, or None if it does not matter.
    """

    columns: int
    lines: int | None = None


class _Layer(NamedTuple):
    """A layer of a board as text.

    Attributes:
        lines: the lines, which can end with spaces.
        width: the number of columns.
    """

    lines: tuple[str, ...]
    width: int


def board_text(
    position: Position,
    *,
    style: BoardStyle = "box",
    colour: bool = False,
    last: Cell | None = None,
    marks: Mapping[Cell, str] | None = None,
    short_marks: Mapping[Cell, str] | None = None,
    room: Room | None = None,
) -> str:
    """Return a board with its coordinates. The layers of a board are side by side if there is room.

    The cells of a completed line are in brackets, as in ``[X]``, and the last move is in parentheses, as in ``(O)``. A
    tight board marks these cells with capital letters instead; its other stones are small letters.

    Args:
        position: the position to draw.
        style: how to draw it; see `Style`.
        colour: whether to use the colours of a terminal.
        last: the cell of the last move.
        marks: short texts for empty cells, such as values. A tight board leaves them out.
        short_marks: still shorter texts, for a board that does not fit otherwise.
        room: the space for the board. If it does not fit, a more compact style is used. By default, the style is kept,
            and only layers that do not fit into 80 columns side by side are drawn below one another.
    """
    if room is None:
        return _drawn(position, style, colour, last, marks or {}, _USUAL_COLUMNS)[0]
    roomy = [each for each in _ROOMY if style == each or style == "box"]
    texts = [marks or {}, short_marks] if short_marks else [marks or {}]
    choices: list[tuple[BoardStyle, Mapping[Cell, str]]] = [(each, text) for text in texts for each in roomy]
    drawings = [_drawn(position, each, colour, last, text, room.columns) for each, text in (*choices, _TIGHT)]
    most = room.lines or max(lines for _, _, lines in drawings)
    fitting = (text for text, width, lines in drawings if width <= room.columns and lines <= most)
    return next(fitting, min(drawings, key=lambda drawn: (drawn[1] > room.columns, drawn[2]))[0])


def _drawn(
    position: Position, style: BoardStyle, colour: bool, last: Cell | None, marks: Mapping[Cell, str], columns: int
) -> tuple[str, int, int]:
    """Return a board as text, with its width and its number of lines."""
    board = position.game.board
    line = position.outcome.line if position.outcome else 0
    width = len(coordinate(0, board.shape[0] - 1))
    if style != "tight":
        width = max(width, 3, *(len(text) + 2 for text in marks.values()))
    content: dict[tuple[int, ...], dict[tuple[int, int], str]] = {}
    for cell, point in enumerate(board.points):
        text = _cell(position, cell, style, colour, line, last, marks, width)
        content.setdefault(point[2:], {})[point[0], point[1] if len(point) > 1 else 0] = text
    layers = [_layer(position, at, cells, style, width) for at, cells in content.items()]
    in_line = board.shape[2] if len(board.shape) > 2 else 1  # the layers that are beside one another if there is room
    fit = max(1, (columns + len(_GAP)) // (layers[0].width + len(_GAP)))
    beside = -(-in_line // -(-in_line // fit))  # spread evenly: 2 and 2, not 3 and 1
    rows = [
        layers[first : min(first + beside, start + in_line)]
        for start in range(0, len(layers), in_line)
        for first in range(start, start + in_line, beside)
    ]
    text = "\n\n".join(map(_side_by_side, rows))
    return text, beside * (layers[0].width + len(_GAP)) - len(_GAP), text.count("\n") + 1


def _side_by_side(layers: Sequence[_Layer]) -> str:
    return "\n".join(_GAP.join(line).rstrip() for line in zip(*(layer.lines for layer in layers), strict=True))


def _cell(
    position: Position,
    cell: Cell,
    style: BoardStyle,
    colour: bool,
    line: int,
    last: Cell | None,
    marks: Mapping[Cell, str],
    width: int,
) -> str:
    owner = Player.X if position.x >> cell & 1 else Player.O if position.o >> cell & 1 else None
    if owner is None:
        text = "." if style == "tight" else marks.get(cell, ".").center(width)
        return f"{_COLOURS['dim']}{text}{_COLOURS['end']}" if colour and cell not in marks else text
    letter = str(owner)
    struck = line >> cell & 1
    if style == "tight":
        text = letter if struck or cell == last else letter.lower()
    else:
        text = (f"[{letter}]" if struck else f"({letter})" if cell == last else letter).center(width)
    if colour:
        text = f"{_COLOURS[owner.value]}{_COLOURS['line'] if struck else ''}{text}{_COLOURS['end']}"
    return text


def _layer(
    position: Position, at: tuple[int, ...], content: Mapping[tuple[int, int], str], style: BoardStyle, width: int
) -> _Layer:
    shape = position.game.board.shape
    columns, rows = shape[0], shape[1] if len(shape) > 1 else 1
    margin, gap = len(str(rows)) + 2, "|" if style == "box" else " "
    lines = [" " * margin + " ".join(coordinate(0, column).center(width) for column in range(columns))]
    for row in range(rows):
        cells = gap.join(content.get((column, row), " " * width) for column in range(columns))
        lines.append(str(row + 1).rjust(margin - 1) + " " + cells)
        if style == "box" and row < rows - 1:
            lines.append(" " * margin + "+".join("-" * width for _ in range(columns)))
    whole = len(lines[0])
    if at:
        title = f"Layer {''.join(coordinate(axis, x) for axis, x in enumerate(at, 2))}"
        pad = " " * (len(title) - whole)
        lines, whole = [title.ljust(whole), *(line + pad for line in lines)], max(whole, len(title))
    return _Layer(tuple(lines), whole)
