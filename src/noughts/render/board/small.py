"""Small boards for the nodes of a tree, drawn with few SVG elements."""

from noughts.render.board.sheet import Sheet
from noughts.rules.board import cells_in
from noughts.rules.position import Position


def small_board(sheet: Sheet, x: float, y: float, position: Position, before: Position | None, *, pale: bool) -> str:
    """Return a small board, with the completed line if there is one.

    Args:
        sheet: the layout of the cells.
        x: the left edge of the board.
        y: the upper edge of the board.
        position: the position.
        before: the position before the last move, to mark that move, or None to mark no move.
        pale: whether to draw the board in pale colours.
    """
    cell = sheet.cell
    faint = ' opacity=".45"' if pale else ""
    parts = [f'<g transform="translate({x:.6g} {y:.6g})"{faint}>']
    if before is not None:
        move = ((before.x | before.o) ^ (position.x | position.o)).bit_length() - 1
        a, b = sheet.places[move]
        parts.append(f'<rect class="n-just" x="{a:.6g}" y="{b:.6g}" width="{cell:.6g}" height="{cell:.6g}"/>')
    parts.append(f'<path class="n-tg" d="{_grid(sheet)}"/>')
    inset, radius = 0.22 * cell, 0.31 * cell
    across = cell - 2 * inset
    crosses = "".join(
        f"M{a + inset:.5g} {b + inset:.5g}l{across:.4g} {across:.4g}m{-across:.4g} 0l{across:.4g} {-across:.4g}"
        for a, b in (sheet.places[c] for c in cells_in(position.x))
    )
    rings = "".join(
        f"M{a + cell / 2 - radius:.5g} {b + cell / 2:.5g}a{radius:.4g} {radius:.4g} 0 1 1 {2 * radius:.4g} 0"
        f"a{radius:.4g} {radius:.4g} 0 1 1 {-2 * radius:.4g} 0"
        for a, b in (sheet.places[c] for c in cells_in(position.o))
    )
    parts += [f'<path class="n-tx" d="{crosses}"/>'] if crosses else []
    parts += [f'<path class="n-to" d="{rings}"/>'] if rings else []
    if position.outcome and position.outcome.line:
        parts.append(f'<path class="n-root" d="{sheet.line(position.outcome.line)}"/>')
    return "".join([*parts, "</g>"])


def hatch(x: float, y: float, width: float, height: float) -> str:
    """Return a path of diagonal strokes that fills a rectangle. Unlike an SVG pattern, a path needs no unique id."""
    strokes = []
    for n in range(1, int((width + height) / 8) + 1):
        along = 8 * n  # the sum of x and y on this stroke, measured from the upper left corner
        a, b = max(0.0, along - height), min(along, width)
        if b - a > 2:
            strokes.append(f"M{x + a + 1:.6g} {y + along - a - 1:.6g}L{x + b - 1:.6g} {y + along - b + 1:.6g}")
    return "".join(strokes)


def _grid(sheet: Sheet) -> str:
    """Return the lines between the cells of each layer."""
    cell = sheet.cell
    wide, high = sheet.columns * cell, sheet.rows * cell
    lines = []
    for x, y in sheet.corners:
        lines += [f"M{x + n * cell:.5g} {y:.5g}v{high:.5g}" for n in range(1, sheet.columns)]
        lines += [f"M{x:.5g} {y + n * cell:.5g}h{wide:.5g}" for n in range(1, sheet.rows)]
    return "".join(lines)
