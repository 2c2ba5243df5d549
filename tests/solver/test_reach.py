"""Reachable positions: their known number, their order, and the limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Position, SearchLimit, canonical, plies
from noughts import game as named
from noughts.solver.reach import reachable
from tests.strategies import games, named_games, played


def test_the_number_of_reachable_positions_is_as_known() -> None:
    start = Position(named("tictactoe"))
    assert len(reachable(start, limit=4_520)) == 4_520
    with pytest.raises(SearchLimit, match="more than 4,519 unfinished positions: expected a game small enough"):
        reachable(start, limit=4_519)


@pytest.mark.parametrize("name", ["3,3,3", "3,3,3 gravity", "3,3,3 misere", "4,2,2"])
def test_one_position_of_each_symmetry_class_is_listed(name: str) -> None:
    start = Position(named(name))
    classes = sum(ply.classes - sum(ply.ended_classes.values()) for ply in plies(start))
    assert len(reachable(start, limit=classes, key=canonical)) == classes


@given(games(most=6).flatmap(played))
def test_reachable_positions_match_the_counts(start: Position) -> None:
    counted = sum(ply.positions - sum(ply.ended_positions.values()) for ply in plies(start))
    assert len(reachable(start, limit=counted)) == counted


@given(games(most=6).flatmap(played))
def test_positions_are_ordered_by_ply(start: Position) -> None:
    states = reachable(start, limit=10_000)
    place = {position: number for number, position in enumerate(states)}
    for position, after in states.items():
        assert list(after) == list(position.moves)
        for move, reached in after.items():
            assert reached == position.play(move)
            assert reached.is_over or place[reached] > place[position]


@given(named_games, st.integers(0, 2))
def test_only_the_chosen_moves_are_followed(game: Game, which: int) -> None:
    start = Position(game)
    states = reachable(start, limit=1_000, moves=lambda position: [position.moves[which % len(position.moves)]])
    assert len(states) <= len(start.game.board)
    assert all(len(after) == 1 for after in states.values())


def test_a_large_board_stops_at_the_limit() -> None:
    with pytest.raises(SearchLimit, match="15,15,5 has more than 1,000 unfinished"):
        reachable(Position(named("15,15,5")), limit=1_000)
