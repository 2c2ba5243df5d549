"""The running score, which a change of level or side does not end."""

from noughts.apps.web.model.setup import Setup
from noughts.apps.web.model.stored_game import StoredGame


def carried_score(last: StoredGame | None, setup: Setup) -> tuple[tuple[int, int, int], int]:
    """Return the score and the wins in a row with which a game with these settings continues the client's last game.

    They continue for the same game between a person and the computer, or between two people with the same names. The
    level and the sides may change.
    """
    following = setup.new_game("")
    if last and not last.linked and not last.both_computers and following.rules == last.rules:
        x, o, drawn = last.tally
        before, after = ([seat.name for seat in pair] for pair in ((last.x, last.o), (following.x, following.o)))
        if before == after:
            return (x, o, drawn), last.wins_in_a_row
        if before == after[::-1]:
            return (o, x, drawn), last.wins_in_a_row
    return (0, 0, 0), 0
