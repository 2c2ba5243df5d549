"""Write a puzzle's result as a line of text to share, without giving the answers away.

Each attempt is a character: ``1`` for a right move, ``0`` for a wrong one, ``?`` if the answer was shown.
"""

from datetime import date

from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.themes import THEMES

_SQUARES = {"1": "🟩", "0": "🟥", "?": "⬜"}


def squares(attempts: str) -> str:
    """Return attempts as coloured squares: green for right, red for wrong, white if the answer was shown."""
    return "".join(_SQUARES[attempt] for attempt in attempts)


def share_line(puzzle: Puzzle, day: date, attempts: str, days: int = 0) -> str:
    """Return a line such as ``noughts puzzle 2026-11-28 · Fork · 1120 · 🟥🟩 · 3 days in a row``.

    Args:
        puzzle: the puzzle, or its remaining part.
        day: the day of the puzzle.
        attempts: the attempts from first to last.
        days: the number of days in a row whose puzzle was solved. A single day is not mentioned.
    """
    theme = [THEMES[name].title for name in puzzle.themes[-1:]]  # the last theme is the most specific
    parts = [f"noughts puzzle {day}", *theme, str(puzzle.rating), squares(attempts)]
    return " · ".join([*parts, f"{days} days in a row"] if days > 1 else parts)
