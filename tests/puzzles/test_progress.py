"""A person's progress: each puzzle counts once, days in a row are counted, and the next puzzle suits the person."""

from datetime import date, timedelta
from random import Random

import pytest

from noughts.puzzles import Progress, Skill, next_puzzle
from noughts.puzzles.collections import every
from noughts.puzzles.progress import NEAR
from noughts.rules.errors import BadFile

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize("first", [True, False])
def test_only_the_first_result_of_a_puzzle_counts(first: bool) -> None:
    puzzle = every()[0]
    once = Progress().after(puzzle, solved=first)
    assert (once.solved, len(once.results)) == (int(first), 1)
    assert (once.skill.rating > Skill().rating) is first
    assert once.after(puzzle, solved=not first) == once


def test_days_in_a_row_end_with_a_day_without_a_solved_puzzle() -> None:
    progress = Progress()
    assert progress.days_in_a_row(TODAY) == 0
    for number in range(3):
        progress = progress.on(TODAY + timedelta(number), "1")
    assert progress.on(TODAY + timedelta(2), "1") == progress
    in_a_row = [progress.days_in_a_row(TODAY + timedelta(number)) for number in (2, 3, 4)]
    assert in_a_row == [3, 3, 0]
    assert progress.on(TODAY + timedelta(4), "1").days == 1


def test_progress_comes_back_from_its_data() -> None:
    progress = Progress().after(every()[0], solved=True).after(every()[1], solved=False).on(TODAY, "01")
    assert Progress.from_data(progress.to_data()) == progress
    assert Progress.from_data(Progress().to_data()) == Progress()


DATA = Progress().to_data()


@pytest.mark.parametrize(
    "data",
    [
        *({}, [], {"skill": {"rating": "x"}}, DATA | {"day": "tomorrow"}, DATA | {"attempts": "<b>"}),
        *(DATA | {"skill": DATA["skill"] | wrong} for wrong in ({"rating": 1e9}, {"deviation": 0}, {"volatility": 9})),
    ],
)
def test_other_data_is_not_progress(data: dict[str, object]) -> None:
    with pytest.raises(BadFile, match="this is not the progress"):
        Progress.from_data(data)


def test_an_older_day_changes_nothing_and_runs_keep_their_best() -> None:
    progress = Progress().on(TODAY, "01").finished("sprint", 7).finished("sprint", 5)
    assert progress.on(TODAY - timedelta(1), "1") == progress
    assert (progress.sprint, progress.streak) == (7, 0)


def test_the_next_puzzle_is_new_and_suits_the_person() -> None:
    progress, random, games = Progress(), Random(1), set()
    for _ in range(60):
        puzzle = next_puzzle(every(), progress, random)
        assert puzzle.id not in progress.results
        assert abs(puzzle.rating - progress.skill.rating) <= NEAR
        games.add(puzzle.position.game.name)
        progress = Progress(Skill(), {**progress.results, puzzle.id: True})
    assert len(games) >= 4
    assert next_puzzle(every(), progress, random, rating=5000) in every()[-700:]
    assert next_puzzle(every()[:1], progress.after(every()[0], solved=True), random) == every()[0]


def test_when_all_puzzles_are_done_they_come_again_but_not_the_same_one_for_ever() -> None:
    puzzles, progress = every()[:6], Progress()
    for puzzle in puzzles:
        progress = progress.after(puzzle, solved=puzzle is not puzzles[0])
    seen = set()
    for number in range(40):
        puzzle = next_puzzle(puzzles, progress, Random(number))
        assert puzzle.id != progress.latest
        seen.add(puzzle.id)
        progress = progress.after(puzzle, solved=True)
    assert len(seen) > 3
    assert progress.solved == 5, "only the first result counts"
