"""The best line is a line of best play, and ends where nothing is proved."""

import pytest
from hypothesis import given

from noughts import Position, Solver, analyse, minimax
from noughts.explain.reasons.best_line import MOST_MOVES, best_line
from noughts.rules.notation import position
from tests.strategies import games, played


@given(games().flatmap(played))
def test_every_move_of_the_line_is_a_best_move(at: Position) -> None:
    solver = Solver(at.game)
    line = best_line(analyse(at, solver=solver), solver)
    assert len(line) <= MOST_MOVES
    assert bool(line) != at.is_over
    for move in line:
        after = at.play(move)
        assert minimax(at).scores[move] == minimax(at).score
        at = after
    assert at.is_over or len(line) == MOST_MOVES


def test_the_line_begins_with_the_first_best_move_and_ends_with_the_game() -> None:
    start, solver = position("o_x/x2_/x2o x"), Solver("tictactoe")
    assert best_line(analyse(start, solver=solver), solver) == (4,)


def test_a_line_can_be_shorter() -> None:
    solver = Solver("tictactoe")
    assert len(best_line(analyse(Position("tictactoe"), solver=solver), solver, most=3)) == 3


def test_estimates_have_no_line() -> None:
    solver = Solver("15,15,5")
    assert best_line(analyse(Position("15,15,5"), 0, solver=solver, estimate_nodes=10), solver) == ()


def test_connect_four_has_a_line_from_its_book() -> None:
    pytest.importorskip("noughts_kernel")
    solver = Solver("connect four")
    line = best_line(analyse(Position("connect four"), 1000, solver=solver), solver)
    names = solver.game.board.names
    assert [names[move] for move in line][:3] == ["d6", "d5", "d4"]
