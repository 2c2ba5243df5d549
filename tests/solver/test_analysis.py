"""Analysis of the moves of a position. The agreement tests check that its scores are correct."""

import time

import pytest
from hypothesis import assume, given

from noughts import Limit, Player, Position, Solver, analyse, cell_string, game, look_ahead, position
from noughts.solver.evaluation import distance
from noughts.solver.line import principal_variation
from tests.oracle import Oracle, put
from tests.oracle import other as opponent
from tests.strategies import games, in_sets, mark, positions

START = Position(game("tictactoe"))


def test_every_first_move_draws_and_a_corner_sets_the_most_traps() -> None:
    analysis = analyse(START)
    assert (analysis.score, analysis.exact, analysis.distance) == (0, True, 9)
    assert {move.score for move in analysis.moves} == {0}
    assert {move.name: (move.replies, move.losing) for move in analysis.moves} == {
        **dict.fromkeys(["a1", "c1", "a3", "c3"], (8, 7)),
        **dict.fromkeys(["b1", "a2", "b2", "c2", "b3"], (8, 4)),
    }
    assert [move.name for move in analysis.best] == ["a1", "c1", "a3", "c3"]
    (corner,) = (move for move in analysis.moves if move.name == "a1")
    assert corner.traps == tuple(cell for cell in range(1, 9) if cell != 4)


def test_analysis_of_the_course_sheet_position() -> None:
    analysis = analyse(position("o_x/x2_/x2o x"))
    assert [(move.name, move.score, move.distance) for move in analysis.moves] == [
        ("b2", 3, 1),
        ("b1", -2, 2),
        ("c2", -2, 2),
    ]
    assert (analysis.score, analysis.distance) == (3, 1)
    assert [move.name for move in analysis.best] == ["b2"]


@given(positions(games()))
def test_moves_are_ordered_by_score_then_by_traps(at: Position) -> None:
    analysis = analyse(at)
    scores = analysis.scores
    ranks = [(-scores[move.move], -len(move.traps or ())) for move in analysis.moves]
    assert ranks == sorted(ranks)
    assert analysis.best == tuple(m for m, rank in zip(analysis.moves, ranks, strict=True) if rank == ranks[0])
    assert sorted(move.move for move in analysis.moves) == list(at.moves)
    if at.is_over:
        assert (analysis.score, analysis.distance, analysis.exact) == (at.score, 0, True)
    else:
        first = analysis.moves[0]
        assert (analysis.score, analysis.distance, analysis.exact) == (first.score, first.distance, True)
    for move in analysis.moves:
        assert move.traps is not None
        assert move.losing == len(move.traps)
        assert set(move.traps) <= set(move.position.moves)
        assert move.name == at.game.board.names[move.move]


@pytest.mark.parametrize(("score", "empty", "plies"), [(10, 10, 1), (9, 10, 2), (-9, 10, 2), (1, 10, 10), (0, 10, 10)])
def test_distance_follows_from_score_and_empty_cells(score: float, empty: int, plies: int) -> None:
    assert distance(score, empty) == plies


def test_the_nodes_are_those_of_the_solver() -> None:
    solver = Solver(START.game)
    first, again = analyse(START, solver=solver), analyse(START, solver=solver)
    assert first.moves == again.moves
    assert first.nodes - 1 + again.nodes - 1 == solver.visited
    assert again.nodes < first.nodes == analyse(START).nodes


@pytest.mark.parametrize("limit", [Limit(0), Limit(100), Limit(seconds=0)])
def test_without_time_the_scores_are_estimates(limit: Limit) -> None:
    analysis = analyse(START, limit)
    assert not analysis.exact
    assert analysis.distance is None
    assert analysis.score is not None
    assert -1 < analysis.score < 1
    known = {(move.value, move.distance, move.losing, move.traps) for move in analysis.moves}
    assert known == {(None, None, None, None)}
    expected = look_ahead(START, nodes=2_000).scores
    assert {move.move: move.score for move in analysis.moves} == dict(expected)
    assert all(move.replies == 8 for move in analysis.moves)
    assert analysis.nodes > 10


def test_an_estimate_leaves_the_solver_correct() -> None:
    solver = Solver(START.game)
    assert not analyse(START, 50, solver=solver).exact
    assert analyse(START, solver=solver).exact
    assert analyse(START, solver=solver).moves == analyse(START).moves


def test_on_a_large_board_only_promising_moves_are_estimated() -> None:
    analysis = analyse(Position(game("gomoku")), 500, estimate_nodes=300)
    assert not analysis.exact
    assert len(analysis.moves) == 13  # the best moves and their equivalents


