"""Format scores for display as a symbol, a word and a number, or as a number on a scale used in textbooks.

Internally a score is always in noughts' own unit (see `noughts.rules.position.Score`). This module formats it.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from noughts.rules.errors import NoughtsError
from noughts.rules.position import Score
from noughts.rules.tactics import sign
from noughts.solver.evaluation import Evaluation, MoveEvaluation

Unit: TypeAlias = Literal["noughts", "one", "ten", "depth"]
"""A unit of scores: noughts' own scores, ±1, ±10, or ±(10 - depth).

The depth is the number of plies from the position that is searched or analysed to the end of the game. The depth is not
counted from the empty board.
"""

UNITS: tuple[Unit, ...] = get_args(Unit)

SHAPES = {1: "▲", 0: "■", -1: "▼"}
"""The shapes of a win, a draw and a loss, which can be told apart without colour."""

WORDS = {1: "win", 0: "draw", -1: "loss"}


def signed(number: float, form: str = "+g") -> str:
    """Format a number with a sign and a real minus sign, as in ``+10``, ``−8`` or ``−0.31``. Zero has no sign.

    Args:
        number: the number.
        form: the format specification; it must ask for a sign.
    """
    text = f"{number:{form}}".replace("-", "−")
    return text if text.strip("+−0.") else text.lstrip("+−")


def value_words(
    score: Score, distance: int | None, *, exact: bool = True, shape: bool = True, words: Mapping[int, str] = WORDS
) -> str:
    """Describe a value, as in ``▲ win in 3``, ``■ draw``, ``▼ loss in 2``, or ``~ +0.31`` for an estimate.

    Args:
        score: the score, from the reader's point of view.
        distance: plies to the end, or None if unknown.
        exact: whether the score is proven.
        shape: whether to begin with the shape. Without a shape, an estimate reads ``about +0.31``.
        words: what a win (1), a draw (0) and a loss (-1) are called.
    """
    if not exact:
        return f"~ {signed(score, '+.2f')}" if shape else f"about {signed(score, '+.2f')}"
    result = sign(score)
    value = words[result] + (f" in {distance}" if result and distance is not None else "")
    return f"{SHAPES[result]} {value}" if shape else value


def worth_words(known: Evaluation | MoveEvaluation, *, shape: bool = True) -> str:
    """Describe what is known about a position or a move, as `value_words` does, or say ``unknown``."""
    if known.score is None:
        return "unknown"
    return value_words(known.score, known.distance, exact=known.value is not None, shape=shape)


def short_words(move: MoveEvaluation, *, shape: bool = True) -> str:
    """Describe the value of an analysed move in very few characters, as in ``▲3``, ``■``, ``▼2`` or ``~+0.31``.

    Without a shape, the first letter of the word stands for it, as in ``w3``.
    """
    if move.score is None:
        return "?"
    if move.value is None:
        return in_unit(move.score, None, "noughts", exact=False)
    distance = move.distance if move.value and move.distance is not None else ""
    return f"{SHAPES[move.value] if shape else WORDS[move.value][0]}{distance}"


def estimate_words(score: Score) -> str:
    """Describe an estimate, as in ``estimate +0.31`` or ``estimate 0.00, even``."""
    number = signed(score, "+.2f")
    return f"estimate {number}" if number[0] in "+−" else f"estimate {number}, even"


def check_unit(unit: Unit, plies: int) -> None:
    """Check that a unit can express every score of a game with a given maximum number of plies left.

    Raises:
        NoughtsError: the unit is ±(10 - depth), and the game might last more than 9 plies.
    """
    if unit == "depth" and plies > 9:
        raise NoughtsError(
            f"±(10 − depth) works only if the game lasts at most 9 more plies, not {plies}: choose another unit"
        )


def in_unit(score: Score, distance: int | None, unit: Unit, *, exact: bool = True) -> str:
    """Format a score in a unit, as in ``+10``, ``−8``, ``0``, or ``~+0.31`` for an estimate.

    Args:
        score: the score in noughts' own unit.
        distance: plies from the analysed position to the end of the game, needed for the unit ±(10 - depth).
        unit: the unit.
        exact: whether the score is proven.
    """
    return signed(unit_value(score, distance, unit)) if exact else f"~{signed(score, '+.2f')}"


def unit_value(score: Score, distance: int | None, unit: Unit) -> int:
    """Convert a proven score to a number in a unit. To format the number as text, use `in_unit`."""
    size = {"noughts": int(abs(score)), "one": 1, "ten": 10, "depth": 10 - (distance or 0)}[unit]
    return sign(score) * size
