"""Moves that lead to a position: played from the empty board, they reach it, and no earlier move ends the game."""

from random import Random

import pytest

from noughts import Position, position
from noughts.rules.move_order import moves_to


@pytest.mark.parametrize("game", ["3,3,3", "7,6,4 gravity", "4,4,3 misere", "7,7,5 exact", "3x3x3", "15,15,5"])
def test_the_moves_lead_to_the_position(game: str) -> None:
    draw = Random(1)
    for _ in range(5):
        at = Position(game)
        while not at.is_over:
            moves = moves_to(at)
            assert moves is not None
            again = Position(game)
            for move in moves:
                again = again.play(move)  # raises an error after the end of the game
            assert again == at
            at = at.play(draw.choice(at.moves))


@pytest.mark.parametrize("text", ["xx_/___/___ x", "o__/___/___ x", "___/___/___ o", "xxx/oo_/___ o"])
def test_no_moves_lead_to_some_positions(text: str) -> None:
    at = position(text)
    assert moves_to(at) is None or at.is_over
