"""Options and helpers shared by the commands, for games, positions, seeds and JSON output."""

import json
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import click

from noughts.engines.driver import ExternalEngine
from noughts.rules.errors import NotationError, NoughtsError, short_repr
from noughts.rules.gallery import is_game_name
from noughts.rules.game import Game, Player
from noughts.rules.notation import looks_like_position
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.tree import GameTree
from noughts.search.result import Deadline
from noughts.session import game_files
from noughts.session.reading import split_text
from noughts.solver.kernels.mnk import plain
from noughts.terminal.custom_game import any_game
from noughts.terminal.prose import say


@contextmanager
def ctrl_c_sets(event: threading.Event) -> Iterator[None]:
    """Make Ctrl-C set an event. Pressing Ctrl-C again changes nothing, so that results can still be written."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: event.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Seconds(click.FloatRange):
    """An option type for a number of seconds, which must be positive and small enough for a timer."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Convert the text of an option to a number of seconds, or fail with a message."""
        seconds: float = super().convert(value, param, ctx)
        if not seconds <= threading.TIMEOUT_MAX:  # the comparison also rejects NaN
            self.fail(f"expected a number of seconds up to {threading.TIMEOUT_MAX:.0f}, not {value}.", param, ctx)
        return seconds


class FileName(click.Path):
    """An option type for the name of a file, which must not be empty."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name of a file, or fail with a message if the name is empty."""
        if value == "":
            self.fail("the file name is empty", param, ctx)
        return super().convert(value, param, ctx)


def read_game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game | None:
    """Parse an option or an argument that names a game, or a file and a game in it."""
    return None if value is None else any_game(value)


def read_side(ctx: click.Context, param: click.Parameter, value: str | None) -> Player | None:
    """Parse a side in an option: x or o, in upper or lower case."""
    if value is None:
        return None
    if value.lower() not in ("x", "o"):
        raise click.BadParameter(f"unknown side {short_repr(value, 20)}: expected x or o", ctx, param)
    return Player(value.lower())


game_option = click.option(
    "--game", "-g", callback=read_game, help="The game, such as tictactoe, 4,4,3, '7,6,4 gravity' or my.py:game."
)
turn_option = click.option(
    "--turn", callback=read_side, metavar="x|o", help="The side to move.  [default: taken from the position]"
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
plain_option = click.option(
    "--plain", is_flag=True, help="Draw boards with letters and dots only, and use no shapes or colours."
)
lenient_option = click.option(
    "--lenient", is_flag=True, help="Read as much as possible of a damaged file, and say what was skipped."
)
game_number_option = click.option(
    "--game-number", type=click.IntRange(1), metavar="N", help="Only this game of a file with several, counted from 1."
)
OUTPUT = FileName(path_type=Path, allow_dash=True, readable=False)
"""The type of an option that names a file to write. See `noughts.system.writing`."""

STDOUT = Path("-")
"""Standard output, as the target of ``--json``."""

force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")


def _log_engines(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    """Write all conversations with engines to the end of a file, until the command ends."""
    if value is None:
        return
    file = ctx.with_resource(value.open("a", encoding="utf-8", buffering=1))
    ExternalEngine.log = lambda line: print(line, file=file)
    ctx.call_on_close(lambda: setattr(ExternalEngine, "log", None))


engine_log_option = click.option(
    "--engine-log",
    type=FileName(path_type=Path),
    callback=_log_engines,
    expose_value=False,
    help="Append everything that engines are sent and answer to this file.",
)
SCORES_HELP = "The scores: ±1, ±10, ±(10 − depth in plies from POSITION), or noughts' own."
seed_option = click.option(
    "--seed", type=int, help="The seed for random choices. The same seed gives the same choices."
)


def get_position(text: str, game: Game | None, turn: Player | None) -> Position:
    """Parse a position from the command line. A list of moves or an SGF game stands for its last position.

    If the text does not name the side to move, it is inferred from the number of stones. If that side is O, a message
    on standard error says so.
    """
    try:
        position = read_position(text, game, turn)
    except NotationError as error:
        try:
            played = _position_after_moves(text, game)
        except NoughtsError:
            if is_game_name(text):
                raise error from None
            raise
        if played is not None and turn is not None:
            raise NotationError("the moves say whose turn it is: leave out --turn") from None
        if played is not None:
            return played
        if looks_like_position(text) or "/" in text or is_game_name(text):
            raise
        message = "is not a position or a list of moves: expected rows, as in o_x/x2_/x2o, or moves, as in b2 a1 c3"
        raise NotationError(f"{short_repr(text)} {message}") from None
    if turn is None and position.turn is Player.O and not (position.is_over or re.search(r"\s[xXoO]\s*$", text)):
        say("X has one stone more, so O is to move. If X is to move, add a space and x after the board.", sys.stderr)
    return position


def game_or_position(what: str | None, game: Game | None, turn: Player | None) -> Position:
    """Parse a position from the command line, or a game, which stands for its first position."""
    if game or what is None:
        return get_position(what or "start", game, turn)
    try:
        start = any_game(what)
    except NotationError:
        if looks_like_position(what):
            return get_position(what, None, turn)
        raise
    return get_position("start", start, turn)


def _position_after_moves(text: str, game: Game | None) -> Position | None:
    """Return the last position of the only game in a text, or None if the text is anything else.

    Raises:
        NoughtsError: the game cannot be read; the message says why.
    """
    try:
        items = split_text(text, game, file_game=game)
    except NotationError:
        return None
    if len(items) != 1 or items[0].kind != "game":
        return None
    return items[0].read().main_line.position


def chosen_game(games: Sequence[GameTree], number: int | None) -> GameTree:
    """Return the game with this number in a file, or the only game of the file.

    Raises:
        NotationError: there is no such game, or there are several and none is chosen.
    """
    if number is None and len(games) > 1:
        raise NotationError(f"there are {len(games):,} games in this file: choose one with --game-number")
    if number is not None and number > len(games):
        raise NotationError(f"there is no game {number:,}: expected a number from 1 to {len(games):,}")
    return games[(number or 1) - 1]


def read_files(name: str, game: Game | None, *, lenient: bool) -> tuple[GameTree, ...]:
    """Read all games of a file, or of standard input if the name is a dash.

    Raises:
        NoughtsError: the file cannot be read, contains no game, or one that is invalid.
    """
    if name == "-":
        return game_files.read(sys.stdin.buffer, "standard input", game, lenient=lenient)
    return game_files.load_all(Path(name), game, lenient=lenient)


def get_random(seed: int | None) -> Random:
    """Return a random number generator with this seed, or with an unpredictable seed if `seed` is None."""
    return Random(SystemRandom().getrandbits(64) if seed is None else seed)


def expect_plain(game: Game, what: str) -> None:
    """Check that a game is plain k in a row, as an option or a command requires.

    Args:
        game: the game.
        what: the option or the command, such as ``--weak``.

    Raises:
        NoughtsError: the game is another one.
    """
    if plain(game) is None:
        raise NoughtsError(f"{what} needs plain k in a row, such as 7,7,5, not {game}")


def timer(seconds: float | None) -> Deadline | None:
    """Return a function that tells whether this many seconds have passed since now. If there is no limit, return
    None.
    """
    if seconds is None:
        return None
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def processors() -> int:
    """Return the number of processors that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def echo_json(data: Any) -> None:
    """Print indented JSON."""
    print(json.dumps(data, indent=2))
