"""The app: the rooms, the settings, the current session, and what every room can do."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, cast

from rich.style import Style
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from noughts.render.names import printable
from noughts.render.theme import COLOURS
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.tree import GameTree
from noughts.session.resuming import offer_words, resume
from noughts.session.session import Session
from noughts.terminal.kept import settings as kept_settings
from noughts.terminal.kept.settings import Settings
from noughts.terminal.screen.board.drawing import Glyph
from noughts.terminal.screen.board.look import (
    ASCII,
    UNICODE,
    Characters,
    WithoutColour,
    backgrounds,
    board_styles,
    theme,
    without_colour,
)
from noughts.terminal.screen.new_session import new_session
from noughts.terminal.screen.rooms.names import ROOMS
from noughts.terminal.screen.rooms.play import PlayRoom
from noughts.terminal.screen.rooms.room import Room, keys_of
from noughts.terminal.screen.searches import Searches

_NOTE = 10.0  # seconds for which a note is shown


def _later(module: str, name: str) -> Callable[[], Room]:
    """Return a function that makes a room. It imports the room only then, so that the first board is shown sooner."""

    def make() -> Room:
        room: Room = getattr(import_module(f"noughts.terminal.screen.rooms.{module}"), name)()
        return room

    return make


class FullScreen(App[int]):
    """The full-screen terminal.

    Args:
        session: the session to play, or None for a new one with the players of the settings.
        searches: runs the searches. The players of the session stop when it says so.
        settings: the settings.
        kept: an unfinished game to offer.
        stored: the settings in their file, if options of the command have replaced some of them.
        settings_fault: why the file with the settings cannot be read. Then new settings do not overwrite it.
        notes: sentences to show at the beginning.
        prefers_new: whether a new game is the usual answer when the unfinished game is offered.
        show: a game to open at the beginning, or a file whose games to list.
        clock: returns the time, which names saved games and chooses today's puzzle.

    Attributes:
        session: the session. While `kept` is being offered, it is that game.
        file: the file whose games the room Games lists at first, or None for the saved games.
        offered: the unfinished game while it is being offered, or None.
        has_resumed: whether the person continues the game that was kept.
        study: the game that the room Analyse shows
        study_path: the moves to the position that it shows.
    """

    TITLE = "noughts"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = True
    DEFAULT_MODE = "play"
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = {
        "play": PlayRoom,
        "analyse": _later("analyse", "AnalyseRoom"),
        "puzzles": _later("puzzles", "PuzzleRoom"),
        "games": _later("games", "GamesRoom"),
        "settings": _later("settings", "SettingsRoom"),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"room('{name}')", title) for name, (key, title) in ROOMS.items()),
        Binding("?", "help", "Help", tooltip="show all keys"),
        Binding("c", "copy", "Copy the position", tooltip="copy the position as text"),
        Binding("C", "copy_game", "Copy the game", tooltip="copy the game as SGF"),
        Binding("q,ctrl+q", "quit", "Quit", tooltip="leave noughts; an unfinished game is kept"),
        Binding("ctrl+c", "stop_or_quit", "Stop or quit", tooltip="stop a search, or else quit", priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", tooltip="go back to the shell until fg", priority=True),
    ]

    def __init__(
        self,
        session: Session | None,
        searches: Searches,
        settings: Settings,
        kept: GameTree | None = None,
        *,
        stored: Settings | None = None,
        settings_fault: str = "",
        notes: Sequence[str] = (),
        prefers_new: bool = False,
        show: GameTree | Path | None = None,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__()
        self.searches, self.settings, self.offered = searches, settings, kept
        self.session = self._new_session = session or new_session(settings, searches)
        self._notes, self.clock = list(notes), clock
        self._prefers_new = prefers_new
        self._show, self.file = show, show if isinstance(show, Path) else None
        if kept:
            self.session = replace(self._new_session)
            self._notes += [*resume(self.session, kept, limit=searches.limit), *kept.notes]
        self.study = self.session.tree
        self.study_path: tuple[int, ...] = ()
        self._status, self._loop_to_end = 0, cast(asyncio.AbstractEventLoop | None, None)
        self.has_resumed = False
        self._styles: dict[tuple[str, str], Style] = {}
        for name in ("dark", "light"):
            self.register_theme(theme(name))
        self._stored, self.settings_fault = stored or settings, settings_fault
        self.set_reactive(FullScreen.theme, f"noughts-{settings.theme}")  # unlike `self.theme =`, parses no CSS again
        self.set_class(settings.characters == "ascii", "-ascii")
        self.set_class(settings.theme == "dark", "-dark-mode").set_class(settings.theme == "light", "-light-mode")
        self.stylesheet.set_variables(self.get_css_variables())

    # The look.

    @property
    def has_unicode(self) -> bool:
        """Whether boards and values have Unicode characters."""
        return self.settings.characters == "unicode"

    @property
    def characters(self) -> Characters:
        """The characters of boards."""
        return UNICODE if self.has_unicode else ASCII

    def board_style(self, glyph: Glyph) -> Style:
        """Return the style of a character of a board."""
        key = glyph.colour, glyph.background
        if key not in self._styles:
            fore, back = board_styles(self.settings.theme)[glyph.colour], backgrounds(self.settings.theme)
            style = fore + back[glyph.background] if glyph.background else fore
            self._styles[key] = style + without_colour(*key) if self.no_color else style
        return self._styles[key]

    def ink(self, name: str) -> str:
        """Return a colour of the theme by its name in `noughts.render.theme`."""
        return COLOURS[self.settings.theme][name]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that apply to everything on the screen."""
        return [WithoutColour(self.ink("accent"))] if self.no_color else super().get_line_filters()

    def change(self, settings: Settings) -> None:
        """Apply settings, and store those that have changed unless their file could not be read."""
        changed = {name: value for name, value in asdict(settings).items() if value != getattr(self.settings, name)}
        self.settings, self.theme = settings, f"noughts-{settings.theme}"
        self.set_class(settings.characters == "ascii", "-ascii")
        self._stored = replace(self._stored, **changed)
        self._styles.clear()
        if self.settings_fault:
            return
        try:
            kept_settings.keep(self._stored)
        except NoughtsError as error:
            self.room.complain(error)

    # The beginning and the end.

    def on_mount(self) -> None:
        """Draw everything again after Ctrl-Z and fg, and offer the unfinished game."""
        self._loop_to_end = asyncio.get_running_loop()
        if self._status:
            self.exit(self._status, self._status)
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh(layout=True))
        for note in self._notes:
            self.notify(printable(note), markup=False, timeout=_NOTE)
        if isinstance(self._show, GameTree):
            self.open(self._show)
        elif self.file:
            self.switch_mode("games")
        if self.offered:
            self.call_after_refresh(self._offer, self.offered)

    def end_soon(self, status: int) -> None:
        """End cleanly with this exit status. A signal handler can call this at any moment."""
        self._status = status
        if self._loop_to_end:
            self._loop_to_end.call_soon_threadsafe(self.exit, status, status)

    def _offer(self, kept: GameTree) -> None:
        """Ask whether to continue the unfinished game, which is on the board already."""
        from noughts.terminal.screen.dialogs.ask import Choose

        def answer(choice: int | None) -> None:  # the room then shows the game
            self.offered, self.has_resumed = None, choice == 0
            if not self.has_resumed:
                self.session = self._new_session

        self.push_screen(Choose(offer_words(kept), ("Continue it", "New game"), int(self._prefers_new)), answer)

    def action_stop_or_quit(self) -> None:
        """Stop a search, or quit if no search is running."""
        if self.room.is_busy:
            self.room.action_cancel()
        else:
            self.exit(130, 130)

    # Rooms and games.

    @property
    def room(self) -> Room:
        """The current room, which a dialogue may cover."""
        return cast(Room, self.screen_stack[0])

    def action_room(self, name: str) -> None:
        """Go to a room."""
        if name == "analyse" and isinstance(room := self.screen, PlayRoom):
            self.study, self.study_path = room.session.tree, room.session.record.moves
        self.switch_mode(name)

    def begin(self, settings: Settings) -> None:
        """Begin a game with the game and the players that the settings name, and store the settings.

        The session goes on, so that the game before is not lost.
        """
        try:
            fresh = new_session(settings, self.searches)
        except NoughtsError as error:
            self.room.complain(error)
            return
        self.session.solver = fresh.solver
        self.session.new(fresh.start, fresh.seats)
        self.change(settings)

    def open(self, tree: GameTree) -> None:
        """Show a game in the room Analyse, at the end of its main line."""
        self.study, self.study_path = tree, tree.main_line.moves
        if self.current_mode == "analyse":
            self.room.post_message(events.ScreenResume())
        else:
            self.switch_mode("analyse")

    def save_game(self, tree: GameTree) -> None:
        """Save a game in the folder of games, under the time and the names of the players."""
        from noughts.terminal.kept import games as kept_games

        try:
            path = kept_games.save(tree, self.clock())
        except NoughtsError as error:
            self.room.complain(error)
        else:
            self.room.say(f"Saved to {path}")

    def action_help(self) -> None:
        """Show all keys."""
        from noughts.terminal.screen.dialogs.ask import Help
        from noughts.terminal.screen.dialogs.help_text import help_text

        self.push_screen(Help("Keys", help_text(self.room)))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield what the command palette offers: the rooms, and what the current room can do."""
        for name, (key, title) in ROOMS.items():
            yield SystemCommand(title, f"{key}: go to this room", lambda name=name: self.action_room(name))
        for source in (screen, self):
            for binding in keys_of(source):
                if binding.description and not binding.action.startswith("room"):
                    key = binding.key_display or binding.key.partition(",")[0]
                    words = f"{key}: {binding.tooltip}" if binding.tooltip else key
                    yield SystemCommand(binding.description, words, partial(self.run_action, binding.action, source))

    # The clipboard.

    def action_copy(self) -> None:
        """Copy the position."""
        text = t3en(self.room.shown()[1])
        self.copy_to_clipboard(text)
        self.room.say(f"Copied {text}")

    def action_copy_game(self) -> None:
        """Copy the game as SGF."""
        from noughts.rules.files.sgf import write_sgf

        try:
            self.copy_to_clipboard(write_sgf(self.room.shown()[0]))
        except NoughtsError as error:
            self.room.complain(error)
        else:
            self.room.say("Copied the game as SGF")
