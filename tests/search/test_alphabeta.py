"""Alpha-beta and its transposition table: fewer nodes, the same scores."""

from math import inf, prod

import pytest
from hypothesis import assume, given

from noughts import (
    IgnoreDistance,
    Ordered,
    Position,
    SearchLimit,
    alphabeta,
    canonical,
    centre_first,
    game,
    minimax,
    position,
    transposition,
)
from noughts.search.alphabeta import left_behind
from noughts.search.transposition import Table, table_value
from tests.strategies import games, positions

START = Position(game("tictactoe"))


def test_the_known_node_count_with_plain_scores() -> None:
    assert alphabeta(IgnoreDistance(START)).visited == 18_297


@given(positions(games(most=6)))
def test_alpha_beta_visits_part_of_the_minimax_tree(at: Position) -> None:
    assume(not at.is_over)
    assert alphabeta(at).visited <= minimax(at).visited
    assert transposition(at).visited <= alphabeta(at).visited


@pytest.mark.parametrize("cells", range(1, 9))
def test_the_minimal_tree_of_knuth_and_moore(cells: int) -> None:
    """Knuth and Moore, theorem 1: with the best move first, only the critical positions of each level are searched.

    On a board without lines every move is best. A critical position is reached by a first move at each odd ply,
    or at each even one; so with n cells there are n(n-2)(n-4)… + (n-1)(n-3)… - 1 of them on the last level.
    """
    least = 0
    for level in range(cells + 1):
        odd = prod(cells - ply for ply in range(0, level, 2))
        even = prod(cells - ply for ply in range(1, level, 2))
        least += odd + even - 1
    assert alphabeta(Position(game(f"{cells},1,9"))).visited == least


def test_equally_good_later_moves_have_only_bounds() -> None:
    result = alphabeta(START)
    assert result.best == (0,)
    assert result.bounds == frozenset(range(1, 9))
    assert result.score == 0


@pytest.mark.parametrize(
    ("scores", "bounds"),
    [
        ({}, set()),
        ({"a": 1}, set()),
        ({"a": 1, "b": 1, "c": 2, "d": 1}, {"b", "d"}),
        ({"a": -3, "b": -2, "c": -1}, set()),
        ({"a": 3, "b": 2, "c": 1}, {"b", "c"}),
    ],
)
def test_left_behind_returns_the_moves_with_only_bounds(scores: dict[object, float], bounds: set[object]) -> None:
    assert left_behind(scores) == bounds


# The table.


def test_a_table_is_read_and_extended() -> None:
    table: Table = {}
    first = transposition(START, table=table)
    entries = len(table)
    assert entries > 1000
    again = transposition(START, table=table)
    assert again.scores == first.scores
    assert again.visited == 10  # the root and its children, which are all in the table
    assert len(table) == entries
    assert transposition(position("x8_"), table=table).visited < transposition(position("x8_")).visited / 10


def test_mirror_images_share_an_entry() -> None:
    plain: Table = {}
    images: Table = {}
    transposition(START, table=plain)
    transposition(START, table=images, key=canonical)
    assert len(images) < len(plain) / 4
    assert len(images) <= 765
    corners = [Position(START.game, 1 << cell, turn=START.turn.other) for cell in (0, 2, 6, 8)]
    assert len({canonical(at) for at in corners}) == 1
    assert transposition(Ordered(START, centre_first), key=canonical).score == 0


def test_a_table_keeps_proven_results_when_the_search_is_stopped() -> None:
    table: Table = {}
    with pytest.raises(SearchLimit):
        transposition(START, table=table, nodes=1_000)
    assert table
    for state, (low, high) in table.items():
        assert isinstance(state, Position)
        assert low <= minimax(state).score <= high
    assert transposition(START, table=table).visited < transposition(START).visited


def test_table_entries_are_used() -> None:
    """Without table hits, the tests of the table would be meaningless."""
    at = position("xo_/ox_/3_ x")
    assert table_value(at, -inf, inf, {at: (7, 7)}) == 7
    assert table_value(at, -inf, 0, {at: (1, inf)}) == 1
    assert table_value(at, 9, inf, {at: (-inf, 8)}) == 8
