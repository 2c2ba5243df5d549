"""Batches of boards follow the rules of `Position` on every board."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, NoughtsError, Position
from noughts.adapters.boards import Boards
from noughts.oracle.arrays import action_mask, observation
from noughts.rules.tactics import sign
from tests.strategies import games, named_games


@given(game=st.one_of(named_games, games()), seed=st.integers(0, 2**32))
def test_every_board_follows_the_rules(game: Game, seed: int) -> None:
    random, count = np.random.default_rng(seed), 5
    boards, positions = Boards(game, count), [Position(game)] * count
    for _ in range(3 * len(game.board)):
        moves = np.array([random.choice(position.moves) for position in positions])
        some = np.flatnonzero(random.random(count) < 0.8)
        results, over = boards.play(moves[some], some)
        for board, result, ended in zip(some.tolist(), results.tolist(), over.tolist(), strict=True):
            after = positions[board] = positions[board].play(int(moves[board]))
            assert boards.position(board) == after
            assert ended == after.is_over
            assert result == (-sign(after.score) if after.is_over else 0)
        for board, planes in zip(some.tolist(), boards.observations(some), strict=True):
            assert np.array_equal(planes, observation(positions[board]))
            if not positions[board].is_over:
                assert np.array_equal(boards.masks[board], action_mask(positions[board]))
        finished = some[over]
        boards.reset(finished)
        for board in finished.tolist():
            positions[board] = Position(game)
            assert boards.position(board) == Position(game)
            assert np.array_equal(boards.masks[board], action_mask(Position(game)))


@pytest.mark.parametrize(
    ("game", "shape"), [("tictactoe", (2, 3, 3)), ("connect four", (2, 6, 7)), ("2x3x4,2", (2, 4, 3, 2))]
)
def test_observations_have_rows_before_columns(game: str, shape: tuple[int, ...]) -> None:
    boards = Boards(game, 2)
    assert boards.observations().shape == (2, *shape)
    move = np.flatnonzero(boards.masks[0])[-1]
    boards.play([move, move])
    (place,) = np.argwhere(boards.observations()[1, 1])
    assert np.ravel_multi_index(tuple(place), shape[1:]) == move  # NumPy numbers cells as noughts does


def test_observations_are_new_arrays() -> None:
    boards = Boards("tictactoe", 1)
    before = boards.observations()
    boards.play([4])
    assert not before.any()


@pytest.mark.parametrize("count", [0, -1, 2.0, True, "2", None])
def test_there_is_at_least_one_board(count: Any) -> None:
    with pytest.raises(NoughtsError, match="expected a whole number of at least 1 as the number of boards, not "):
        Boards("tictactoe", count)
