"""Positions as pictures in NumPy arrays, for video recorders and other programs that use ``rgb_array``."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.rules.game import Player
from noughts.rules.position import Position

Pixels: TypeAlias = NDArray[np.uint8]

_SIDE = 32  # the side of a cell in pixels
_WHITE, _GREY, _BLUE, _ORANGE = (255, 255, 255), (232, 232, 232), (31, 87, 196), (214, 110, 0)


def pixels(position: Position) -> Pixels:
    """Return a picture of a board, with the layers of a three-dimensional board side by side.

    The shape is the height, the width, and 3 for red, green and blue.
    """
    board = position.game.board
    layers = {layer: number for number, layer in enumerate(dict.fromkeys(point[2:] for point in board.points))}
    columns, rows = (*board.shape, 1)[:2]
    picture = np.full((rows * _SIDE, (len(layers) * (columns + 1) - 1) * _SIDE, 3), _WHITE, np.uint8)
    cells = {stone: _cell(stone) for stone in (None, *Player)}
    for cell, point in enumerate(board.points):
        stone = Player.X if position.x >> cell & 1 else Player.O if position.o >> cell & 1 else None
        x, y = layers[point[2:]] * (columns + 1) + point[0], (*point, 0)[1]
        picture[y * _SIDE : (y + 1) * _SIDE, x * _SIDE : (x + 1) * _SIDE] = cells[stone]
    return picture


def _cell(stone: Player | None) -> Pixels:
    """Return the picture of a cell."""
    y, x = np.abs(np.mgrid[0:_SIDE, 0:_SIDE] * 2 / (_SIDE - 1) - 1)  # each pixel's distances from the middle, up to 1
    picture = np.full((_SIDE, _SIDE, 3), _WHITE, np.uint8)
    picture[np.maximum(x, y) < 0.95] = _GREY
    if stone is Player.X:
        picture[(np.abs(x - y) < 0.2) & (np.maximum(x, y) < 0.7)] = _BLUE
    elif stone is Player.O:
        picture[(np.hypot(x, y) > 0.5) & (np.hypot(x, y) < 0.75)] = _ORANGE
    return picture
