"""A list to choose from, with the arrow keys or with j and k."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class Options(OptionList):
    """A list of options. Unlike its base class, it can go to the next page before it has been drawn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]

    def action_page_up(self) -> None:
        """Go up by one page."""
        self._turn(-1)

    def action_page_down(self) -> None:
        """Go down by one page."""
        self._turn(1)

    def _turn(self, direction: int) -> None:
        if self.option_count:
            at = (self.highlighted or 0) + direction * max(1, self.size.height)
            self.highlighted = max(0, min(at, self.option_count - 1))
