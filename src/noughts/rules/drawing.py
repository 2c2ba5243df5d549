"""Parse boards that people type or programs print with bars between the cells.

     X | O |          |X|O| |
    ---+---+---       | |X| |       X|O| -+-+-  |X|  -+-+-  | |O      x
       | X |          | | |O|
    ---+---+---
       |   | O
    x

A cell is the text between two bars: a mark, nothing, or the number of an empty cell. Rows are separated by line breaks
or by rules such as ``-+-+-``, because input fields drop line breaks. The board can have a frame. The player to move can
follow on a separate line.
"""

import re

from noughts.rules.errors import NotationError
from noughts.rules.game import Player
from noughts.rules.marks import marks_of

BARS = "|│┃"
"""The characters that separate cells. A text that contains one of them is a drawing."""

_RULE = re.compile(
    r"(?:[+├┌└╔╠][ \t]*)?[-=─━]+(?:[ \t]*[+┼┬┴╋][ \t]*[-=─━]+)+[ \t]*[+┤┐┘]?"  # -+-+-
    r"|[|│┃]?[-=─━]{2,}(?:[ \t]*[|│┃][ \t]*[-=─━]{2,})+[|│┃]?"  # ---|---|---
    r"|[-=─━]{2,}"  # -----
)


def drawn(text: str, width: int) -> tuple[str, dict[int, int], Player | None]:
    """Return the mark of each cell in a drawing, the cells that start new rows, and the player to move or None.

    Args:
        text: the drawing.
        width: the number of cells in a row.

    Raises:
        NotationError: the drawing cannot be parsed or is ambiguous.
    """
    turn = re.search(r"[\r\n][ \t]*([xXoO])\s*$", text)
    if turn:
        text = text[: turn.start()]
    rows = [row for row in re.split(r"[\r\n]+", _RULE.sub("\n", text)) if row.strip()]
    marks, starts, framed = list[str](), dict[int, int](), None
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in re.split(f"[{BARS}]", row)]
        has_frame = len(cells) == width + 2 and not cells[0] and not cells[-1]
        if has_frame:
            cells = cells[1:-1]
        if len(cells) != width or framed not in (None, has_frame):
            raise NotationError(f"row {number} of the drawing has {len(cells)} cells: expected {width} between bars")
        framed = has_frame
        marks += cells
        starts[len(marks)] = 1
    starts.pop(len(marks), None)

    def where(place: int) -> str:
        return f"cell {place % width + 1} in row {place // width + 1} of the drawing"

    if "-" in marks:  # a dash is more likely a piece of a rule than an empty cell
        raise NotationError(f"{where(marks.index('-'))} is '-': expected x, o or nothing")
    return marks_of(marks, where), starts, Player(turn[1].lower()) if turn else None
