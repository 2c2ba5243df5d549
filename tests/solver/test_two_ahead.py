"""The fast opponent for long games plays the same moves as the player that it replaces."""

from random import Random

import pytest

from noughts import Position, game, player
from tests.solver.two_ahead import two_ahead


@pytest.mark.parametrize(
    "name",
    [
        *("3,3,3", "5,4,4", "6,6,4"),
        pytest.param("7,7,5", marks=pytest.mark.slow),
        pytest.param("8,6,5", marks=pytest.mark.slow),
    ],
)
def test_two_ahead_plays_like_minimax_with_depth_two(name: str) -> None:
    opponent, random, seen = player("minimax:depth=2,order=random"), Random(name), 0
    for seed in range(5):
        at = Position(game(name))
        while not at.is_over:
            assert two_ahead(at, Random(seed)) == opponent.choose(at, Random(seed)).move
            at = at.play(two_ahead(at, Random(seed)) if random.random() < 0.5 else random.choice(at.moves))
            seen += 1
    assert seen > 30
