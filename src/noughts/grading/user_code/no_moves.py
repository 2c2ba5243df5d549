"""Detect functions whose answers are scores, values of positions or lists of cells instead of moves."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from noughts.grading.user_code.answers import flat
from noughts.grading.user_code.probes import Probe
from noughts.players.opponent import PlayerFault
from noughts.rules.game import Player


def are_values(answers: Sequence[Any], tried: Sequence[Probe]) -> bool:
    """Return whether all answers are scores: numbers that rise, or fall, with the values of the positions."""
    if not all(isinstance(answer, int | float) for answer in answers):
        return False
    for_mover = [probe.value for probe in tried]
    for_x = [probe.value if probe.position.turn is Player.X else -probe.value for probe in tried]
    return any(
        _is_ordered(answers, [sign * value for value in values]) for values in (for_x, for_mover) for sign in (1, -1)
    )


def _is_ordered(answers: Sequence[float], values: Sequence[int]) -> bool:
    """Return whether positions with higher values always have greater answers."""
    groups = [
        [answer for answer, value in zip(answers, values, strict=True) if value == wanted]
        for wanted in sorted(set(values))
    ]
    return len(groups) > 1 and all(max(low) < min(high) for low, high in pairwise(groups))


def are_scores(answers: Sequence[Any]) -> bool:
    """Return whether answers look like scores: numbers, some of them negative, fractional or huge, or a number for each
    cell.
    """
    given = [answer for answer in answers if not isinstance(answer, PlayerFault)]
    numbers = [answer for answer in given if isinstance(answer, int | float) and not isinstance(answer, bool)]
    if given and len(numbers) == len(given):
        return any(number < 0 or number > 1_000 or isinstance(number, float) for number in numbers)
    tables = [isinstance(answer, list | tuple | dict) and _is_table(answer) for answer in given]
    return bool(tables) and all(tables)


def _is_table(answer: Any) -> bool:
    """Return whether an answer looks like a table with a number, such as a score, for each of several cells."""
    values = flat(answer)
    scores = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    is_keyed = isinstance(answer, dict) and all(isinstance(key, int | tuple) for key in answer)
    return (len(values) > 4 or is_keyed) and bool(scores) and len(scores) + values.count(None) == len(values)


def are_lists(answers: Sequence[Any]) -> bool:
    """Return whether all answers are lists of cells: lists of different lengths, or lists of pairs."""
    if not answers or not all(isinstance(answer, list | tuple | set) for answer in answers):
        return False
    pairs = all(isinstance(part, list | tuple) and len(part) == 2 for answer in answers for part in answer)
    return all(answers) and (pairs or len({len(answer) for answer in answers}) > 1)
