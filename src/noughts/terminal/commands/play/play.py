"""`noughts play`: play in the terminal against the computer or a friend, or watch two computer players."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

import click

from noughts.engines.driver import any_player
from noughts.explain.words import game_words
from noughts.players.levels import LEVELS, level_name
from noughts.players.opponent import Opponent
from noughts.players.registry import player
from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.tree import GameTree
from noughts.session import game_files
from noughts.session.resuming import offer_words, usual_seats
from noughts.session.seats import SIDES, Saved, Seat, read_side, saved_seats, take_seats
from noughts.session.session import Session
from noughts.solver.solver import Solver
from noughts.system.signals import undisturbed
from noughts.terminal.kept import settings as kept_settings
from noughts.terminal.kept import unfinished
from noughts.terminal.options import (
    FileName,
    engine_log_option,
    game_option,
    get_position,
    get_random,
    plain_option,
    seed_option,
    turn_option,
)
from noughts.terminal.prompt.prompt import COMMANDS, Prompt
from noughts.terminal.prompt.screen import Quit, Screen
from noughts.terminal.prompt.thinking import Thinking
from noughts.terminal.running import INTERRUPTED
from noughts.terminal.screen.start import new_searches, open_full_screen

_LEVEL, _ON_SCREEN = "perfect", "noughts play --screen"
_T = TypeVar("_T")


@click.command()
@game_option
@click.option("--level", "-l", help="Your opponent: random, beginner, easy, medium, hard, perfect, or another player.")
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
@click.option("--new", is_flag=True, help="Do not ask whether to continue the unfinished game.")
@click.option("--values", is_flag=True, help="Show the value of every cell before each of your moves.")
@engine_log_option
@click.option("--first", is_flag=True, help="The perfect player always plays its first best move.")
@seed_option
@plain_option
@click.option("--screen", "full", is_flag=True, help="Play on the full screen, as in noughts tui.")
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
    new: bool,
    values: bool,
    first: bool,
    seed: int | None,
    plain: bool,
    full: bool,
) -> int:
    """Play against the computer or a friend, or watch two computer players.

    Without options, noughts asks a few questions. Press Enter to accept the answer in brackets. A player is a
    level, a search with settings (minimax:depth=2, mcts:simulations=500), your own function (file.py:function), or
    another engine (engine:COMMAND), which has a second for each move.

    Ctrl-C ends the computer's thinking, so that it plays the best move that it has found. At the prompt, it quits. On
    a terminal, noughts keeps an unfinished game and asks next time whether to continue it.

    \b
    noughts play --level perfect --side o --name Ada
    noughts play --game 'connect four' --friend --name Ada --name Grace
    noughts play --watch perfect minimax:depth=2
    """
    players = _Players(level, side, names, friend, watch, games)
    players.check()
    you = _name_in_settings() if full else "You"
    is_set_up = position is not None or turn is not None
    if begins and (is_set_up or file):
        raise click.UsageError(
            "--begins works only with new games: to set the player to move in a position, use --turn"
        )
    if file and is_set_up:
        raise click.UsageError("--load cannot be combined with --position or --turn")
    searches = new_searches() if full else None
    screen, random, thinking = Screen(plain), get_random(seed), Thinking()
    limit = searches.limit if searches else thinking.limit
    start = get_position(position or "start", game, turn)
    solver = Solver(start.game)  # a position is searched once for values and replies
    hire = partial(any_player, first=first, limit=limit, solver=solver)
    kept, place = None, unfinished.Unfinished("noughts play") if screen.is_interactive else None
    try:
        if place and not (new or file or watch or full):
            kept = _unfinished(screen, *place.find(game), game, is_usual=not (begins or is_set_up))
            place.is_resumed = kept is not None
        if loaded := game_files.load(file, game) if file else kept:
            saved = saved_seats(loaded.main_line, first=first, limit=limit)
            session = _resumed(screen, loaded, saved, players, hire, random, you)
        elif searches and not (any(players) or begins or is_set_up):
            return open_full_screen(searches, game=game, plain=plain, values=values, offers=not new, command=_ON_SCREEN)
        elif any(players) or begins or is_set_up:
            seats, x = players.seats((None, None), hire, random, you)
            start = Position(start.game, turn=read_side(begins, random)) if begins else start
            session = Session(seats, start, random, x)
        else:
            session = _ask(screen, start, random, hire)
    except (Quit, EOFError):
        screen.end_line()
        return 0
    session.stop, session.solver = limit.stop, solver
    if searches:
        is_alone = not (new or file or watch)
        return open_full_screen(searches, session, plain=plain, values=values, offers=is_alone, command=_ON_SCREEN)
    prompt = Prompt(session, screen, thinking, file, always_values=values, first=first)
    return _run(prompt, players.watched, place)


class _Players(NamedTuple):
    """The options of `noughts play` that choose the players."""

    level: str | None
    side: str | None
    names: tuple[str, ...]
    friend: bool
    watch: tuple[str, str] | None
    games: int | None

    @property
    def watched(self) -> int:
        """The number of games between computer players to watch."""
        return (self.games or 1) if self.watch else 0

    def check(self) -> None:
        """Reject options that cannot be combined."""
        if len(self.names) > 2:
            raise click.UsageError("too many names: use --name at most twice")
        if self.games and not self.watch:
            raise click.UsageError("--games works only with --watch")
        if self.watch and (self.level or self.side or self.names or self.friend):
            raise click.UsageError("--watch cannot be combined with --friend, --level, --side or --name")
        if self.level and (self.friend or len(self.names) == 2):
            raise click.UsageError("--level chooses a computer player: leave out --level when two people play")

    def seats(
        self, saved: Saved, hire: Callable[[str], Opponent], random: Random, you: str
    ) -> tuple[tuple[Seat, Seat], int]:
        """Return the players in seats 0 and 1, and the number of the seat that plays X.

        Args:
            saved: the players of a saved game.
            hire: returns a computer player by its name.
            random: chooses a random side.
            you: the name of a person whom neither an option nor the saved game names.
        """
        if self.watch:
            x, o = self.watch
            return (Seat("Computer X", hire(x)), Seat("Computer O", hire(o))), 0
        return take_seats(
            saved,
            usual_seats(hire(_LEVEL), you),
            names=self.names,
            computer=hire(self.level) if self.level else None,
            side=read_side(self.side, random) if self.side else None,
            friend=self.friend,
        )


def _name_in_settings() -> str:
    """Return the person's name in the settings of the full screen, which reports later if they cannot be read."""
    with suppress(NoughtsError):
        return kept_settings.load().name
    return "You"