def test_a_win_in_one_is_found_on_any_board() -> None:
    before = Position(game("gomoku"))
    for move in ("f8", "a1", "g8", "a3", "h8", "c5", "i8", "a8"):
        before = before.play(move)
    analysis = analyse(before, 1)
    winning = {"e8", "j8"}
    assert {move.name for move in analysis.moves if move.value is not None} == winning
    assert (analysis.value, analysis.exact, analysis.distance) == (1, False, 1)
    assert {move.name for move in analysis.best} <= winning
    blocked = analyse(Position(before.game, before.x, before.o, Player.O), 1)
    assert blocked.value is None, "O has no immediate win, and the rest is unknown"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["15,15,5", "19,19,6"])
def test_a_large_board_is_estimated_quickly_without_limits(name: str) -> None:
    start = Position(game(name))
    solver = Solver(start.game)
    assert analyse(start, solver=solver).value is None
    assert solver.visited < 25_000, "plain Python is fast enough"


def test_a_stop_alone_limits_the_analysis() -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    looks = 0

    def stop() -> bool:
        nonlocal looks
        looks += 1
        return looks > 20

    analysis = analyse(Position(game("11,11,5")), Limit(1 << 62, stop=stop))
    assert analysis.value is None, "without a limit it would take years"


def test_a_win_by_fours_is_found_long_before_a_deadline() -> None:
    """Plain Python cannot solve a large board, so it must not use up the time."""
    start = Position(game("gomoku"))
    for name in ("h8", "a1", "g8", "a3", "f8", "c5"):
        start = start.play(name)
    began = time.process_time()
    analysis = analyse(start, Limit(1 << 62, stop=lambda: time.process_time() > began + 4))
    assert time.process_time() < began + 3
    assert analysis.value == 1


@pytest.mark.parametrize(
    "seconds", [0.0, *(pytest.param(seconds, marks=pytest.mark.slow) for seconds in (0.5, 1.0, 3.0))]
)
@pytest.mark.parametrize("name", ["gomoku", "gomoku misere", "9,9,5", "qubic"])
def test_a_stopped_analysis_returns_at_once(name: str, seconds: float) -> None:
    def late() -> float:
        ends = time.process_time() + seconds
        analysis = analyse(Position(game(name)), Limit(stop=lambda: time.process_time() >= ends))
        assert len(analysis.moves) >= 8
        return time.process_time() - ends

    assert any(late() < 0.3 for _ in range(3))  # the garbage collector may take its time once


def test_a_stopped_analysis_keeps_what_is_proved() -> None:
    at = Position(game("connect four"))
    for name in ("d6", "d5", "d4", "d3"):
        at = at.play(name)
    analysis = analyse(at, Limit(stop=lambda: True))
    assert (analysis.exact, analysis.value, analysis.distance) == (True, 1, 37)  # from the opening book
    forced = Position(game("gomoku"))
    for name in ("f8", "a1", "g8", "a3", "h8", "c5", "i8", "e8"):
        forced = forced.play(name)
    win = analyse(forced, Limit(stop=lambda: True))
    assert (win.value, win.distance, win.moves[0].name) == (1, 1, "j8")


@pytest.mark.slow
def test_the_kernel_proves_the_value_within_a_second() -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    assert analyse(Position(game("8,7,5"))).value == 0


# Lines of best play.


@given(positions(games(most=7)))
def test_in_a_line_of_best_play_every_move_is_best(at: Position) -> None:
    oracle = Oracle(in_sets(at.game))
    line = principal_variation(at)
    board, turn = cell_string(at), mark(at.turn)
    assert len(line) == oracle.value(board, turn)[1]
    for move in line:
        assert move == min(oracle.best(board, turn))
        board, turn = put(board, move, turn), opponent(turn)
    assert oracle.rules.winner(board)


@given(positions(games(most=7)))
def test_among_equally_good_moves_the_preferred_one_is_chosen(at: Position) -> None:
    assume(not at.is_over)
    first = principal_variation(at, prefer=lambda _, move: move)[0]
    assert first == max(Solver(at.game).solve(at).best)


def test_the_search_for_a_line_respects_its_limit() -> None:
    start = Position(game("4,4,4"))
    with pytest.raises(ValueError, match="limit"):
        principal_variation(start, nodes=100)
    assert len(principal_variation(start, Solver(start.game))) == 16
    assert principal_variation(position("3x/2o_/3_ o")) == ()
