"""Open the full-screen terminal. This module imports Textual only then."""

import os
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.engines.driver import is_engine
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.gallery import game_or_none
from noughts.rules.game import Game
from noughts.session.session import Session
from noughts.system.signals import signals_call, undisturbed
from noughts.terminal.kept import unfinished
from noughts.terminal.prose import say, sentence

if TYPE_CHECKING:
    from noughts.terminal.kept.settings import Settings
    from noughts.terminal.screen.searches import Searches

_USUAL = "perfect"
NEEDS_TEXTUAL = 'the full screen needs Textual: pip install "noughts[tui]"'


def can_open() -> bool:
    """Return whether Textual is installed and a terminal can show the full screen."""
    return not _missing()


def _missing() -> str:
    """Return what the full screen lacks, as an error message, or an empty string."""
    if not find_spec("textual"):
        return NEEDS_TEXTUAL
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # Textual draws on standard error
        return "the full screen needs a terminal: do not redirect the input, the output or standard error"
    if sys.platform != "win32" and os.environ.get("TERM", "") in ("", "dumb"):
        return "the full screen needs a terminal that can move its cursor: set TERM to its type, such as xterm"
    return ""


def new_searches() -> "Searches":
    """Check that the full screen can be opened, and return the runner of its searches.

    Raises:
        NoughtsError: Textual is not installed, or there is no terminal that can show the full screen.
    """
    if missing := _missing():
        raise NoughtsError(missing)
    from noughts.terminal.screen.searches import Searches

    return Searches()


def _without_engines(settings: "Settings", chosen_for: str) -> tuple["Settings", list[str]]:
    """Replace engines, which may not play this game, by the usual computer player, and say so."""
    engines = {side: name for side in ("x", "o") if is_engine(name := getattr(settings, side))}
    said = [
        f"{side.upper()} is played by {_USUAL}: {printable(cut(name, 40))} was chosen for {chosen_for}."
        for side, name in engines.items()
    ]
    return replace(settings, **dict.fromkeys(engines, _USUAL)), said


def open_full_screen(
    searches: "Searches",
    session: Session | None = None,
    *,
    game: Game | None = None,
    plain: bool = False,
    values: bool = False,
    offers: bool = True,
    file: Path | None = None,
    command: str = "noughts tui",
) -> int:
    """Open the full screen until the person quits, keep the unfinished game, and return the exit status.

    Args:
        searches: runs the searches.
        session: the session to play, or None for a new one with the players of the settings.
        game: the game to play instead of the one in the settings.
        plain: whether to use plain characters instead of those in the settings.
        values: whether to show the value of every move, whatever the settings say.
        offers: whether to offer the unfinished game.
        file: a file whose game to open in the room Analyse or, if there are several, whose games to list.
        command: the command that was run, for messages.

    Raises:
        NoughtsError: the file cannot be read.
    """
    from noughts.terminal.kept import games as kept_games
    from noughts.terminal.kept import settings as kept_settings
    from noughts.terminal.screen.app import FullScreen
    from noughts.terminal.screen.new_session import new_session

    is_chosen = session is not None
    games = kept_games.load(file) if file else ()
    fault, notes = "", list[str]()
    try:
        stored = kept_settings.load()
    except NoughtsError as error:
        stored, fault = kept_settings.Settings(), str(error)
        notes.append(f"The default settings are used: {error}.")
    options = {
        "game": game.name if game and game.is_named else "",
        "characters": "ascii" if plain else "",
        "values": "on" if values else "",
    }
    settings = replace(stored, **{name: value for name, value in options.items() if value})
    if game and not is_chosen and game_or_none(stored.game) != game:
        settings, said = _without_engines(settings, stored.game)
        notes += said
    try:
        session = session or new_session(settings, searches, game)
    except NoughtsError as error:  # for example, a file with a game was moved
        notes.append(sentence(str(error)))
        session = new_session(kept_settings.Settings(name=settings.name), searches, game)
    place = unfinished.Unfinished(command, "noughts play --screen --load")
    show = games[0] if len(games) == 1 else file
    kept, problem = place.find(session.start.game) if offers and not file else (None, "")
    prefers_new = is_chosen or bool(game and kept and game != kept.start.game)
    notes += [problem] if problem else []
    app = FullScreen(
        session,
        searches,
        settings,
        kept,
        stored=stored,
        settings_fault=fault,
        notes=notes,
        prefers_new=prefers_new,
        show=show,
    )
    app.no_color = app.no_color or plain
    try:
        with signals_call(app.end_soon):
            app.run()
    finally:
        with undisturbed():
            place.is_resumed = app.has_resumed
            note = place.end(app.session)
            searches.end()
    if note:
        say(note)
    return app.return_code or 0
