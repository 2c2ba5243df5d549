"""Boards that are drawn with strokes, as programs and people print them; `noughts.rules.notation` reads them with this.

     X | O |          |X|O| |
    ---+---+---       | |X| |       X|O| -+-+-  |X|  -+-+-  | |O      x
       | X |          | | |O|
    ---+---+---
       |   | O
    x

A cell is what stands between two bars. Rows are lines, or whatever lies between two rules (a field of a form loses the
ends of lines). A frame around the board may be there. On a line of its own below it may stand who is to move.
"""

import re

from noughts.rules.errors import NotationError
from noughts.rules.game import Player

BARS = "|│┃"
"""What stands between cells: a text with one of these is a drawing."""

_RULE = re.compile(
    r"(?:[+├┌└╔╠][ \t]*)?[-=─━]+(?:[ \t]*[+┼┬┴╋][ \t]*[-=─━]+)+[ \t]*[+┤┐┘]?"  # -+-+-
    r"|[|│┃]?[-=─━]{2,}(?:[ \t]*[|│┃][ \t]*[-=─━]{2,})+[|│┃]?"  # ---|---|---
    r"|[-=─━]{2,}"  # -----
)
_CELLS = {"": "_", ".": "_", "_": "_", "x": "x", "X": "x", "o": "o", "O": "o"}


def drawn(text: str, width: int) -> tuple[str, dict[int, int], Player | None]:
    """Return the marks of a drawing, after how many cells new rows begin, and who is to move, where that is said.

    Args:
        text: the drawing.
        width: how many cells a row has.

    Raises:
        NotationError: it cannot be read, or can be read in two ways.
    """
    turn = re.search(r"[\r\n][ \t]*([xXoO])\s*$", text)
    if turn:
        text = text[: turn.start()]
    rows = [row for row in re.split(r"[\r\n]+", _RULE.sub("\n", text)) if row.strip()]
    marks, starts, framed = "", dict[int, int](), None
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in re.split(f"[{BARS}]", row)]
        has_frame = len(cells) == width + 2 and not cells[0] and not cells[-1]
        if has_frame:
            cells = cells[1:-1]
        if len(cells) != width or framed not in (None, has_frame):
            raise NotationError(f"row {number} of the drawing has {len(cells)} cells: expected {width} between bars")
        framed = has_frame
        for column, cell in enumerate(cells, 1):
            if cell not in _CELLS:
                raise NotationError(
                    f"cell {column} in row {number} of the drawing is {cell[:20]!r}: expected x, o, or nothing"
                )
            marks += _CELLS[cell]
        starts[len(marks)] = 1
    starts.pop(len(marks), None)
    return marks, starts, Player(turn[1].lower()) if turn else None
