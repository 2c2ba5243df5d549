"""Interpret the names of rules in files from other programs, as in ``RU[Renju]``."""

import re
from collections.abc import Sequence

from noughts.rules.errors import cut
from noughts.rules.gallery import game as named_game
from noughts.rules.gallery import game_or_none
from noughts.rules.game import Game

_FREESTYLE = "free ?style|free|five or more.*"
_EXACT = "gomoku|standard|swap ?2?|pro|long pro|swap after.*|exact.*"
_RENJU = "renju|rif|yamaguchi|soosyr[oe]v.*|soosorv.*|taraguchi.*|tarannikov|sakata"
_CARO = "caro"


def is_exact(rules: str) -> bool:
    """Return whether this name means exactly five in a row in other programs. In noughts, gomoku means five or more."""
    return _is(rules, _EXACT)


def is_known(rules: str) -> bool:
    """Return whether the name of the rules in a game file means five in a row of some kind."""
    return not rules or _is(rules, "|".join((_FREESTYLE, _EXACT, _RENJU, _CARO)))


def five_in_a_row(rules: str, shape: Sequence[int]) -> Game:
    """Return the game that other programs mean by this name: five in a row, or exactly five.

    Raises:
        RulesError: there is no board of this shape.
    """
    sides = ("," if len(shape) == 2 else "x").join(map(str, shape))
    return named_game(f"{sides},{min(5, *shape)}" + (" exact" if is_exact(rules) else ""))


def rules_note(rules: str, game: Game) -> str:
    """Return a sentence that says which rules noughts does not apply to a game, or an empty string if it applies all.

    Args:
        rules: the name of the rules in the file.
        game: the game that is played here.
    """
    if _is(rules, _RENJU):
        return (
            "This is a game of renju, read as five in a row: renju's forbidden moves and its overline rule are not "
            "applied."
        )
    if _is(rules, _CARO):
        return "This is a game of caro, read as five in a row: five blocked at both ends also win here."
    if is_exact(rules) and not game.beyond:
        return "Six or more in a row also win here, unlike in the game that was played."
    if is_known(rules) or game_or_none(rules) == game:
        return ""
    return f"The rules {cut(rules)!r} are unknown: this game is read as {game.name}."


def _is(rules: str, names: str) -> bool:
    words = " ".join(re.sub(r"[\W_]+", " ", rules.lower()).split())
    return re.fullmatch(rf"({names})( rules?)?", words) is not None
