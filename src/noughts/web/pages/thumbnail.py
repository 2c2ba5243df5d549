"""Small pictures of boards, for lists and for the wall of a class."""

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from noughts.render.board.sheet import Sheet
from noughts.render.board.small import small_board
from noughts.rules.position import Position

_CELL = 12  # the side of a cell, in the units of the picture


class Thumbnail(NamedTuple):
    """A picture and its size, as the content of an SVG element without the element itself."""

    svg: Markup
    width: float
    height: float


@lru_cache(maxsize=512)
def thumbnail(position: Position, before: Position | None = None) -> Thumbnail:
    """Return a picture of a position. If the previous position is given, mark the last move."""
    sheet = Sheet(position.game.board, _CELL, across=_CELL / 2, down=_CELL / 2)
    return Thumbnail(Markup(small_board(sheet, 0, 0, position, before, pale=False)), sheet.right, sheet.bottom)
