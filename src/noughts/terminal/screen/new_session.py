"""Begin a session with the players of the settings."""

from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom

from noughts.engines.driver import any_player
from noughts.players.opponent import Opponent
from noughts.render.names import clean_name
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.session.seats import Seat
from noughts.session.session import Session
from noughts.solver.solver import Solver
from noughts.terminal.custom_game import any_game
from noughts.terminal.kept.settings import PERSON, Settings
from noughts.terminal.screen.searches import Searches


def new_session(settings: Settings, searches: Searches, game: Game | None = None) -> Session:
    """Return a session with the players of the settings, and with their game or another one.

    Raises:
        NoughtsError: the game or a player is unknown.
    """
    game = game or any_game(settings.game)
    solver = Solver(game)
    hire = partial(any_player, limit=searches.limit, solver=solver)
    seats = _seat("X", settings.x, settings, hire), _seat("O", settings.o, settings, hire)
    start = Position(game, turn=Player(settings.begins))
    return Session(seats, start, Random(SystemRandom().getrandbits(64)), 0, searches.stop, solver)


def _seat(side: str, name: str, settings: Settings, hire: Callable[[str], Opponent]) -> Seat:
    if name == PERSON:
        if settings.x == settings.o:
            return Seat("First player" if side == settings.begins else "Second player")
        return Seat(clean_name(settings.name, "You"))
    both = PERSON not in (settings.x, settings.o)
    return Seat(f"Computer {side}" if both else "Computer", hire(name))
