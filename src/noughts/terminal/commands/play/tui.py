"""`noughts tui`: the full-screen terminal."""

import click

from noughts.rules.game import Game
from noughts.terminal.options import engine_log_option, game_option, plain_option
from noughts.terminal.screen.start import new_searches, open_full_screen


@click.command()
@game_option
@engine_log_option
@plain_option
def command(game: Game | None, plain: bool) -> int:
    """Play, analyse and solve puzzles on the full screen.

    The screen has five rooms: Play, Analyse, Puzzles, Games and Settings. Press ? for the keys of a room. To start with
    other players, add --screen to noughts play. It needs Textual: pip install "noughts[tui]".

    \b
    noughts tui
    noughts tui --game qubic
    noughts play --screen --level hard --side o
    """
    return open_full_screen(new_searches(), game=game, plain=plain)
