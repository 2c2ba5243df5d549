"""Depth-limited search: scores inside the horizon are proven, the others are estimates and marked as such."""

from itertools import pairwise
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import (
    NoughtsError,
    Player,
    Position,
    SearchLimit,
    deepening,
    depth_limited,
    game,
    minimax,
    open_lines,
    position,
)
from noughts.search.depth_limited import limited_value
from noughts.search.evaluate import move_weights, unknown
from tests.search.foreign import Subtraction
from tests.strategies import games, positions, random_games

START = Position(game("tictactoe"))


def by_definition(state: Any, depth: int, evaluate: Any) -> float:
    """Depth-limited minimax without a window."""
    if state.is_over:
        return float(state.score)
    if depth == 0:
        return float(evaluate(state))
    return max(-by_definition(state.play(move), depth - 1, evaluate) for move in state.moves)


def a_guess(position: Position) -> float:
    """Return an arbitrary estimate that differs between positions."""
    return Random(hash(position)).uniform(-0.9, 0.9)


@given(positions(games(most=6)), st.integers(1, 7), st.sampled_from([unknown, open_lines, a_guess]))
def test_it_agrees_with_minimax_up_to_the_horizon(at: Position, depth: int, evaluate: Any) -> None:
    assume(not at.is_over)
    result = depth_limited(at, depth, evaluate=evaluate)
    true = {move: -by_definition(at.play(move), depth - 1, evaluate) for move in at.moves}
    assert tuple(result.scores) == at.moves
    assert result.score == max(true.values())
    for move, score in true.items():
        assert score <= result.scores[move] if move in result.bounds else score == result.scores[move]
    assert true[result.move] == result.score
    if depth >= at.empty.bit_count():
        assert result.exact
    if result.exact:
        assert result.score == minimax(at).score


@given(positions(games(most=6)), st.integers(0, 7), st.floats(-8, 8), st.floats(0.1, 8))
def test_its_window_keeps_the_contract_at_any_depth(at: Position, depth: int, alpha: float, width: float) -> None:
    beta, s = alpha + width, by_definition(at, depth, a_guess)
    r = limited_value(at, alpha, beta, depth, a_guess)
    assert s <= r <= alpha if s <= alpha else beta <= r <= s if s >= beta else r == s


@given(positions(games(most=6)), st.integers(1, 4), st.integers(0, 5))
def test_the_first_move_to_try_does_not_change_scores(at: Position, depth: int, choice: int) -> None:
    assume(not at.is_over)
    first = at.moves[choice % len(at.moves)]
    result = depth_limited(at, depth, evaluate=a_guess, first=first)
    assert result.score == depth_limited(at, depth, evaluate=a_guess).score
    assert tuple(result.scores) == at.moves
    assert first not in result.bounds


def test_exact_says_whether_the_horizon_was_reached() -> None:
    assert depth_limited(START, 9).exact
    assert not depth_limited(START, 8).exact
    won = position("2x_/2o_/3_ x")
    assert not depth_limited(won, 1).exact
    assert depth_limited(position("xox/xo_/ox_ x"), 2).exact
    assert depth_limited(Subtraction(3), 3).exact


def test_an_estimate_is_not_marked_as_proven() -> None:
    result = depth_limited(START, 2, evaluate=open_lines)
    assert not result.exact
    assert all(-1 < score < 1 for score in result.scores.values())
    assert depth_limited(position("2x_/2o_/3_ x"), 1).score == 5


@pytest.mark.parametrize("depth", [0, -1])
def test_a_search_looks_ahead_at_least_one_ply(depth: int) -> None:
    with pytest.raises(NoughtsError, match=f"expected a whole number of at least 1 as the depth, not {depth}"):
        depth_limited(START, depth)


@pytest.mark.parametrize("most", [0, -1])
def test_deepening_looks_ahead_at_least_one_ply(most: int) -> None:
    with pytest.raises(NoughtsError, match=f"expected a whole number of at least 1 as the maximum depth, not {most}"):
        list(deepening(START, most=most))


# Deepening.


@given(positions(games(most=6)))
def test_deepening_goes_one_ply_deeper_each_time_until_every_score_is_proven(at: Position) -> None:
    assume(not at.is_over)
    results = list(deepening(at, evaluate=a_guess))
    assert [depth for depth, _ in results] == list(range(1, len(results) + 1))
    assert [result.exact for _, result in results] == [False] * (len(results) - 1) + [True]
    assert results[-1][1].score == minimax(at).score
    for depth, result in results:
        assert result.score == depth_limited(at, depth, evaluate=a_guess).score
        assert tuple(result.scores) == at.moves
    assert all(one.visited < two.visited for (_, one), (_, two) in pairwise(results))


