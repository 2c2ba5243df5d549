"""The result of the day's puzzle as a line of text to share, which does not give the answer away."""

from collections.abc import Iterable
from datetime import date
from typing import Literal, TypeAlias

from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.themes import THEMES

Attempt: TypeAlias = Literal["right", "wrong", "shown"]
"""What came of one move of the solver: it was right, it was wrong, or the answer was shown."""

_SQUARES: dict[Attempt, str] = {"right": "🟩", "wrong": "🟥", "shown": "⬜"}


def share_line(puzzle: Puzzle, day: date, attempts: Iterable[Attempt]) -> str:
    """Return a line such as ``noughts puzzle 2026-11-28 · Fork · 1120 · 🟥🟩``, with one square for each attempt.

    Args:
        puzzle: the puzzle, or the rest of it.
        day: the day whose puzzle it is.
        attempts: the attempts from first to last.
    """
    theme = [THEMES[name].title for name in puzzle.themes[-1:]]  # the last one is the most special
    squares = "".join(_SQUARES[attempt] for attempt in attempts)
    return " · ".join([f"noughts puzzle {day}", *theme, str(puzzle.rating), squares])
