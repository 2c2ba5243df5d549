"""Wrapped states with another move order, other scores or fewer moves; and symmetric images."""

import copy
import pickle
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import (
    IgnoreDistance,
    Ordered,
    Position,
    alphabeta,
    canonical,
    cells_in,
    centre_first,
    game,
    minimax,
    position,
    shuffled,
)
from noughts.search.evaluate import move_weights
from noughts.search.order import Narrowed, image
from tests.strategies import games, positions

START = Position(game("tictactoe"))


def test_centre_first_means_centre_corners_edges() -> None:
    assert Ordered(START, centre_first).moves == (4, 0, 2, 6, 8, 1, 3, 5, 7)
    assert Ordered(position("o_x/x2_/x2o x"), centre_first).moves == (4, 1, 5)
    assert Ordered(Position(game("connect four")), centre_first).moves[0] == 38  # d6


@given(positions(games()), st.integers(0, 100))
def test_an_order_has_the_same_moves(at: Position, seed: int) -> None:
    for order in (centre_first, shuffled(seed), lambda _: [10**6, -1, 3, 3, 0]):
        state = Ordered(at, order)
        assert sorted(state.moves) == list(at.moves)
        assert state.is_over == at.is_over
        for move in state.moves:
            assert state.play(move) == Ordered(at.play(move), order)
            assert state.play(move).state == at.play(move)
        if at.is_over:
            assert state.score == at.score


def test_a_seed_determines_a_shuffled_order() -> None:
    orders = {tuple(shuffled(seed)(START)) for seed in range(50)}
    assert len(orders) == 50
    assert shuffled(3)(START) == shuffled(3)(START.play(4))
    assert Ordered(START, shuffled(3)).moves == tuple(shuffled(3)(START))


def test_the_order_decides_which_of_equal_moves_comes_first() -> None:
    square = Position(game("2,2,2"))  # all four moves win
    assert minimax(square).best == (0, 1, 2, 3)
    assert minimax(Ordered(square, lambda _: [2, 3])).best == (2, 3, 0, 1)
    assert alphabeta(START).move == 0
    assert alphabeta(Ordered(START, centre_first)).move == 4
    assert alphabeta(Ordered(START, centre_first)).visited < alphabeta(START).visited


@given(positions(games()))
def test_ignoring_distance_reduces_scores_to_signs(at: Position) -> None:
    state = IgnoreDistance(at)
    assert state.moves == at.moves
    if at.is_over:
        assert state.score == (at.score > 0) - (at.score < 0)
    else:
        result, plain = minimax(state) if len(at.moves) < 6 else alphabeta(state), alphabeta(at)
        assert result.score == (plain.score > 0) - (plain.score < 0)


@given(positions(games()), st.integers(1, 9))
def test_narrowed_offers_the_most_promising_moves(at: Position, width: int) -> None:
    state, hopes = Narrowed(at, width), move_weights(at)
    assert len(state.moves) == min(width, len(at.moves))
    assert set(state.moves) <= set(at.moves)
    assert all(hopes[one] >= hopes[two] for one, two in pairwise(state.moves))
    left_out = set(at.moves) - set(state.moves)
    assert all(hopes[move] <= hopes[state.moves[-1]] for move in left_out)
    assert all(state.play(move) == Narrowed(at.play(move), width) for move in state.moves)


@given(positions(games()))
def test_wrapped_states_are_values(at: Position) -> None:
    for state in (
        Ordered(at, centre_first),
        IgnoreDistance(at),
        Narrowed(at, 3),
        Ordered(IgnoreDistance(at), centre_first),
    ):
        for same in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert same == state
            assert hash(same) == hash(state)
        assert (state.x, state.o, state.turn, state.game) == (at.x, at.o, at.turn, at.game)
        assert not isinstance(state, Position)
    assert len({IgnoreDistance(at), Narrowed(at, 3), Narrowed(at, 4), Ordered(at, centre_first)}) == 4
    with pytest.raises(AttributeError):
        IgnoreDistance(at).no_such_thing  # noqa: B018


# Symmetric images.


def pictures(at: Position) -> frozenset[tuple[frozenset[int], frozenset[int]]]:
    """Return all symmetric images of the stones, found with Python sets."""
    return frozenset(
        (frozenset(s[c] for c in cells_in(at.x)), frozenset(s[c] for c in cells_in(at.o))) for s in at.game.symmetries
    )


@given(st.data(), games())
def test_canonical_is_the_same_for_images_and_no_others(data: st.DataObject, here: object) -> None:
    some = data.draw(st.lists(positions(st.just(here)), min_size=2, max_size=6))  # type: ignore[arg-type]
    for one in some:
        for two in some:
            alike = pictures(one) == pictures(two) and one.turn is two.turn
            assert (canonical(one) == canonical(two)) == alike
        for symmetry in one.game.symmetries:
            assert canonical(image(one, symmetry)) == canonical(one)
            assert image(one, symmetry).outcome is None or one.is_over


@given(positions(games(most=7)))
def test_images_have_the_same_score(at: Position) -> None:
    assume(not at.is_over)
    for symmetry in at.game.symmetries:
        turned = image(at, symmetry)
        assert alphabeta(turned).score == alphabeta(at).score


def test_the_images_of_a_corner_are_all_corners() -> None:
    corner = START.play(0)
    assert {image(corner, symmetry).x for symmetry in START.game.symmetries} == {1 << cell for cell in (0, 2, 6, 8)}


def test_orders_work_on_wrapped_states() -> None:
    state: Any = Ordered(IgnoreDistance(START), centre_first)
    assert state.play(4).play(0).moves == (2, 6, 8, 1, 3, 5, 7)
    assert canonical(state.play(0)) == canonical(START.play(8))
