"""What the commands share: reading games, positions and seeds, and writing JSON."""

import json
import re
import sys
import threading
import time
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import click

from noughts.apps.cli.prose import say
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.search.result import Deadline


class Seconds(click.FloatRange):
    """A time in an option: a number above 0 that a clock can reach."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        seconds: float = super().convert(value, param, ctx)
        if not seconds <= threading.TIMEOUT_MAX:  # not a number is none either
            self.fail(f"expected a number of seconds up to {threading.TIMEOUT_MAX:.0f}, not {value}.", param, ctx)
        return seconds


def read_game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game | None:
    """Return the game that an option or argument names."""
    return None if value is None else named_game(value)


def read_side(ctx: click.Context, param: click.Parameter, value: str | None) -> Player | None:
    """Return the side that an option names: x or o, in either case."""
    if value is None:
        return None
    if value.lower() not in ("x", "o"):
        raise click.BadParameter(f"{value[:20]!r} is no side: expected x or o", ctx, param)
    return Player(value.lower())


game_option = click.option(
    "--game", "-g", callback=read_game, help="The game: tictactoe, 4,4,3 or '7,6,4 gravity', and so on."
)
turn_option = click.option(
    "--turn", callback=read_side, metavar="x|o", help="Who is to move; otherwise the position or its counts say so."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
plain_option = click.option("--plain", is_flag=True, help="Letters and dots only: no lines, shapes or colours.")
OUTPUT = click.Path(path_type=Path, allow_dash=True, readable=False)
"""The type of an option that names a file to write; see `noughts.apps.writing`."""

force_option = click.option(
    "--force", is_flag=True, help="Replace any file, and write to the file that a symbolic link points to."
)
SCORES_HELP = "The unit of scores: ±1, ±10, ±(10 − depth in plies from the given position), or noughts' own."
seed_option = click.option("--seed", type=int, help="Repeat the same random choices.")


def get_position(text: str, game: Game | None, turn: Player | None) -> Position:
    """Return the position that a person typed; ``start`` is the game's first.

    Where the text does not say who is to move, the stones do; if that is O, who typed it is told.
    """
    if text.strip().lower() in ("start", "empty"):
        start = Position(game or named_game("tictactoe"))
        return Position(start.game, 0, 0, turn) if turn else start
    position = read_position(text, game, turn)
    if turn is None and position.turn is Player.O and not (position.is_over or re.search(r"\s[xXoO]\s*$", text)):
        say("O is to move, as X has one stone more. For X, put x behind the board.", sys.stderr)
    return position


def get_random(seed: int | None) -> Random:
    """Return random numbers: the same for the same seed, else unpredictable."""
    return Random(SystemRandom().getrandbits(64) if seed is None else seed)


def timer(seconds: float | None) -> Deadline | None:
    """Return a deadline so many seconds from now."""
    if seconds is None:
        return None
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def echo_json(data: Any) -> None:
    """Write JSON for programs, readable for people."""
    print(json.dumps(data, indent=2))
