"""The principal variation is legal best play to the end of the game, and as long as the score says."""

import pytest
from hypothesis import given

from noughts import Position, SearchLimit, Solver, game, position
from noughts.explain.reasons.reasons import clearest
from noughts.solver.evaluation import distance
from noughts.solver.line import principal_variation
from tests.oracle import Oracle
from tests.strategies import games, in_sets, mark, positions


@given(positions(games(7)))
def test_every_move_of_the_line_is_one_of_the_best(start: Position) -> None:
    oracle, solver, at = Oracle(in_sets(start.game)), Solver(start.game), start
    line = principal_variation(start, solver)
    last = principal_variation(start, solver, prefer=lambda position, move: move)
    for step, late in zip(line, last, strict=True):
        board = "".join("x" if at.x >> c & 1 else "o" if at.o >> c & 1 else "_" for c in range(len(at.game.board)))
        assert step in oracle.best(board, mark(at.turn))
        at = at.play(step)
        assert late >= 0
    assert at.is_over
    if not start.is_over:
        assert len(line) == distance(solver.score(start), start.empty.bit_count())


def test_the_preferred_move_is_taken_among_equals() -> None:
    start = Position(game("tictactoe"))
    assert principal_variation(start)[0] == 0
    assert principal_variation(start, prefer=lambda position, move: move == 4)[0] == 4
    at = position("xo_/_x_/2_o x")
    names = at.game.board.names
    assert [names[m] for m in principal_variation(at)] == ["a2", "c1", "c2"], "the first of equally good moves"
    assert [names[m] for m in principal_variation(at, prefer=clearest)] == ["a2", "c2", "a3"], (
        "the preferred move, a block"
    )


def test_the_limit_is_respected() -> None:
    with pytest.raises(SearchLimit):
        principal_variation(Position(game("4,4,4")), nodes=10)
    with pytest.raises(SearchLimit):
        principal_variation(Position(game("4,4,4")), deadline=lambda: True)
    assert principal_variation(position("3x/2o_/3_ o")) == ()
