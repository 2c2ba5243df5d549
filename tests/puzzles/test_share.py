"""The line to share names the day, the theme and the rating, and has one square for each attempt."""

from datetime import date

import pytest

from noughts import Position
from noughts.puzzles import Puzzle
from noughts.puzzles.share import Attempt, share_line


@pytest.mark.parametrize(
    ("themes", "attempts", "expected"),
    [
        (("win-in-2", "fork"), ["wrong", "right"], "noughts puzzle 2026-11-28 · Fork · 1120 · 🟥🟩"),
        (("draw",), ["right", "wrong", "shown"], "noughts puzzle 2026-11-28 · Save the draw · 1120 · 🟩🟥⬜"),
        ((), ["right"], "noughts puzzle 2026-11-28 · 1120 · 🟩"),
    ],
)
def test_the_line_to_share(themes: tuple[str, ...], attempts: list[Attempt], expected: str) -> None:
    puzzle = Puzzle(Position(), "win", (4,), themes, 1120)
    assert share_line(puzzle, date(2026, 11, 28), attempts) == expected