def _resumed(
    screen: Screen,
    loaded: GameTree,
    saved: tuple[Saved, list[str]],
    players: _Players,
    hire: Callable[[str], Opponent],
    random: Random,
    you: str,
) -> Session:
    """Return a session that continues a saved game, with the saved players unless the options name others."""
    (seats, x), notes = players.seats(saved[0], hire, random, you), saved[1]
    session = Session(seats, loaded.start, random, x)
    session.resume(loaded)
    session.kept = session.tree
    if players.level or players.friend or players.watch:
        notes = []
    screen.show_notes(notes, loaded)
    return session


def _run(prompt: Prompt, games: int, place: unfinished.Unfinished | None) -> int:
    """Show this number of games between computer players or, if it is zero, let people play. Return the exit status.

    At the end, keep an unfinished game in its place, if there is one.
    """
    screen = prompt.screen
    try:
        if games:
            prompt.watch(games)
        else:
            prompt.play()
        return 0
    except BaseException as end:
        while True:
            try:
                with undisturbed():
                    # keep the game first, because the terminal may be gone
                    note = place.end(prompt.session) if place else ""
                break
            except (KeyboardInterrupt, SystemExit):  # a second signal came together with the first one
                continue
        with suppress(OSError):
            screen.end_line()
        if not isinstance(end, Quit | EOFError | KeyboardInterrupt):
            raise
        if note:
            screen.say(note)
        return INTERRUPTED if isinstance(end, KeyboardInterrupt) else 0


def _unfinished(
    screen: Screen, kept: GameTree | None, problem: str, game: Game | None, is_usual: bool
) -> GameTree | None:
    """Ask whether to continue the unfinished game. If so, return that game.

    Args:
        screen: the input and output.
        kept: the unfinished game, if any.
        problem: a sentence that says why it cannot be continued, if so.
        game: the game that the player asked for, if any.
        is_usual: whether the default answer is yes, unless the unfinished game has other rules.
    """
    if problem:
        screen.say(problem)
    if kept is None:
        return None
    screen.say(offer_words(kept))
    is_usual = is_usual and game in (None, kept.start.game)

    def read_yes(text: str) -> bool:
        word = text.strip().lower()
        if word not in ("", "y", "yes", "n", "no"):
            raise NoughtsError(f"unknown answer {short_repr(text.strip(), 20)}: expected y or n")
        return word.startswith("y") if word else is_usual

    question = f"Continue it? [{'Y/n' if is_usual else 'y/N'}]: "
    try:
        return kept if screen.ask(question, read_yes, kept.main_line.position, COMMANDS) else None
    except Screen.Answered:
        return kept


def _ask(screen: Screen, start: Position, random: Random, hire: Callable[[str], Opponent]) -> Session:
    """Ask for the players, and return a session with them. A move or a command as an answer skips the remaining
    questions.
    """
    screen.say(f"noughts: {game_words(start.game)}. Press Enter to accept the answer in brackets.")
    seats, x = usual_seats(hire(_LEVEL)), 0
    levels = ", ".join(level_name(level, start.game) for level in LEVELS)

    def ask(question: str, read: Callable[[str], _T]) -> _T:
        return screen.ask(question, read, start, COMMANDS)

    def read_answer(text: str) -> Player:
        return read_side(text if text.strip() else "x", random)

    try:
        computer = ask(
            f"Your opponent ({levels} or friend) [{level_name(_LEVEL, start.game)}]: ",
            lambda text: None if text.strip().lower() == "friend" else hire(text.strip() or _LEVEL),
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
    Prompt(Session(seats, Position(named_game("tictactoe")), Random(3)), screen, Thinking()).watch(1)
    sys.stdout.flush()