def test_the_best_move_is_tried_first_in_the_next_search() -> None:
    at, results = START, [result for _, result in deepening(START, evaluate=open_lines, most=5)]
    visited, first = 0, None
    for depth, result in enumerate(results, 1):
        alone = depth_limited(at, depth, evaluate=open_lines, first=first)
        visited += alone.visited
        assert (result.scores, result.visited) == (alone.scores, visited)
        first = alone.move


def test_deepening_ends_at_the_maximum_depth() -> None:
    assert [depth for depth, _ in deepening(START, most=3)] == [1, 2, 3]
    assert [depth for depth, _ in deepening(position("xox/xo_/ox_ x"), most=7)] == [1, 2]


@pytest.mark.parametrize("nodes", [10, 30, 100, 1_000])
def test_deepening_ends_before_it_passes_the_limit(nodes: int) -> None:
    visited = [result.visited for _, result in deepening(START, nodes=nodes)]
    more = [result.visited for _, result in deepening(START, most=len(visited) + 1)]
    assert visited == more[:-1]
    assert visited[-1] <= nodes < more[-1]


def test_deepening_raises_only_if_the_first_search_fails() -> None:
    with pytest.raises(SearchLimit, match="limit of 9 nodes"):
        list(deepening(START, nodes=9))
    answers = iter([False, True])
    assert len(list(deepening(START, deadline=lambda: next(answers, True)))) == 1
    with pytest.raises(SearchLimit, match="ran out of time"):
        list(deepening(START, deadline=lambda: True))


# Evaluation.


@given(positions(games()))
def test_an_evaluation_is_bounded_and_changes_sign_with_the_player(at: Position) -> None:
    assume(not at.is_over)
    score = open_lines(at)
    assert -1 < score < 1
    assert open_lines(Position(at.game, at.x, at.o, at.turn.other)) == -score
    if at.game.full is None:
        assert open_lines(Position(at.game, at.o, at.x, at.turn.other)) == score
    assert unknown(at) == 0


@pytest.mark.parametrize(
    ("board", "name", "difference"),
    [
        ("9_ x", "3,3,3", 0),
        ("_x_/3_/3_ o", "3,3,3", -2 * 4),  # an edge is on two lines
        ("4_x4_ o", "3,3,3", -4 * 4),
        ("x3_o4_ x", "3,3,3", 2 * 4 - 3 * 4),
        ("2x_/_o_/3_ o", "3,3,3", -(16 + 4) + 2 * 4),
        ("4_x4_ o", "3,3,3 misere", 4 * 4),
        ("9_ x", "3,3,3 full=x", 4),
        ("9_ o", "3,3,3 full=x", -4),
        ("9_ x", "3,3,3 full=o", -4),
    ],
)
def test_open_lines_counts_four_to_the_power_of_the_stones(board: str, name: str, difference: int) -> None:
    worth_of_a_line_that_lacks_one = 4**2
    assert open_lines(position(board, name)) == difference / (worth_of_a_line_that_lacks_one + abs(difference))


def test_move_weights_prefer_wins_then_blocks() -> None:
    hopes = move_weights(position("2x_/2o_/3_ x"))
    empty = position("2x_/2o_/3_ x").moves
    assert sorted(empty, key=lambda cell: -hopes[cell])[:2] == [2, 5]
    hopes = move_weights(position("2x_/2o_/3_ o"))
    assert sorted(empty, key=lambda cell: -hopes[cell])[:2] == [5, 2]
    hopes = move_weights(position("2x_/2o_/3_ x", "misere"))
    assert sorted(empty, key=lambda cell: hopes[cell])[:2] == [2, 5]


@pytest.mark.parametrize("seed", range(3))
def test_move_weights_are_symmetric_between_the_players(seed: int) -> None:
    for line in random_games("4,4,3", 5, seed):
        for at in line[:-1]:
            other = Position(at.game, at.o, at.x, at.turn.other)
            assert move_weights(at) == move_weights(other)
            assert len(move_weights(at)) == 16


def test_scores_are_for_the_player_to_move() -> None:
    at = position("2x_/2o_/3_ o")
    assert at.turn is Player.O
    assert depth_limited(at, 1, evaluate=lambda _: -0.5).scores[5] == 5
    assert depth_limited(at, 1, evaluate=lambda _: -0.5).scores[6] == 0.5
    assert limited_value(at, -inf, inf, 0, lambda _: 0.25) == 0.25
