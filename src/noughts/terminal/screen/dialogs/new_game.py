"""A form to choose the game and the players of a new game."""

from collections.abc import Mapping
from dataclasses import asdict, replace

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from noughts.engines.driver import any_player
from noughts.explain.words import game_words
from noughts.rules.errors import NoughtsError
from noughts.terminal.custom_game import any_game
from noughts.terminal.kept.settings import CHOICES, PERSON, Settings
from noughts.terminal.prose import sentence
from noughts.terminal.screen.dialogs.dialogue import Dialogue
from noughts.terminal.screen.dialogs.form import Form, Row

ROWS = ("game", "x", "o", "begins")
"""The settings of a new game."""


def _check_player(name: str) -> None:
    if name.strip() != PERSON:
        any_player(name)


class NewGame(Dialogue[Settings]):
    """Choose the game and the players. The result is None if the person cancels."""

    AUTO_FOCUS = "#form"

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        """Build the form."""
        rows = {
            "game": Row("Game", CHOICES["game"], any_game),
            "x": Row("X", CHOICES["x"], _check_player),
            "o": Row("O", CHOICES["o"], _check_player),
            "begins": Row("First move", CHOICES["begins"]),
        }
        with Vertical(classes="dialogue"):
            yield Static("New game", classes="title")
            yield Form(rows, asdict(self._settings), "Start the game")
            yield Static("", id="about", markup=False)
            yield Static("← → change   ⏎ type a value   esc cancel", classes="faint", markup=False)

    def on_mount(self) -> None:
        """Put the cursor on the last line, so that Enter starts the game."""
        form = self.query_one(Form)
        form.highlighted = len(ROWS)
        self._describe(form.values)

    def on_form_changed(self, event: Form.Changed) -> None:
        """Describe the chosen game."""
        self._describe(event.values)

    def on_form_submitted(self, event: Form.Submitted) -> None:
        """Return the chosen settings."""
        self.end(replace(self._settings, **event.values))

    def _describe(self, values: Mapping[str, str]) -> None:
        try:
            text = game_words(any_game(values["game"]))
        except NoughtsError as error:
            text = str(error)
        self.query_one("#about", Static).update(sentence(text))
