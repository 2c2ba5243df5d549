"""`noughts tui`: the full-screen terminal."""

from pathlib import Path

import click

from noughts.rules.game import Game
from noughts.terminal.options import FileName, engine_log_option, game_option, plain_option
from noughts.terminal.screen.start import new_searches, open_full_screen


@click.command()
@click.argument("file", type=FileName(path_type=Path), required=False)
@game_option
@engine_log_option
@plain_option
def command(file: Path | None, game: Game | None, plain: bool) -> int:
    """Play, analyse and solve puzzles on the full screen.

    FILE is a saved game, which noughts opens in Analyse. If it contains several games, noughts lists them in Games.

    The screen has five rooms: Play, Analyse, Puzzles, Games and Settings. Press ? for the keys of a room. To start with
    other players, add --screen to noughts play. It needs Textual: pip install "noughts[tui]".

    \b
    noughts tui
    noughts tui --game qubic
    noughts tui game.sgf
    noughts play --screen --level hard --side o
    """
    return open_full_screen(new_searches(), game=game, plain=plain, file=file)
