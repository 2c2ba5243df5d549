"""The running score, which a change of level or side does not end."""

from noughts.apps.web.model.setup import Setup
from noughts.apps.web.model.stored_game import StoredGame


def carried_score(last: StoredGame, setup: Setup) -> tuple[int, int, int]:
    """Return the score with which a game with these settings continues the client's last game.

    It continues for the same game between a person and the computer, or between two people with the same names. The
    level and the sides may change.
    """
    x, o, drawn = last.tally
    following = setup.new_game("")
    if last.linked or last.both_computers or following.rules != last.rules:
        return 0, 0, 0
    before, after = ([seat.name for seat in pair] for pair in ((last.x, last.o), (following.x, following.o)))
    if before == after:
        return x, o, drawn
    return (o, x, drawn) if before == after[::-1] else (0, 0, 0)
