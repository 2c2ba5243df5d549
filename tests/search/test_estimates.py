"""Estimates by Monte Carlo tree search and by looking ahead on large boards."""

from functools import partial
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import NoughtsError, Position, game, look_ahead, mcts, position
from noughts.search.evaluate import move_weights
from noughts.search.order import Narrowed
from tests.strategies import games, named_games, placed, played

START = Position(game("tictactoe"))
unfinished = st.one_of(games(), named_games).flatmap(lambda here: st.one_of(played(here), placed(here)))

TACTICS = [
    ("2x_/2o_/3_ x", "3,3,3", "c1"),  # win rather than block
    ("2x_/2o_/3_ o", "3,3,3", "c2"),
    ("x2_/_o_/x2_ o", "3,3,3", "a2"),  # block
    ("7_/7_/7_/7_/3o4_/3x4_ x", "connect four", "d6"),
    ("7_/7_/7_/7_/7_/o3x3_ o", "connect four", "e6"),
]


@given(unfinished, st.integers(1, 60), st.integers(0, 2**32))
def test_monte_carlo_estimates(at: Position, simulations: int, seed: int) -> None:
    assume(not at.is_over and len(at.game.board) < 40)
    result = mcts(at, simulations=simulations, random=Random(seed))
    assert tuple(result.scores) == at.moves
    assert all(-1 < score < 1 for score in result.scores.values())
    assert not result.exact
    assert not result.bounds
    assert simulations < result.visited <= 1 + simulations * at.empty.bit_count()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("board", "name", "move"), TACTICS)
def test_monte_carlo_finds_urgent_moves(board: str, name: str, move: str, seed: int) -> None:
    at = position(board, name)
    assert mcts(at, simulations=500, random=Random(seed)).move == at.cell(move)


def test_the_same_numbers_give_the_same_search() -> None:
    results = [mcts(START, simulations=200, random=Random(seed)) for seed in (1, 1, 2)]
    assert results[0] == results[1]
    assert results[0] != results[2]
    continued = Random(1)
    mcts(START, simulations=200, random=continued)
    assert mcts(START, simulations=200, random=continued) != results[0]


def test_more_simulations_come_closer_to_the_truth() -> None:
    lost = position("x8_").play(1)  # an edge beside X's corner loses
    few, many = (mcts(lost, simulations=n, random=Random(3)).score for n in (20, 4_000))
    assert many > 0.5
    assert many > few


def test_each_simulation_is_counted_once() -> None:
    at = position("xox/xo_/ox_ x")  # two cells are left
    result = mcts(at, simulations=100, random=Random(1))
    # Both orders of c2 and c3 lead to forced results.
    assert result.visited == 1 + 2 * 100


def test_exploration_is_the_constant_of_the_paper() -> None:
    at = position("2x_/2o_/3_ x")
    spread = []
    for exploration in (0.0, 1.4, 50.0):
        result = mcts(at, simulations=500, random=Random(1), exploration=exploration)
        spread.append(max(result.scores.values()) - min(result.scores.values()))
    assert mcts(at, simulations=500, random=Random(1), exploration=0.0).scores[2] > 0.98
    assert spread[0] != spread[1] != spread[2]


def test_at_least_one_simulation_is_required() -> None:
    with pytest.raises(NoughtsError, match="expected a whole number of at least 1 as the number of simulations, not 0"):
        mcts(START, simulations=0, random=Random(1))
    for estimate in (partial(mcts, random=Random(1)), look_ahead):
        with pytest.raises(NoughtsError, match="the game is over"):
            estimate(position("3x/2o_/3_ o"))


# Looking ahead.


@given(unfinished, st.integers(1, 12), st.integers(1, 300))
def test_looking_ahead_estimates(at: Position, width: int, nodes: int) -> None:
    assume(not at.is_over)
    result = look_ahead(at, width=width, nodes=nodes)
    assert tuple(result.scores) == Narrowed(at, width).moves
    assert all(-1 < score < 1 for score in result.scores.values())
    assert not result.exact
    assert result.visited <= max(nodes, width + 1)


@pytest.mark.parametrize(("board", "name", "move"), TACTICS)
def test_looking_ahead_finds_urgent_moves(board: str, name: str, move: str) -> None:
    at = position(board, name)
    assert look_ahead(at).move == at.cell(move)


@pytest.mark.parametrize("turn", ["x", "o"])
def test_looking_ahead_on_a_large_board(turn: str) -> None:
    """Four in a row, open at one end: X wins, and O blocks."""
    rows = ["15_"] * 15
    rows[7] = "3_o4x7_"
    rows[2] = "o5_o8_"
    rows[12] = "2_o12_"
    at = position("/".join(rows) + f" {turn}", "gomoku")
    assert look_ahead(at).move == at.cell("i8")
    assert move_weights(at)[at.cell("i8")] == max(move_weights(at)[move] for move in at.moves)


def test_a_proven_end_outranks_any_estimate() -> None:
    at = position("2x_/2o_/3_ x")
    scores = look_ahead(at).scores
    assert scores[2] > 0.9 > max(score for move, score in scores.items() if move != 2)
    lost = look_ahead(position("x_x/3_/x_o o")).scores  # X wins on one side or the other
    assert set(lost.values()) == {max(lost.values())}
    assert max(lost.values()) < -0.9
