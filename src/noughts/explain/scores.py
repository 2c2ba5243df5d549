"""Scores as a person reads them: shape, word and number; and the units that course sheets use.

A score is noughts' own unit inside (see `noughts.rules.position.Score`); these are views of it for display.
"""

from typing import Literal, TypeAlias, get_args

from noughts.rules.errors import NoughtsError
from noughts.rules.position import Score

Unit: TypeAlias = Literal["noughts", "one", "ten", "depth"]
"""noughts' own scores; ±1; ±10; ±(10 - depth).

The depth is the number of plies from the position that is searched or analysed to the end of the game. It is not
counted from the empty board.
"""

UNITS: tuple[Unit, ...] = get_args(Unit)

SHAPES = {1: "▲", 0: "■", -1: "▼"}
"""A win, a draw and a loss as shapes, which can be told apart without colour."""

WORDS = {1: "win", 0: "draw", -1: "loss"}


def signed(number: float, form: str = "+g") -> str:
    """Return a number with its sign as a person reads it, with a minus and no hyphen: ``+10``, ``−8``, ``−0.31``."""
    return f"{number:{form}}".replace("-", "−")


def sign(score: Score, exact: bool = True) -> int:
    """Return 1 for a proven win, -1 for a proven loss, 0 for a draw or where nothing is proven."""
    return ((score >= 1) - (score <= -1)) if exact else 0


def value_words(score: Score, distance: int | None, *, exact: bool = True, shape: bool = True) -> str:
    """Return a value in words: ``▲ win in 3``, ``■ draw``, ``▼ loss in 2``, or ``~ +0.31`` for an estimate.

    Args:
        score: the score, seen by the player it is said to.
        distance: plies to the end, or None where it is not known.
        exact: whether the score is proven.
        shape: whether the shape goes before the word.
    """
    if not exact:
        return f"~ {signed(score, '+.2f')}" if shape else f"about {signed(score, '+.2f')}"
    way = sign(score)
    words = WORDS[way] + (f" in {distance}" if way and distance is not None else "")
    return f"{SHAPES[way]} {words}" if shape else words


def check_unit(unit: Unit, plies: int) -> None:
    """Check that a unit can say every score of a game with so many plies to come.

    Raises:
        NoughtsError: ±(10 - depth) has no room for more than 9.
    """
    if unit == "depth" and plies > 9:
        raise NoughtsError(f"±(10 − depth) needs a game of at most 9 more plies, not {plies}: take another unit")


def in_unit(score: Score, distance: int | None, unit: Unit, *, exact: bool = True) -> str:
    """Return a score in the unit chosen, with its sign: ``+10``, ``−8``, ``0``; estimates as ``~+0.31``.

    Args:
        score: the score in noughts' own unit.
        distance: plies from the position asked about to the end of the game, for ±(10 - depth).
        unit: the unit.
        exact: whether the score is proven.
    """
    if not exact:
        return f"~{signed(score, '+.2f')}"
    value = unit_value(score, distance, unit)
    return signed(value) if value else "0"


def unit_value(score: Score, distance: int | None, unit: Unit) -> int:
    """Return a proven score in the unit chosen, as `in_unit` writes it, for programs."""
    size = {"noughts": int(abs(score)), "one": 1, "ten": 10, "depth": 10 - (distance or 0)}[unit]
    return sign(score) * size
