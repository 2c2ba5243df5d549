"""What all dialogues have in common: they have one answer, however fast the keys come."""

from typing import ClassVar, TypeVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

_T = TypeVar("_T")

_SHORT = 18  # lines of a terminal on which dialogues have no empty lines


class Dialogue(ModalScreen[_T | None]):
    """A dialogue. The result is None if the person cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "Cancel")]

    has_ended = False

    def on_resize(self, event: events.Resize) -> None:
        """Leave out the empty lines on a short terminal."""
        self.set_class(event.size.height < _SHORT, "-short")

    def end(self, result: _T | None) -> None:
        """Close the dialogue with a result, unless it is closing already."""
        if not self.has_ended:
            self.has_ended = True
            self.dismiss(result)

    def action_give_up(self) -> None:
        """Close the dialogue without a result."""
        self.end(None)
