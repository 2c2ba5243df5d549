"""`noughts play`: play in the terminal against the computer or a friend, or watch two computer players."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import click

from noughts.apps import files
from noughts.apps.cli.common import (
    FileName,
    engine_log_option,
    game_option,
    get_position,
    get_random,
    plain_option,
    seed_option,
    turn_option,
)
from noughts.apps.cli.screen import Quit, Screen
from noughts.apps.cli.table import COMMANDS, Table
from noughts.apps.engines.driver import any_player
from noughts.apps.names import clean_name, printable
from noughts.apps.seats import SIDES, Saved, Seat, read_side, saved_seats, take_seats
from noughts.apps.session import Session
from noughts.explain.words import game_words
from noughts.players.levels import LEVELS, level_name
from noughts.players.registry import player
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

_LEVEL = "perfect"
_T = TypeVar("_T")


@click.command()
@game_option
@click.option("--level", "-l", help="Your opponent: random, easy, medium, hard, perfect, or another player.")
@click.option("--side", "-s", type=click.Choice(SIDES, case_sensitive=False), help="Your side.")
@click.option(
    "--begins", "-b", type=click.Choice(SIDES, case_sensitive=False), help="The side that moves first.  [default: x]"
)
@click.option("--name", "-n", "names", multiple=True, help="Your name. Use --name twice for two people.")
@click.option("--friend", "-f", is_flag=True, help="Play with a friend at the same keyboard.")
@click.option("--watch", "-w", nargs=2, metavar="X O", help="Watch a game between two computer players.")
@click.option("--games", type=click.IntRange(1, 1000), help="How many games to watch.  [default: 1]")
@click.option("--position", "-p", help="Start from this position.")
@turn_option
@click.option("--load", "file", type=FileName(path_type=Path), help="Continue a saved game with its players.")
@click.option("--values", is_flag=True, help="Show the value of every cell before each of your moves.")
@engine_log_option
@click.option("--first", is_flag=True, help="The perfect player always plays its first best move.")
@seed_option
@plain_option
def command(
    game: Game | None,
    level: str | None,
    side: str | None,
    begins: str | None,
    names: tuple[str, ...],
    friend: bool,
    watch: tuple[str, str] | None,
    games: int | None,
    position: str | None,
    turn: Player | None,
    file: Path | None,
    values: bool,
    first: bool,
    seed: int | None,
    plain: bool,
) -> None:
    """Play against the computer or a friend, or watch two computer players.

    Without options, noughts asks a few questions. Press Enter to accept the answer in brackets. A player is a
    level, a search with settings (minimax:depth=2, mcts:simulations=500), your own function (file.py:function), or
    another engine (engine:COMMAND), which has a second for each move.

    \b
    noughts play --level perfect --side o --name Ada
    noughts play --game 'connect four' --friend --name Ada --name Grace
    noughts play --watch perfect minimax:depth=2
    """
    screen, random = Screen(plain), get_random(seed)
    if len(names) > 2:
        raise click.UsageError("too many names: use --name at most twice")
    if begins and (position or turn or file):
        raise click.UsageError(
            "--begins works only with new games: to set the player to move in a position, use --turn"
        )
    if file and (position or turn):
        raise click.UsageError("--load cannot be combined with --position or --turn")
    if games and not watch:
        raise click.UsageError("--games works only with --watch")
    start = None if position is None and turn is None else get_position(position or "start", game, turn)
    chosen = any((level, side, begins, names, friend, watch, position, turn, file))
    try:
        if not chosen:
            session = _ask(screen, Position(game or named_game("tictactoe")), random, first)
        else:
            loaded = files.load(file, game) if file else None
            saved, notes = saved_seats(loaded.main_line, first=first) if loaded else ((None, None), [])
            seats, x = _seats(saved, level, side, names, friend, watch, first, random)
            for note in notes if not (level or friend or watch) else []:
                screen.say(note)
            for note in loaded.notes if loaded else ():
                screen.say(printable(note))
            session = Session(seats, loaded.start if loaded else start or _start(game, begins, random), random, x)
            if loaded:
                session.resume(loaded)
        table = Table(session, screen, file, always_values=values, first=first)
        if watch:
            table.watch(games or 1)
        else:
            table.play()
    except (Quit, EOFError):
        screen.end_line()


def _start(game: Game | None, begins: str | None, random: Random) -> Position:
    return Position(game or named_game("tictactoe"), 0, 0, read_side(begins or "x", random))


def _seats(
    saved: Saved,
    level: str | None,
    side: str | None,
    names: tuple[str, ...],
    friend: bool,
    watch: tuple[str, str] | None,
    first: bool,
    random: Random,
) -> tuple[tuple[Seat, Seat], int]:
    """Return the players in seats 0 and 1, and the seat that plays X."""
    if watch:
        if friend or level or side or names:
            raise click.UsageError("--watch cannot be combined with --friend, --level, --side or --name")
        return (
            Seat("Computer X", any_player(watch[0], first=first)),
            Seat("Computer O", any_player(watch[1], first=first)),
        ), 0
    if level and (friend or len(names) == 2):
        raise click.UsageError("--level chooses a computer player: leave out --level when two people play")
    return take_seats(
        saved,
        (Seat("You"), Seat("Computer", player(_LEVEL, first=first))),
        names=names,
        computer=any_player(level, first=first) if level else None,
        side=read_side(side, random) if side else None,
        friend=friend,
    )


def _ask(screen: Screen, start: Position, random: Random, first: bool) -> Session:
    """Ask who plays. If the player answers with a move or a command, keep the defaults for the remaining questions."""
    screen.say(f"noughts: {game_words(start.game)}. Press Enter to accept the answer in brackets.")
    seats, x = (Seat("You"), Seat("Computer", player(_LEVEL, first=first))), 0
    levels = ", ".join(level_name(level, start.game) for level in LEVELS)

    def ask(question: str, read: Callable[[str], _T]) -> _T:
        return screen.ask(question, read, start, COMMANDS)

    def read_answer(text: str) -> Player:
        return read_side(text if text.strip() else "x", random)

    try:
        computer = ask(
            f"Your opponent ({levels} or friend) [{level_name(_LEVEL, start.game)}]: ",
            lambda text: None if text.strip().lower() == "friend" else any_player(text.strip() or _LEVEL, first=first),
        )
        if computer:
            seats = seats[0], Seat("Computer", computer)
            side = ask("Your side (x, o or random) [x]: ", read_answer)
            x = 0 if side is Player.X else 1
        else:
            seats = Seat("X"), Seat("O")
            seats = Seat(ask("Name of X [X]: ", lambda text: clean_name(text, "X"))), seats[1]
            seats = seats[0], Seat(ask("Name of O [O]: ", lambda text: clean_name(text, "O")))
        begins = ask("Which side moves first (x, o or random) [x]: ", read_answer)
        start = Position(start.game, 0, 0, begins)
    except Screen.Answered:
        pass  # keep the defaults for the remaining questions
    return Session(seats, start, random, x)


def demonstrate() -> None:
    """Show a short game between two computer players, as a demonstration when the input is not a terminal."""
    screen = Screen(plain=False)
    screen.say("A game between the levels hard (X) and perfect (O). To play yourself: noughts play")
    seats = (Seat("Hard", player("hard")), Seat("Perfect", player("perfect")))
    Table(Session(seats, Position(named_game("tictactoe")), Random(3)), screen).watch(1)
    sys.stdout.flush()
