"""The solver's interface: its game, its cache and its errors. The agreement tests check its scores."""

from math import inf

import pytest
from hypothesis import assume, given

from noughts import NoughtsError, Position, Solver, canonical, game, misere, mnk, position
from noughts.search.order import image
from noughts.solver.canonical import SymmetryCache
from tests.strategies import games, positions


def test_a_solver_rejects_positions_of_other_games() -> None:
    solver = Solver(game("3,3,3"))
    for other in ("misere", "4,3,3", "3,3,2"):
        with pytest.raises(ValueError, match=f"this solver is for 3,3,3, not for {game(other)}"):
            solver.score(Position(game(other)))
        with pytest.raises(ValueError, match="this solver is for 3,3,3"):
            solver.solve(Position(game(other)))
    assert solver.score(Position(mnk(3, 3, 3))) == 0  # an equal game is accepted


def test_a_finished_game_has_a_score_and_no_moves() -> None:
    solver = Solver(game("3,3,3"))
    assert solver.score(position("3x/2o_/3_ o")) == -5
    assert solver.visited == 0
    with pytest.raises(NoughtsError, match="the game is over: there are no moves to score"):
        solver.solve(position("3x/2o_/3_ o"))


def test_a_solver_keeps_its_results() -> None:
    solver, start = Solver(game("4,4,4")), Position(game("4,4,4"))
    assert solver.score(start) == 0
    nodes = solver.visited
    assert solver.score(start) == 0
    assert solver.visited == nodes + 1
    for symmetry in start.game.symmetries:  # the table knows all symmetric images
        solver.score(image(start.play(5), symmetry), -1, 1)
    assert solver.visited < 2 * nodes


@given(positions(games(most=6)))
def test_visited_counts_what_solve_searches(at: Position) -> None:
    assume(not at.is_over)
    solver = Solver(at.game)
    result = solver.solve(at)
    assert result.visited == solver.visited
    assert solver.solve(at).visited <= 1 + len(at.moves)  # including the root
    assert result.exact
    assert not result.bounds
    assert tuple(result.scores) == at.moves


@pytest.mark.parametrize("text", ["3,3,3", "3,3,3 misere"])
def test_the_side_to_move_is_part_of_the_key(text: str) -> None:
    """A table must distinguish the same stones with different players to move."""
    solver = Solver(game(text))
    for board in ("x8_", "xo7_", "x3_o4_", "2x_/2o_/3_", "xo_/ox_/3_"):
        for turn in "xoxo":
            at = position(f"{board} {turn}", text)
            assert solver.score(at) == Solver(at.game).score(at)


def test_with_a_winner_of_full_boards_the_players_are_distinguished() -> None:
    solver = Solver(game("3,3,3 full=o"))
    start = Position(solver.game)
    swapped = Position(solver.game, turn=start.turn.other)
    for _ in range(2):
        assert solver.score(start) < 0  # O cannot lose
        assert solver.score(swapped) > 0


def test_the_window_contract_holds() -> None:
    solver, start = Solver(game("4,3,3")), Position(game("4,3,3"))
    assert solver.score(start) == 6
    fresh = Solver(game("4,3,3"))
    assert fresh.score(start, 0, 1) >= 1
    assert fresh.visited < Solver(game("4,3,3")).solve(start).visited
    assert fresh.score(start, 7, inf) <= 7
    assert fresh.score(start, -inf, inf) == 6


@given(positions(games()))
def test_the_symmetry_cache_agrees_with_the_images(at: Position) -> None:
    images = SymmetryCache(at.game.symmetries)
    others = [image(at, symmetry) for symmetry in at.game.symmetries]
    assert images.smallest(at.x, at.o) == min((other.x, other.o) for other in others)
    assert images.count(at.x, at.o) == len(set(others))
    assert {images.smallest(other.x, other.o) for other in others} == {images.smallest(at.x, at.o)}
    assert (*images.smallest(at.x, at.o), at.turn.value == "x") == canonical(at)
    assert images.images_of(at.x) == tuple(other.x for other in others)
    assert len(images) <= len({at.x, at.o} | {x for other in others for x in (other.x, other.o)})
    images.clear()
    assert len(images) == 0


def test_a_misere_game_is_solved_by_its_own_rules() -> None:
    start = Position(mnk(2, 2, 2))
    assert Solver(start.game).score(start) == 2
    assert Solver(misere(start.game)).score(Position(misere(start.game))) == -2
