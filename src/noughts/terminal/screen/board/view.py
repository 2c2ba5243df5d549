"""The board on screen: one widget for every game, with a cursor."""

from dataclasses import replace
from typing import ClassVar, Protocol

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from noughts.explain.words import discs_fall
from noughts.render.board.layers import landing
from noughts.rules.board import Cell, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.terminal.screen.board.drawing import Canvas, Glyph, Picture, draw
from noughts.terminal.screen.board.grid import Grid, centre, fitting, moved
from noughts.terminal.screen.board.look import Characters


class Look(Protocol):
    """How an app shows boards: `noughts.terminal.screen.app.FullScreen` has these attributes."""

    @property
    def characters(self) -> Characters:
        """The characters of boards."""

    def board_style(self, glyph: Glyph) -> Style:
        """Return the style of a character of a board."""


class BoardView(Widget, can_focus=True):
    """A board with a cursor. The line API of Textual draws only the lines that have changed.

    Args:
        look: how to show the board.
        picture: what it shows at first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1, 0)", "Move the cursor", show=False),
        Binding("down,j", "move(0, 1)", show=False),
        Binding("up,k", "move(0, -1)", show=False),
        Binding("right,l", "move(1, 0)", show=False),
        Binding("pageup", "move(0, 0, -1)", show=False),
        Binding("pagedown", "move(0, 0, 1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(-1)", show=False),
        Binding("enter,space", "choose", "Play", key_display="⏎"),
    ]

    class Chosen(Message):
        """Posted when a person chooses a move."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    class Moved(Message):
        """Posted when the cursor has moved."""

    def __init__(self, look: Look, picture: Picture) -> None:
        super().__init__()
        self._look, self._canvas = look, Canvas()
        self._grid: Grid | None = None
        self._cursor = centre(picture.position.game.board)
        self.picture = picture
        self.show(picture)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.picture.position

    @property
    def target(self) -> Move:
        """The move at the cursor: the cell, or the cell to which a stone falls from there."""
        return _target(self.position, self._cursor)

    def show(self, picture: Picture) -> None:
        """Show a position."""
        if picture.position.game != self.picture.position.game:
            self._cursor = centre(picture.position.game.board)
        self.picture, game = picture, picture.position.game
        target = _target(picture.position, self._cursor)
        lit = 0
        if len(game.board.shape) > 2:
            for line in game.lines_at[target]:
                lit |= line
        self.picture, self._grid = replace(picture, cursor=target, lit=lit), None
        self.refresh()

    def wanted(self, columns: int, lines: int) -> Grid:
        """Return the grid that fits into a space."""
        return fitting(self.position.game.board, columns, lines)

    def render_line(self, y: int) -> Strip:
        """Return a line of the widget."""
        grid, width = self._drawn(), self.size.width
        left, top = self._corner(grid)
        style = self._look.board_style(Glyph(" "))
        if not 0 <= y - top < grid.height:
            return Strip([Segment(" " * width, style)], width)
        line = self._canvas[y - top]
        glyphs = [Glyph(" ")] * left + line[max(0, -left) :]
        glyphs = (glyphs + [Glyph(" ")] * width)[:width]
        segments, text, before = list[Segment](), "", glyphs[0] if glyphs else Glyph(" ")
        for glyph in glyphs:
            if glyph[1:] != before[1:]:
                segments.append(Segment(text, self._look.board_style(before)))
                text, before = "", glyph
            text += glyph.character
        return Strip([*segments, Segment(text, self._look.board_style(before))], width)

    def _drawn(self) -> Grid:
        if self._grid is None:
            self._grid = self.wanted(*self.size)
            self._canvas = draw(self._grid, self.picture, self._look.characters)
        return self._grid

    def _corner(self, grid: Grid) -> tuple[int, int]:
        """Return where the board begins: it is in the middle or, if it is too large, moved to show the cursor."""
        at, corner = grid.place(self.target), list[int]()
        for room, whole, first, size in (
            (self.size.width, grid.width, at.x, grid.size.width),
            (self.size.height, grid.height, at.y, grid.size.height),
        ):
            if whole <= room:
                corner.append((room - whole) // 2)
            else:
                corner.append(-min(max(0, first + size // 2 - room // 2), whole - room))
        return corner[0], corner[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height that the board needs."""
        return self.wanted(width, container.height).height

    def on_resize(self) -> None:
        """Draw the board again."""
        self._grid = None
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        """Choose the cell or the column that a digit names."""
        if event.character and event.character.isdigit():
            try:
                cell = self.position.cell(event.character)
            except NoughtsError:
                return
            event.stop()
            self.choose(cell)

    def on_click(self, event: events.Click) -> None:
        """Choose the cell under the mouse."""
        left, top = self._corner(self._drawn())
        cell = self._drawn().cell_at(event.x - left, event.y - top)
        if cell is not None:
            self.choose(cell)

    def _go(self, cell: Cell) -> None:
        self._cursor = cell
        self.show(self.picture)
        self.post_message(self.Moved())

    def action_move(self, right: int, down: int, layers: int = 0) -> None:
        """Move the cursor."""
        if not (down and discs_fall(self.position.game)):
            self._go(moved(self.position.game.board, self._cursor, right, down, layers))

    def action_go(self, cell: int) -> None:
        """Move the cursor to the first or the last cell."""
        self._go(range(len(self.position.game.board))[cell])

    def choose(self, cell: Cell) -> None:
        """Move the cursor to a cell, and choose the move there."""
        self._go(cell)
        self.action_choose()

    def action_choose(self) -> None:
        """Choose the move at the cursor."""
        self.post_message(self.Chosen(self.target))


def _target(position: Position, cell: Cell) -> Move:
    """Return the move at a cell. With gravity, a stone falls from the top, whatever is taken there."""
    while (above := next((c for c, need in enumerate(position.game.needs) if need >> cell & 1), None)) is not None:
        cell = above
    return landing(position, cell)
