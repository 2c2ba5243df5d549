"""`noughts engine PROTOCOL`: use a computer player as an engine in match managers and other programs."""

import gc
import os
import sys
from typing import Any

import click

from noughts.engines.gomocup import GomocupEngine
from noughts.engines.search import BackgroundSearch, run, sender
from noughts.engines.ugi import UgiEngine
from noughts.players.levels import LEVELS
from noughts.rules.game import Game
from noughts.terminal.options import get_random, read_game, seed_option


@click.command()
@click.argument("protocol", type=click.Choice(["gomocup", "ugi"]))
@click.option("--level", "-l", type=click.Choice(list(LEVELS)), default="perfect", show_default=True, help="The level.")
@click.option(
    "--game", "-g", callback=read_game, default="tictactoe", show_default=True, help="The game at first, for ugi."
)
@seed_option
def command(protocol: str, level: str, game: Game, seed: int | None) -> None:
    """Play as an engine: read commands from standard input, and answer on standard output.

    Gomocup's protocol is for five in a row, with an INFO win_length for other lengths. UGI is for all games, and has an
    option for the game. The engine ends when its input ends.

    \b
    noughts engine gomocup
    noughts engine ugi --game 4,4,3
    """
    gc.freeze()  # otherwise, a garbage collection would visit all imported objects, which takes 10 ms of a move's time
    search, send = BackgroundSearch(level, get_random(seed)), sender(sys.stdout)
    engine = GomocupEngine(search, send) if protocol == "gomocup" else UgiEngine(search, send, game)
    commands: Any = sys.stdin.buffer  # typeshed does not know that standard input can be read as soon as bytes arrive
    run(engine, commands)
    if search.is_abandoned:  # Python cannot exit safely while the kernel searches
        os._exit(0)
