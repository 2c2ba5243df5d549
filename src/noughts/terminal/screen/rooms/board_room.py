"""A room with a board, and with a panel of text beside it or below it."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from noughts.render.names import printable
from noughts.rules.game import Player
from noughts.terminal.screen.board.drawing import Picture
from noughts.terminal.screen.board.grid import is_better
from noughts.terminal.screen.board.view import BoardView
from noughts.terminal.screen.rooms.room import Room

PANEL = 30
"""The columns of the panel beside a board."""

_PANEL_LINES = 8  # the lines of the panel below a board
_FRAME = 4  # the lines above and below the content


class BoardRoom(Room):
    """A room with a board and a panel beside it or, for wide boards, below it."""

    def content(self) -> Iterator[Widget]:
        """Return the board and the panel."""
        yield BoardView(self.full, self.picture())
        with Vertical(id="panel"):
            yield Static(id="facts", markup=False)
            yield Static(id="words", markup=False)

    def picture(self) -> Picture:
        """Return what the board shows."""
        raise NotImplementedError

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    def on_mount(self) -> None:
        """Show the position."""
        super().on_mount()
        self.board.focus()
        self.update()

    def on_resize(self, event: Any) -> None:
        """Choose the place of the panel."""
        super().on_resize(event)
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.size
        beside = self.board.wanted(width - PANEL - 4, height - _FRAME)
        below = self.board.wanted(width - 4, height - _FRAME - _PANEL_LINES)
        self.set_class(is_better(below, beside), "-below")

    def update(self) -> None:
        """Show the current state."""
        self.board.show(self.picture())
        self._arrange()
        self.query_one("#facts", Static).update(self.facts())

    def facts(self) -> Text:
        """Return the text in the panel."""
        raise NotImplementedError

    def explain(self, text: str) -> None:
        """Show a sentence in the panel, below the facts."""
        self.query_one("#words", Static).update(printable(text))

    def side(self, player: Player) -> tuple[str, str]:
        """Return a mark for a text, with its colour."""
        return str(player), self.full.ink(player.value)
