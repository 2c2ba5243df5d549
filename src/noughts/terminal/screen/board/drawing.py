"""Draw a board as lines of characters, each with the names of its colours."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from noughts.explain.scores import SHAPES, short_words
from noughts.explain.words import discs_fall
from noughts.rules.board import Cell, Cells, coordinate
from noughts.rules.position import Position
from noughts.solver.evaluation import MoveEvaluation
from noughts.terminal.screen.board.grid import Grid, Place
from noughts.terminal.screen.board.look import Characters

KINDS = {1: "win", 0: "draw", -1: "loss", None: "about"}
"""The colours of values."""


class Glyph(NamedTuple):
    """A character with the names of its colour and of its background, as in `noughts.terminal.screen.board.look`."""

    character: str
    colour: str = ""
    background: str = ""


Canvas: TypeAlias = list[list[Glyph]]
"""The lines of a picture."""

_BLANK = Glyph(" ")


class Mark(NamedTuple):
    """A text in an empty cell.

    Attributes:
        colour: the name of its colour.
        texts: the same text in several lengths, the longest first.
    """

    colour: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """What a board shows.

    Attributes:
        position: the position.
        cursor: the cell of the cursor, or None without a cursor.
        last: the cell of the last move, or None.
        lit: the cells of the lines through the cursor.
        hint: the cells of a hint.
        threats: the cells that complete a row.
        marks: texts in empty cells.
    """

    position: Position
    cursor: Cell | None = None
    last: Cell | None = None
    lit: Cells = 0
    hint: Cells = 0
    threats: Cells = 0
    marks: Mapping[Cell, Mark] = field(default_factory=dict)


def value_mark(move: MoveEvaluation, *, shape: bool) -> Mark:
    """Return the value of a move as a mark. Without shapes, letters stand for them."""
    if move.score is None:
        return Mark("about", ("?",))
    full = short_words(move, shape=shape)
    if move.value is None:
        tenths = f"{move.score:+.1f}".replace("-", "−" if shape else "-")
        return Mark("about", (full, tenths[0] + tenths[2:], "~"))
    return Mark(KINDS[move.value], (full, full[0] if not shape else SHAPES[move.value]))


def draw(grid: Grid, picture: Picture, characters: Characters) -> Canvas:
    """Return a board with its coordinates."""
    canvas = [[_BLANK] * grid.width for _ in range(grid.height)]
    _draw_names(canvas, grid, picture, characters)
    if grid.size.has_lines:
        _draw_lines(canvas, grid, characters)
    for cell in range(len(grid.board)):
        _draw_cell(canvas, grid, picture, characters, cell)
    return canvas


def _write(canvas: Canvas, place: Place, text: str, colour: str, background: str = "") -> None:
    """Write a text at a place. The canvas cuts it at the right edge."""
    line = canvas[place.y]
    for x, character in zip(range(place.x, len(line)), text, strict=False):
        line[x] = Glyph(character, colour, background)


def _draw_names(canvas: Canvas, grid: Grid, picture: Picture, characters: Characters) -> None:
    here = None if picture.cursor is None else grid.board.points[picture.cursor]
    for number, layer in enumerate(grid.layers):
        left, top = grid.origin(number)
        is_here = here is not None and here[2:] == layer
        if layer:
            title = f"Layer {''.join(coordinate(axis, at) for axis, at in enumerate(layer, 2))}"[: grid.layer_width]
            _write(canvas, Place(left + grid.margin, top), title[: grid.layer_width - grid.margin], _name(is_here))
        column_here = here[0] if here is not None and is_here else None
        for column, x in _named_columns(grid, column_here).items():
            is_column = column == column_here
            name = characters.drop if is_column and discs_fall(picture.position.game) else coordinate(0, column)
            place = Place(left + grid.margin + x, top + grid.head - 1)
            _write(canvas, place, name.center(grid.size.width), _name(is_column))
        for row in range(grid.rows):
            is_row = is_here and here is not None and (here[1] if len(here) > 1 else 0) == row
            place = Place(left, top + grid.head + row * grid.step.y + grid.size.height // 2)
            _write(canvas, place, str(row + 1).rjust(grid.margin - 1), _name(is_row))


def _named_columns(grid: Grid, here: int | None) -> dict[int, int]:
    """Return the columns whose names are shown, and where the names begin.

    Names of two letters need a space between them. Where columns are narrow, only some names are shown, and always the
    name of the column of the cursor.
    """
    places, end = dict[int, int](), grid.columns * grid.step.x - (grid.step.x - grid.size.width)
    lengths = [max(len(coordinate(0, column)), grid.size.width) for column in range(grid.columns)]
    begins = [min(column * grid.step.x, end - length) for column, length in enumerate(lengths)]
    free = 0
    for column, (begin, length) in enumerate(zip(begins, lengths, strict=True)):
        hides_here = here is not None and column < here and begin + length >= begins[here]
        if column == here or (begin >= free and not hides_here):
            places[column], free = begin, begin + length + 1
    return places


def _name(is_here: bool) -> str:
    return "name-here" if is_here else "name"


def _draw_lines(canvas: Canvas, grid: Grid, characters: Characters) -> None:
    """Draw the lines between neighbouring cells."""
    (width, height, _), points = grid.size, grid.board.at
    for cell, point in enumerate(grid.board.points):
        x, y = grid.place(cell)
        beside = (point[0] + 1, *point[1:]) in points
        below = len(point) > 1 and (point[0], point[1] + 1, *point[2:]) in points
        for line in range(height if beside else 0):
            _write(canvas, Place(x + width, y + line), characters.down, "grid")
        if below:
            _write(canvas, Place(x, y + height), characters.across * width, "grid")
        if beside and below:
            _write(canvas, Place(x + width, y + height), characters.corner, "grid")


def _draw_cell(canvas: Canvas, grid: Grid, picture: Picture, characters: Characters, cell: Cell) -> None:
    position, (width, height, _), place = picture.position, grid.size, grid.place(cell)
    line = position.outcome.line if position.outcome else 0
    is_cursor, is_lit = cell == picture.cursor, bool(picture.lit >> cell & 1)
    background = (
        "line" if line >> cell & 1 else "last" if cell == picture.last else "lit" if is_lit or is_cursor else ""
    )
    if is_cursor and width < 3:
        background = "cursor"
    for y in range(height):
        _write(canvas, Place(place.x, place.y + y), " " * width, "", background)
    owner = "x" if position.x >> cell & 1 else "o" if position.o >> cell & 1 else ""
    middle = Place(place.x, place.y + height // 2)
    if owner and height >= 3:
        for y, text in enumerate(characters.x if owner == "x" else characters.o):
            _write(canvas, Place(place.x + (width - 3) // 2, place.y + y), text, owner, background)
    elif owner:
        text = f"({owner.upper()})" if cell == picture.last and width >= 3 else owner.upper()
        _write(canvas, middle, text.center(width), owner, background)
    else:
        is_framed = is_cursor and height == 1 and width >= 3
        text, colour = _in_empty(picture, characters, cell, width - 2 if is_framed else width)
        _write(canvas, middle, text.center(width), colour, background)
    if is_cursor and width >= 3:
        _frame(canvas, grid, place, background, characters)
    if background == "line":
        row = canvas[place.y + height - 1]
        row[place.x : place.x + width] = [
            glyph._replace(background="line-end") for glyph in row[place.x : place.x + width]
        ]


def _in_empty(picture: Picture, characters: Characters, cell: Cell, width: int) -> tuple[str, str]:
    """Return the text in an empty cell, with at most `width` characters, and its colour."""
    if mark := picture.marks.get(cell):
        hint = characters.hint if picture.hint >> cell & 1 else ""
        text = next((hint + text for text in mark.texts if len(hint + text) <= width), mark.texts[-1][:width])
        return text, mark.colour
    if picture.hint >> cell & 1:
        return characters.hint, "hint"
    if picture.threats >> cell & 1:
        return characters.threat, "threat"
    return (characters.lit if picture.lit >> cell & 1 else characters.dot), "dot"


def _frame(canvas: Canvas, grid: Grid, place: Place, background: str, characters: Characters) -> None:
    """Draw the cursor around a cell: a bracket on each side."""
    width, height, _ = grid.size
    for y in range(height):
        sides = (
            "[]" if height == 1 else characters.frame[:2] if y == 0 else characters.frame[2:] if y == height - 1 else ""
        )
        for x, character in zip((0, width - 1), sides, strict=False):
            _write(canvas, Place(place.x + x, place.y + y), character, "name-here", background)
