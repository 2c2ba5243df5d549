"""Continue a saved game: the sentence that offers it, and its players."""

from noughts.explain.words import game_words, plural
from noughts.players.opponent import Opponent
from noughts.players.registry import player
from noughts.render.names import clean_name
from noughts.rules.tree import GameTree
from noughts.session.seats import Seat, saved_seats, short_title, take_seats
from noughts.session.session import Session
from noughts.solver.limit import Limit

_LONGEST_NAME = 20  # characters of a name in the sentence


def offer_words(game: GameTree) -> str:
    """Return the sentence that offers an unfinished game, with its players, its rules and the number of moves."""
    record = game.main_line
    names = (short_title(clean_name(name, side), _LONGEST_NAME) for name, side in zip(record.names, "XO", strict=True))
    players, moves = " against ".join(names), plural(len(record.moves), "move")
    return f"The last game is unfinished: {players}, {game_words(record.start.game)}, {moves}."


def usual_seats(computer: Opponent, name: str = "You") -> tuple[Seat, Seat]:
    """Return the players of a game that names none: a person with this name and a computer player."""
    return Seat(clean_name(name, "You")), Seat("Computer", computer)


def resume(session: Session, game: GameTree, *, first: bool = False, limit: Limit | None = None) -> list[str]:
    """Continue a saved game with its players, and return a warning for each player that was not loaded.

    A game without names keeps the players of the session, and a missing player is taken from there.

    Args:
        session: the session.
        game: the saved game.
        first: passed to `noughts.player`.
        limit: passed to `noughts.player`.
    """
    saved, notes = saved_seats(game.main_line, known=session.seats, first=first, limit=limit)
    if any(saved):
        person = next((seat for seat in session.seats if not seat.computer), None)
        computer = next((seat for seat in session.seats if seat.computer), None)
        usual = usual_seats(player("perfect", first=first, solver=session.solver, limit=limit))
        session.resume(game, *take_seats(saved, (person or usual[0], computer or usual[1])))
    else:
        session.resume(game)
    session.kept = session.tree
    return notes
