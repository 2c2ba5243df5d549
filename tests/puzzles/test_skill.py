"""A person's rating by Glicko-2."""

from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.puzzles import Skill

RATINGS = st.floats(200, 3000)


@given(rating=RATINGS, deviation=st.floats(50, 350), puzzle=RATINGS)
def test_a_solved_puzzle_raises_the_rating_and_a_failed_one_lowers_it(
    rating: float, deviation: float, puzzle: float
) -> None:
    before = Skill(rating, deviation)
    better, worse = before.after(puzzle, solved=True), before.after(puzzle, solved=False)
    assert worse.rating < rating < better.rating
    assert better.deviation <= 350
    assert better.rating - worse.rating < 800


@given(
    rating=st.floats(-10_000, 10_000),
    deviation=st.floats(45, 350),
    volatility=st.floats(0.002, 0.9),
    puzzle=st.floats(0, 10_000),
    solved=st.booleans(),
)
def test_every_possible_rating_leads_to_another_one(
    rating: float, deviation: float, volatility: float, puzzle: float, solved: bool
) -> None:
    after = Skill(rating, deviation, volatility).after(puzzle, solved=solved)
    assert replace(after, rating=0.0).is_possible
    assert abs(after.rating) <= 10_700


@pytest.mark.parametrize("numbers", [(1e9,), (nan,), (-inf,), (800, 0), (800, 1e200), (800, 200, 0), (800, 200, 1e300)])
def test_numbers_to_which_no_puzzles_lead(numbers: tuple[float, ...]) -> None:
    assert not Skill(*numbers).is_possible


def test_a_surprise_counts_more() -> None:
    skill = Skill(1000, 100)
    assert skill.after(1400, solved=True).rating > skill.after(600, solved=True).rating
    assert skill.after(600, solved=False).rating < skill.after(1400, solved=False).rating


def test_the_rating_becomes_certain_and_finds_its_level() -> None:
    skill = Skill()
    for number in range(200):  # a person of 1500: always solves easier puzzles, never harder ones
        puzzle = 1300 if number % 2 else 1700
        skill = skill.after(puzzle, solved=puzzle < 1500)
    assert skill.rating == pytest.approx(1500, abs=60)
    assert skill.deviation < 80


def test_one_step_by_hand() -> None:
    """Steps 3 to 8 of the paper, for one opponent with a known rating, the same as the player's own."""
    after = Skill(1500, 200, 0.06).after(1500, solved=True)
    phi = 200 / 173.7178
    assert after.volatility == pytest.approx(0.06, abs=0.001)
    new = (1 / (phi**2 + after.volatility**2) + 0.25) ** -0.5
    assert after.deviation == pytest.approx(173.7178 * new, rel=1e-3)
    assert after.rating == pytest.approx(1500 + 173.7178 * new**2 / 2, rel=1e-3)
