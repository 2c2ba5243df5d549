"""The stroke through a winning line, in the coordinates of the drawn board."""

from collections.abc import Iterator
from itertools import product

from noughts.rules.board import Point
from noughts.rules.game import kinds
from noughts.rules.position import Position
from noughts.web.model.stored_game import winning_line

CELL = 2.2
"""The width of a cell of a board with layers, which is drawn in perspective. Its height is 1."""

SLANT = 0.45
"""How far the top of a layer is shifted to the right, for each row."""

GAP = 0.4
"""The space between two layers."""

SQUARE, TALL = 0.8302, 0.5
"""A layer's share of the width of the drawing, usually and on a board with more rows than columns. The slant takes the
rest.
"""

_BEYOND = 0.34  # how far a stroke continues beyond the centres of its first and last cells, in steps
_BEYOND_LAYERS = 0.08  # the same distance between layers, where a step is longer


def stroke(position: Position) -> str:
    """Return the winning line as an SVG path. Without a winning line, the path is empty.

    One unit is the height of a cell. The origin is the top left corner of the first cell or, with layers, of the
    drawing. On a torus, a line that leaves the board on one side continues on the other side, as a second part of the
    path.
    """
    shape = position.game.board.shape
    line = [position.game.board.points[cell] for cell in winning_line(position)]
    if len(line) < 2:
        return ""
    wraps = "torus" in kinds(position.game)
    first, step = next(_walks(line, shape if wraps else None))
    beyond = _BEYOND_LAYERS if any(step[2:]) else _BEYOND
    parts, point = [[_moved(first, step, -beyond)]], first
    for _ in line[1:]:
        ahead = tuple(x + dx for x, dx in zip(point, step, strict=True))
        point = tuple(x % side for x, side in zip(ahead, shape, strict=True)) if wraps else ahead
        if point != ahead:  # past the edge
            parts[-1].append(_moved(ahead, step, -0.5))
            parts.append([_moved(point, step, -0.5)])
    parts[-1].append(_moved(point, step, beyond))
    return "".join(f"M{_place(start, shape)}L{_place(end, shape)}" for start, end in parts)


def size(shape: Point) -> tuple[float, float]:
    """Return the width and the height of the drawn board, without the names of its columns and rows."""
    columns, rows, depth = (*shape, 1, 1)[:3]
    if depth == 1:
        return columns, rows
    return round(columns * CELL / (TALL if rows > columns else SQUARE), 2), round(rows * depth + GAP * (depth - 1), 2)


def _walks(line: list[Point], wraps: Point | None) -> Iterator[tuple[Point, Point]]:
    """Yield the first cell and the step of each straight walk through exactly the cells of the line."""
    for first in line:
        for step in filter(any, product((0, 1, -1), repeat=len(first))):
            walk = [tuple(x + n * dx for x, dx in zip(first, step, strict=True)) for n in range(len(line))]
            if wraps:
                walk = [tuple(x % side for x, side in zip(point, wraps, strict=True)) for point in walk]
            if set(walk) == set(line):
                yield first, step


def _moved(point: Point, step: Point, by: float) -> tuple[float, ...]:
    return tuple(x + by * dx for x, dx in zip(point, step, strict=True))


def _place(point: tuple[float, ...], shape: Point) -> str:
    """Return the coordinates of a point in the drawing."""
    x, y, layer = (*point, 0.0, 0.0)[:3]
    if len(shape) < 3:
        return f"{x + 0.5:g} {y + 0.5:g}"
    across = (x + 0.5) * CELL + (shape[1] - y - 0.5) * SLANT
    return f"{across:.4g} {y + 0.5 + layer * (shape[1] + GAP):.4g}"
