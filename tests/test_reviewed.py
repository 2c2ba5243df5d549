"""What a review found once, and must not come back."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

from noughts import (
    Board,
    Game,
    IllegalMove,
    NotationError,
    NoughtsError,
    Player,
    Position,
    Record,
    RulesError,
    SearchLimit,
    Solver,
    analyse,
    deepening,
    game,
    in_a_row,
    minimax,
    misere,
    position,
    read_moves,
    read_sgf,
    trace,
    write_moves,
    write_sgf,
)
from noughts.solver import solver as solver_module
from tests.apps.terminal import Terminal


@pytest.mark.parametrize("turn", ["x", None, 1])
def test_only_a_player_can_be_to_move(turn: Any) -> None:
    with pytest.raises(RulesError, match="is not a player"):
        Position(game("tictactoe"), 0, 0, turn)


def test_a_win_in_one_is_no_estimate_on_any_board() -> None:
    moves = ["f8", "a1", "g8", "a3", "h8", "c5", "i8", "a8"]
    board = Position(game("gomoku"))
    for move in moves:
        board = board.play(move)
    analysis = analyse(board, nodes=1)
    winning = {"e8", "j8"}
    assert {move.name for move in analysis.moves if move.exact} == winning
    assert (analysis.is_decided, analysis.exact, analysis.distance) == (True, False, 1)
    assert {move.name for move in analysis.best} <= winning
    blocked = analyse(Position(board.game, board.x, board.o, Player.O), nodes=1)
    assert not blocked.is_decided, "O has no win at once, and the rest is not known"


def test_a_unit_that_cannot_say_a_score_is_refused() -> None:
    run = Terminal.run("analyse", "start", "--game", "4,4,3", "--scores", "depth")
    assert run.status == 2
    assert "at most 9 more plies" in run.err


def test_results_can_be_pickled_and_copied() -> None:
    result = minimax(position("o_x/x2_/x2o x"))
    assert pickle.loads(pickle.dumps(result)) == result
    assert copy.deepcopy(result) == result


def test_records_cannot_lie() -> None:
    record = Record(Position(game("tictactoe"))).play("b2").play("a1")
    assert replace(record, moves=(1, 2)).position == record.start.play(1).play(2)
    assert Record(record.start, ("b2", "a1")).moves == (4, 0)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="move 2"):
        replace(record, moves=(1, 1))


@pytest.mark.parametrize("made", [in_a_row(3, 5), in_a_row(2, 1), in_a_row(3, 5, 1), in_a_row(2, 2, 2, 2, 2)])
def test_boards_of_every_dimension_round_trip(made: Game) -> None:
    assert game(made.name) == made
    record = Record(Position(made)).play(0)
    assert read_moves(write_moves(record)) == record
    assert read_sgf(write_sgf(record)) == record


def test_a_game_of_ones_own_keeps_its_name_and_is_not_read_as_another() -> None:
    own = Game("my own game", Board(((0, 0), (1, 0), (0, 1))), (0b011,))
    assert misere(own).name == "my own game misere"
    with pytest.raises(NotationError, match="no game known here"):
        read_sgf(write_sgf(Record(Position(own))))
    assert read_sgf(write_sgf(Record(Position(own))), own) == Record(Position(own))


def test_other_whole_numbers_are_moves() -> None:
    class Whole:
        def __index__(self) -> int:
            return 4

    assert position("9_").play(Whole()) == position("9_").play(4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "args",
    [
        ["--begins", "x", "--position", "9_"],
        ["--games", "2"],
        ["--load", "x.sgf", "--position", "9_"],
    ],
)
def test_options_that_do_not_go_together_are_refused(args: list[str]) -> None:
    run = Terminal.run("play", *args)
    assert run.status == 2
    assert "--" in run.err


def test_deepening_looks_at_least_one_ply_ahead() -> None:
    with pytest.raises(ValueError, match="at least 1 ply"):
        list(deepening(position("9_"), most=0))


def test_a_search_without_nodes_is_a_mistake_and_no_limit() -> None:
    with pytest.raises(NoughtsError, match="recorded no nodes") as caught:
        trace(lambda state: Solver(state.game).solve(state), position("o_x/x2_/x2o x"))
    assert not isinstance(caught.value, SearchLimit)


def test_gamesmans_rows_must_fit_its_cells() -> None:
    with pytest.raises(NotationError, match="4 rows of 4"):
        position("R_A_4_4_---------")


def test_nested_lists_can_be_typed() -> None:
    text = "[['o', 'x', '_'], ['_', 'x', ''], ['_', None, 0]]"
    assert position(text) == position("ox_/_x_/3_ o")
    assert '"turn": "o"' in Terminal.run("analyse", text, "--json").out
    for bad in ("[", "[[", "[1, 2]", "[['x']]", "[" * 5000, "[__import__('os')]"):
        with pytest.raises(NoughtsError):
            position(bad)


def test_a_solver_that_forgets_still_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "_MOST_ENTRIES", 50)
    monkeypatch.setattr(solver_module, "_ASK_EVERY", 7)
    for name in ("tictactoe", "misere", "4,3,3 gravity", "4,3,3 misere"):
        start = Position(game(name))
        forgetful = Solver(start.game).score(start)
        monkeypatch.setattr(solver_module, "_MOST_ENTRIES", 10**9)
        assert forgetful == Solver(start.game).score(start)
        monkeypatch.setattr(solver_module, "_MOST_ENTRIES", 50)


def test_a_finished_game_that_is_loaded_does_not_count(tmp_path: Any) -> None:
    file = tmp_path / "won.txt"
    file.write_text("a1 b1 a2 b2 a3")
    given = f"load {file}\nscore\nundo\nredo\nscore\n"
    out = Terminal.run("play", "--friend", given=given).out
    assert "First player 0, Second player 0" in out
    assert out.rstrip().splitlines()[-2].startswith("Score: First player 1")
