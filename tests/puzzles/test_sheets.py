"""Sheets of puzzles: different puzzles, easiest first, rotated, with their answers and reasons apart."""

import re

import pytest

from noughts import NoughtsError
from noughts.puzzles import judge
from noughts.puzzles.sheets import LEVELS, puzzle_sheet, sheets_html, sheets_text

SHEET = puzzle_sheet("tictactoe", count=12, theme="fork", level=1, seed=1)


def parts(page: str) -> tuple[str, str]:
    """Return the exercises and the answers of a page."""
    asked, _, answered = page.partition("<h1>Answers")
    return asked, answered


def test_a_sheet_has_different_puzzles_that_fit_the_easiest_first() -> None:
    assert len({puzzle.id for puzzle in SHEET.puzzles}) == 12
    ratings = [puzzle.rating for puzzle in SHEET.puzzles]
    assert ratings == sorted(ratings)
    assert all(rating in LEVELS[0] for rating in ratings)
    assert all("fork" in puzzle.themes for puzzle in SHEET.puzzles)


@pytest.mark.parametrize("game", ["tictactoe", "misere", "connect four"])
def test_answers_are_right_also_on_rotated_boards(game: str) -> None:
    sheet = puzzle_sheet(game, count=6, seed=3)
    for puzzle, answers, reason in zip(sheet.puzzles, sheet.answers, sheet.reasons, strict=True):
        verdicts = [judge(puzzle, puzzle.position.cell(name)) for name in answers]
        assert all(verdict.is_right for verdict in verdicts)
        assert reason == "" or reason.endswith(".")


def test_seeds_give_different_sheets() -> None:
    again, other = (puzzle_sheet("tictactoe", count=12, theme="fork", level=1, seed=seed) for seed in (1, 2))
    assert again.puzzles == SHEET.puzzles
    assert other.puzzles != SHEET.puzzles


def test_the_answers_are_on_pages_of_their_own() -> None:
    asked, answered = parts(sheets_html(SHEET, command="noughts worksheet --puzzles"))
    for puzzle, reason in zip(SHEET.puzzles, SHEET.reasons, strict=True):
        assert puzzle.id not in asked
        assert puzzle.id in answered
        assert reason not in asked
        assert reason.replace("'", "&#x27;") in answered
    assert asked.count("Move</span>") == asked.count("to move and win.") == 12
    assert "exactly one move is right" in asked
    assert 'class="part"' not in asked.rpartition("<section")[0]
    assert "<code>noughts worksheet --puzzles</code>" in answered


def test_several_sheets_have_a_table_of_answers() -> None:
    sheets = [puzzle_sheet("connect four", count=2, seed=seed) for seed in (5, 6)]
    page = sheets_html(*sheets)
    rows = re.findall(r"<td><b>(\d)</b></td><td>([^<]+)</td><td>([^<]+)</td>", page)
    expected = [(str(sheet.seed), *(" or ".join(names) for names in sheet.answers)) for sheet in sheets]
    assert rows == expected
    assert "column of the right move" in page


def test_text_has_the_answers_after_a_form_feed() -> None:
    asked, _, answered = sheets_text(SHEET).partition("\f")
    assert asked.count("Move: ______") == 12
    assert all(reason in answered for reason in SHEET.reasons)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "a sheet can have 1 to 100 puzzles, not 0"),
        ({"theme": "castling"}, "unknown theme 'castling': expected win-in-1"),
        ({"level": 6}, "unknown level 6: expected 1 to 5"),
        ({"theme": "claimeven"}, "there are only 0 of 12 such puzzles of 3,3,3: choose fewer"),
        ({"game": "8,8,5"}, "there are no puzzles of 8,8,5"),
    ],
)
def test_bad_choices_are_errors(options: dict[str, object], message: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(message)):
        puzzle_sheet(**options)  # type: ignore[arg-type]
