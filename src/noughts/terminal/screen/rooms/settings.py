"""Settings: the look of the screen, and what it shows."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError
from noughts.system.folders import short
from noughts.terminal.kept.settings import CHOICES, settings_path
from noughts.terminal.prose import sentence
from noughts.terminal.screen.dialogs.form import Form, Row
from noughts.terminal.screen.rooms.room import Room


def _check_name(name: str) -> None:
    if clean_name(name, "") != name.strip() or not name.strip():
        raise NoughtsError("expected a name of at most 40 characters")


class SettingsRoom(Room):
    """The screen with the settings, which are kept at once."""

    ROOM = "settings"
    AUTO_FOCUS = "Form"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,right", "nothing", "Change", tooltip="choose another value", key_display="← →"),
        Binding("enter", "nothing", "Type a value", tooltip="type a value", key_display="⏎"),
    ]

    def content(self) -> Iterator[Widget]:
        """Return the form."""
        rows = {
            "theme": Row("Colours", CHOICES["theme"]),
            "characters": Row("Characters on boards", CHOICES["characters"]),
            "values": Row("Value of each move", CHOICES["values"]),
            "threats": Row("Threats", CHOICES["threats"]),
            "pace": Row("Two computers play", CHOICES["pace"]),
            "name": Row("Your name", CHOICES["name"], _check_name),
        }
        with Vertical():
            yield Form(rows, asdict(self.full.settings))
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Say where the settings are kept."""
        super().on_mount()
        try:
            fault = self.full.settings_fault
            words = f"Not kept: {fault}." if fault else f"The settings are kept in {short(settings_path())}"
        except NoughtsError as error:
            words = sentence(str(error))
        self.query_one("#about", Static).update(words)

    def on_screen_resume(self) -> None:
        """Show the settings, which another room may have changed."""
        self.query_one(Form).show(asdict(self.full.settings))

    @on(Form.Changed)
    def _change(self, event: Form.Changed) -> None:
        self.full.change(replace(self.full.settings, **event.values))
        self.query_one(Form).show(asdict(self.full.settings))

    def action_nothing(self) -> None:
        """Do nothing: the form handles this key."""
