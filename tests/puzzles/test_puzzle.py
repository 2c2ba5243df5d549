"""Puzzles: rotated ones are the same, and the line to share has one square for each attempt."""

from datetime import date

import pytest

from noughts import Position
from noughts.puzzles import Puzzle, share_line
from noughts.puzzles.collections import every


@pytest.mark.parametrize(
    ("themes", "attempts", "days", "expected"),
    [
        (("win-in-2", "fork"), "01", 0, "noughts puzzle 2026-11-28 · Fork · 1120 · 🟥🟩"),
        (("draw",), "10?", 1, "noughts puzzle 2026-11-28 · Save the draw · 1120 · 🟩🟥⬜"),
        ((), "1", 3, "noughts puzzle 2026-11-28 · 1120 · 🟩 · 3 days in a row"),
    ],
)
def test_the_line_to_share(themes: tuple[str, ...], attempts: str, days: int, expected: str) -> None:
    puzzle = Puzzle(Position(), "win", (4,), themes, 1120)
    assert share_line(puzzle, date(2026, 11, 28), attempts, days) == expected


def test_rotated_and_reflected_puzzles_have_the_same_name_and_their_answers() -> None:
    for puzzle in every()[::100]:
        for symmetry in puzzle.position.game.symmetries:
            rotated = puzzle.image(symmetry)
            assert rotated.id == puzzle.id
            assert rotated.answers == {symmetry[move] for move in puzzle.answers}
            assert rotated.play(rotated.line[0]).position == puzzle.play(puzzle.line[0]).image(symmetry).position


def test_a_puzzle_goes_on_after_every_right_move() -> None:
    puzzle = next(puzzle for puzzle in every() if len(puzzle.answers) > 1 and puzzle.reply is not None)
    for move in puzzle.answers:
        answered = puzzle.answered(move)
        assert answered.reply is not None
        assert puzzle.play(move).position == puzzle.position.play(move).play(answered.reply)
