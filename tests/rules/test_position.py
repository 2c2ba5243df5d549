"""Positions: legal moves, the winner and the winning line, and immutability."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import noughts
from noughts import (
    Board,
    Game,
    IllegalMove,
    NotationError,
    NoughtsError,
    Outcome,
    Player,
    Position,
    RulesError,
    cell_set,
    cell_string,
    cells_in,
    full,
    game,
    gravity,
    grid,
    in_a_row,
    mnk,
    position,
)
from noughts.oracle import value
from noughts.search.order import image
from tests.oracle import in_rows, other, put
from tests.strategies import games, in_sets, mark, named_games, placed, played, positions, random_games

any_position = positions(st.one_of(games(), named_games))


def check(position: Position, board: str, turn: str) -> None:
    """Check that a position has this board and that all its properties agree with the oracle."""
    rules = in_sets(position.game)
    assert cell_string(position) == board
    assert mark(position.turn) == turn
    assert list(position.moves) == rules.moves(board)
    assert cells_in(position.empty) == tuple(cell for cell, mark in enumerate(board) if mark == "_")
    winner = rules.winner(board)
    assert position.is_over == (winner is not None)
    if winner is None:
        assert position.outcome is None
        with pytest.raises(RulesError, match="the game is not over"):
            position.score  # noqa: B018
        return
    outcome = position.outcome
    assert outcome is not None
    assert (mark(outcome.winner) if outcome.winner else "draw") == winner
    if outcome.line:
        (owner,) = rules.owners(board)
        assert outcome.line in position.game.lines
        assert {board[cell] for cell in cells_in(outcome.line)} == {owner}
    else:
        assert "_" not in board
        assert not rules.owners(board)
    size = 1 + board.count("_")
    assert position.score == (0 if winner == "draw" else size if winner == turn else -size)


@given(any_position)
def test_every_position_agrees_with_the_oracle(position: Position) -> None:
    check(position, cell_string(position), mark(position.turn))


class Laws(RuleBasedStateMachine):
    """A state machine that plays a game move by move and keeps the same board as a string."""

    @initialize(game=st.one_of(games(), named_games), turn=st.sampled_from(Player))
    def begin(self, game: Game, turn: Player) -> None:
        self.position = Position(game, turn=turn)
        self.board, self.turn = "_" * len(game.board), mark(turn)
        self.history: list[tuple[Position, str, int]] = []

    @precondition(lambda self: self.position.moves)
    @rule(choice=st.integers(0, 10**6), by_name=st.booleans())
    def play(self, choice: int, by_name: bool) -> None:
        before = self.position
        cell = before.moves[choice % len(before.moves)]
        self.history.append((before, repr(before), hash(before)))
        self.position = before.play(before.game.board.names[cell] if by_name else cell)
        self.board, self.turn = put(self.board, cell, self.turn), other(self.turn)
        assert self.position.game is before.game

    @rule(cell=st.integers(-3, 70))
    def illegal_moves_are_rejected(self, cell: int) -> None:
        assume(cell not in self.position.moves)
        before = repr(self.position)
        with pytest.raises(IllegalMove) as error:
            self.position.play(cell)
        assert str(error.value) == self.position.why_illegal(cell)
        assert repr(self.position) == before

    @invariant()
    def agrees_with_the_oracle(self) -> None:
        check(self.position, self.board, self.turn)

    @invariant()
    def equals_a_new_position_with_the_same_stones(self) -> None:
        position = self.position
        anew = Position(position.game, position.x, position.o, position.turn)
        assert anew == position
        assert hash(anew) == hash(position)
        assert anew.outcome == position.outcome
        assert repr(anew) == repr(position)
        assert str(anew) == str(position)

    @invariant()
    def reports_for_each_cell_whether_it_is_legal(self) -> None:
        for cell in range(len(self.position.game.board)):
            assert (self.position.why_illegal(cell) is None) == (cell in self.position.moves)

    def teardown(self) -> None:
        for before, shown, hashed in getattr(self, "history", ()):
            assert repr(before) == shown
            assert hash(before) == hashed


TestLaws = Laws.TestCase
TestLaws.settings = settings(stateful_step_count=20)


@given(any_position)
def test_positions_can_be_compared_hashed_copied_and_pickled(position: Position) -> None:
    for same in (
        pickle.loads(pickle.dumps(position)),
        copy.copy(position),
        copy.deepcopy(position),
        eval(repr(position), vars(noughts).copy()),
    ):
        assert same == position
        assert hash(same) == hash(position)
        assert same.outcome == position.outcome
        assert same.moves == position.moves
    for field in ("x", "o", "turn", "game", "_line"):
        with pytest.raises(FrozenInstanceError):
            setattr(position, field, 0)
    with pytest.raises((AttributeError, TypeError)):
        position.note = "none"  # type: ignore[attr-defined]


@given(st.data(), st.one_of(games(), named_games))
def test_positions_are_equal_if_game_stones_and_turn_are(data: st.DataObject, game: Game) -> None:
    one, two = (data.draw(st.one_of(played(game), placed(game))) for _ in range(2))
    same = (one.x, one.o, one.turn) == (two.x, two.o, two.turn)
    assert (one == two) == same
    assert len({one, two}) == 2 - same
    assert one != Position(one.game, one.x, one.o, one.turn.other)
    assert Position(mnk(3, 3, 3)) != Position(mnk(3, 3, 2))


@given(any_position)
def test_images_commute_with_play(position: Position) -> None:
    for symmetry in position.game.symmetries[:8]:
        turned = image(position, symmetry)
        assert turned.is_over == position.is_over
        assert sorted(turned.moves) == sorted(symmetry[move] for move in position.moves)
        if position.is_over:
            assert turned.score == position.score
        for move in position.moves[:8]:
            assert turned.play(symmetry[move]) == image(position.play(move), symmetry)


# Errors.


@pytest.mark.parametrize(
    ("start", "move", "reason"),
    [
        (position("x8_"), 0, "a1 is taken: X has a stone there"),
        (position("xo7_"), "b1", "b1 is taken: O has a stone there"),
        (position("9_"), 9, "cell 9 is not on the board: expected 0 to 8"),
        (position("9_"), -1, "cell -1 is not on the board: expected 0 to 8"),
        (position("9_"), 10**40, f"cell {10**40} is not on the board: expected 0 to 8"),
        (position("3x/2o_/3_ o"), 8, "the game is over: X has won"),
        (position("3x/2o_/3_ o"), 0, "the game is over: X has won"),
        (position("3x/2o_/3_ o", "misere"), 8, "the game is over: O has won"),
        (position("xox/xox/oxo o"), 0, "the game is over: it is a draw"),
        (position("xox/xox/oxo o", "3,3,3 full=o"), 0, "the game is over: O has won"),
        (position("9_", "3,3,3 gravity"), 0, "a1 would hang in the air: a2 is still empty"),
        (Position(game("2x2x2 gravity")), 0, "a1a would hang in the air"),
        (position("9_"), "d4", "'d4' is not a cell of this board: expected a name from a1 to c3"),
        (position("9_"), None, "None is not a cell: expected a cell's number or name, such as 4 or 'b2'"),
        (position("9_"), 4.0, "4.0 is not a cell"),
        (position("9_"), (3, 1), r"'\(3, 1\)' is not a cell of this board"),
    ],
)
def test_the_error_says_why_a_move_is_illegal(start: Position, move: Any, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        start.play(move)


@pytest.mark.parametrize(
    ("text", "x", "o", "reason"),
    [
        ("3,3,3", 0b11, 0b10, "both X and O have a stone on b1"),
        ("3,3,3", 1 << 9, 0, "a stone lies off the board, which has 9 cells"),
        ("3,3,3", 0, 1 << 2000, "a stone lies off the board, which has 9 cells"),
        ("3,3,3", -1, 0, "a stone lies off the board"),
        ("3,3,3", 0, -8, "a stone lies off the board"),
        ("3,3,3", 0b111, 0b111000, "both X and O have completed a line, but a game ends with the first completed line"),
        ("misere", 0b111, 0b111000, "both X and O have completed a line"),
        ("3,3,3 gravity", 0b111, 0, "the stone on a1 hangs in the air: stones fall in this game"),
        ("3,3,3 gravity", 1 << 8, 1 << 1, "the stone on b1 hangs in the air"),
    ],
)
def test_invalid_positions_raise_an_error(text: str, x: int, o: int, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Position(game(text), x, o)


@pytest.mark.parametrize(
    ("text", "x", "o"),
    [
        ("3,3,3", 0b110_001_111, 0b001_110_000),  # X has two lines
        ("3,3,3", 0b111, 0),  # O has no stones
        ("3,3,3", 0, 0b111_111_111),
    ],
)
def test_unusual_positions_can_be_set_up(text: str, x: int, o: int) -> None:
    assert Position(game(text), x, o).is_over


# Outcomes.


@pytest.mark.parametrize(
    ("text", "name", "winner", "line"),
    [
        ("3o/2x_/x2_ x", "3,3,3", Player.O, "a1 b1 c1"),
        ("o_x/ox_/x2_ o", "3,3,3", Player.X, "c1 b2 a3"),
        ("x2_/ox_/o_x o", "3,3,3", Player.X, "a1 b2 c3"),
        ("x2_/ox_/o_x o", "misere", Player.O, "a1 b2 c3"),
        ("3o/2x_/x2_ x", "misere", Player.X, "a1 b1 c1"),
        ("xox/xox/oxo o", "3,3,3", None, ""),
        ("xox/xox/oxo o", "3,3,3 full=x", Player.X, ""),
        ("xox/xox/oxo o", "3,3,3 full=o", Player.O, ""),
        ("xox/xox/oxo o", "3,3,3 misere full=o", Player.O, ""),
        ("xox/oxo/xox o", "3,3,3 full=o", Player.X, "a1 b2 c3"),  # a line counts even on a full board
        ("xo_/_x_/o_x o", "torus", Player.X, "a1 b2 c3"),
        ("x2_/2_x/_x_ o", "torus", Player.X, "a1 c2 b3"),  # a broken diagonal
        ("x2_/2_x/_x_ o", "3,3,3", None, None),
        ("4_/4_/o3x o", "4,3,3", Player.X, "b3 c3 d3"),
        ("o3_/4_/o3x o", "4,3,4", None, None),
        ("x_/_o//x_/2_ o", "2x2x2", Player.X, "a1a a1b"),
    ],
)
def test_the_outcome_names_the_winner_and_the_line(
    text: str, name: str, winner: Player | None, line: str | None
) -> None:
    start = position(text, name)
    if line is None:
        assert start.outcome is None
    else:
        cells = cell_set(start.game.board.cell(cell) for cell in line.split())
        assert start.outcome == Outcome(winner, cells, tuple(line.split()))


def test_a_move_can_complete_two_lines() -> None:
    before = position("_2x/x2o/x2o x")
    after = before.play("a1")
    assert after.outcome is not None
    assert after.outcome.winner is Player.X
    assert after.outcome.line == 0b111
    assert after.score == -1


@pytest.mark.parametrize(
    ("text", "moves", "score"),
    [
        ("1,1,1", "a1", -1),
        ("1,1,1 misere", "a1", 1),
        ("1,1,2", "a1", 0),
        ("1,1,2 full=x", "a1", -1),
        ("1,1,2 full=o", "a1", 1),
        ("1,1,2 misere full=o", "a1", 1),
        ("3,3,3", "a1 a2 b1 b2 c1", -5),  # O is to move and has lost with four cells empty
        ("3,3,3 misere", "a1 a2 b1 b2 c1", 5),
        ("3,3,3 gravity", "a3 b3 a2 b2 a1", -5),
    ],
)
def test_the_score_of_a_win_counts_the_empty_cells(text: str, moves: str, score: int) -> None:
    position = Position(game(text))
    for move in moves.split():
        position = position.play(move)
    assert position.is_over
    assert position.score == score


@given(st.one_of(games(), named_games).flatmap(played))
def test_the_score_for_the_other_player_has_the_opposite_sign(position: Position) -> None:
    assume(position.is_over)
    passed = Position(position.game, position.x, position.o, position.turn.other)
    assert passed.score == -position.score
    assert passed.outcome == position.outcome


def test_a_move_can_be_any_integer_type() -> None:
    class Four:
        def __index__(self) -> int:
            return 4

    assert position("9_").play(Four()) == position("4_x4_")  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="b2 is taken"):
        position("4_x4_").play(Four())  # type: ignore[arg-type]


@pytest.mark.parametrize("turn", ["z", "", 1, None])
def test_the_turn_must_be_a_player(turn: Any) -> None:
    with pytest.raises(RulesError, match=r"is not a player: expected Player\.X or Player\.O"):
        Position(game("3,3,3"), turn=turn)
    with pytest.raises(RulesError, match=r"is not a player: expected Player\.X or Player\.O"):
        position("9_", turn=turn or "")


def test_why_illegal_takes_the_name_of_a_cell() -> None:
    start = position("4_x4_")
    assert start.why_illegal("b2") == start.why_illegal(4) == "b2 is taken: X has a stone there"
    assert start.why_illegal("a1") is None
    assert str(start.why_illegal("z9")).startswith("'z9' is not a cell of this board: expected a name")


def test_the_turn_can_be_a_letter() -> None:
    assert Position(turn="o") == Position(turn="O") == position("9_", turn="o") == Position(turn=Player.O)


# Gravity.


def test_with_gravity_the_legal_moves_are_the_lowest_cells() -> None:
    position = Position(game("connect four"))
    assert [position.game.board.names[move] for move in position.moves] == ["a6", "b6", "c6", "d6", "e6", "f6", "g6"]
    after = position.play("d6").play("d5").play("a6")
    assert [after.game.board.names[move] for move in after.moves] == ["d4", "a5", "b6", "c6", "e6", "f6", "g6"]


@pytest.mark.parametrize("seed", range(5))
def test_with_gravity_stones_never_hang_in_the_air(seed: int) -> None:
    for line in random_games("4x3x3 gravity", 4, seed):
        for at in line:
            filled = {at.game.board.points[cell] for cell in cells_in(at.x | at.o)}
            assert all((c, r, layer + 1) in filled for c, r, layer in filled if layer < 2)


def test_with_gravity_a_column_names_its_lowest_empty_cell() -> None:
    position = Position(game("connect four"))
    for column, name in [("d", "d6"), ("D ", "d5"), ("4", "d4"), ("d", "d3"), ("d2", "d2"), ("d", "d1")]:
        assert position.game.board.names[position.cell(column)] == name
        position = position.play(column)
    with pytest.raises(IllegalMove, match="column d is full"):
        position.play("d")
    for column in ("d", "4"):
        with pytest.raises(NotationError):
            Position(mnk(7, 6, 4)).cell(column)


# From the smallest board to the largest.


@pytest.mark.parametrize(
    "text",
    [
        *["1,1,1", "1,1,1 gravity misere", "2,1,2", "1,2,2 gravity", "2x1x1", "2704,1,3"],
        pytest.param("52,52,5", marks=pytest.mark.slow),
    ],
)
def test_the_smallest_and_the_largest_boards_can_be_played(text: str) -> None:
    (line,) = random_games(text, 1, seed=7)
    rules = in_sets(line[0].game)
    assert line[-1].is_over
    for at in line[:: max(len(line) // 10, 1)] + line[-1:]:
        if len(at.game.board) > 100:
            assert at.is_over or at.moves == cells_in(at.empty)
        else:
            check(at, cell_string(at), mark(at.turn))
    winner = rules.winner(cell_string(line[-1]))
    assert line[-1].outcome is not None
    assert winner == (mark(line[-1].outcome.winner) if line[-1].outcome.winner else "draw")


@pytest.mark.parametrize(
    "text", ["3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 torus", "4,3,3", "2,5,2", "6,5,4 gravity"]
)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_rows_found_by_coordinates(text: str, seed: int) -> None:
    size, *words = text.split()
    columns, rows, k = map(int, size.split(","))
    rules = in_rows(columns, rows, k, gravity="gravity" in words, misere="misere" in words, torus="torus" in words)
    for line in random_games(text, 10, seed):
        for at in line:
            board = cell_string(at)
            winner = rules.winner(board)
            assert list(at.moves) == rules.moves(board)
            outcome = at.outcome
            assert winner == (outcome and (mark(outcome.winner) if outcome.winner else "draw"))


def test_any_custom_rules_can_be_played() -> None:
    """A game of other lines: two opposite corners win, and corners need the centre."""
    board = grid(3, 3)
    needs = tuple(0b10000 if cell in (0, 2, 6, 8) else 0 for cell in range(9))
    start = Position(full(Game("opposite corners", board, (0b100_000_001, 0b001_000_100), needs), Player.O))
    assert start.moves == (1, 3, 4, 5, 7)
    after = start.play(4).play(0).play(8).play(6)
    assert after.outcome is None
    assert after.play(1).play(2).outcome == Outcome(Player.O, 0b001_000_100, ("c1", "a3"))
    with pytest.raises(IllegalMove, match="a1 would hang in the air: b2 is still empty"):
        start.play(0)


# Drawing.


@pytest.mark.parametrize(
    ("start", "drawn"),
    [
        (position("o_x/x2_/x2o x"), "o . x\nx . .\nx o o"),
        (position("x_/o_//2_/_o x", "2x2x2"), "x .\no .\n\n. .\n. o"),
        (Position(in_a_row(2, 3), 1), "x . ."),
        (Position(Game("plus", Board(((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))), ()), 1, 4), "  x\n. o .\n  ."),
        (Position(Game("stairs", Board(((0, 0, 0), (1, 0, 1), (1, 1, 1))), ()), 1, 2), "x\n\n  o\n  ."),
    ],
)
def test_str_draws_the_board(start: Position, drawn: str) -> None:
    assert str(start) == drawn


@pytest.mark.parametrize(
    ("start", "shown"),
    [
        (position("o_x/x2_/x2o x"), "position('o_x/x2_/x2o x')"),
        (Position(gravity(mnk(3, 2, 3))), "position('3_/3_ x', '3,2,3 gravity')"),
        (
            Position(Game("none", grid(2, 1), ()), 1),
            "Position(Game('none', grid(2, 1), (), (), False, None), 1, 0, Player.X)",
        ),
    ],
)
def test_repr_is_short(start: Position, shown: str) -> None:
    assert repr(start) == shown


def test_every_error_is_a_noughts_error_and_a_value_error() -> None:
    for error in (IllegalMove, NotationError, RulesError):
        assert issubclass(error, NoughtsError)
    assert issubclass(NoughtsError, ValueError)


def chooser(name: str) -> Callable[[Any], object]:
    """Return a function that lets the named player choose a move."""
    return lambda start: noughts.player(name).choose(start, Random(1))


@pytest.mark.parametrize("wrong", ["9_ x", [["x", "o"]], None])
@pytest.mark.parametrize(
    "wants",
    [
        *[noughts.minimax, noughts.negamax, noughts.alphabeta, noughts.transposition, noughts.look_ahead],
        *[chooser(name) for name in ("random", "easy", "perfect", "minimax:order=centre")],
        *[partial(noughts.playout, random=Random(1)), partial(noughts.mcts, random=Random(1))],
        partial(noughts.trace, noughts.minimax),
    ],
)
def test_the_error_for_text_instead_of_a_position_names_the_parser(wants: Any, wrong: object) -> None:
    with pytest.raises(
        NoughtsError,
        match=r"^expected a Position, not .+: noughts\.position\(\.\.\.\) makes a position from text or rows$",
    ):
        wants(wrong)


@pytest.mark.parametrize(
    "call",
    [
        *[noughts.tell, noughts.t3en, noughts.cell_string, noughts.Record, noughts.analyse, value],
        *[noughts.Solver(game("3,3,3")).solve, noughts.Solver(game("3,3,3")).score],
        *[partial(noughts.perft, depth=2), lambda start: list(noughts.plies(start, last=2))],
    ],
)
def test_the_text_of_a_position_is_accepted_and_other_values_raise_a_noughts_error(call: Any) -> None:
    assert call("o_x/x2_/x2o x") == call(position("o_x/x2_/x2o x"))
    for wrong in ("tictactoe", None, 3):
        with pytest.raises(NoughtsError, match="expected"):
            call(wrong)


@given(any_position)
def test_items_rows_and_names_agree_with_the_stones(at: Position) -> None:
    names = at.game.board.names
    for cell, name in enumerate(names):
        owner = Player.X if at.x >> cell & 1 else Player.O if at.o >> cell & 1 else None
        assert at[name] is at[cell] is owner
    assert position(at.rows(), at.game, at.turn) == at
    assert at.move_names == tuple(names[move] for move in at.moves)


def test_a_position_can_be_created_from_a_game_or_text() -> None:
    assert Position() == position("start") == position("9_ x")
    assert Position("4,4,4") == Position(game("4,4,4")) == position("start", "4,4,4")
    assert position(Position("4,4,3")) == Position("4,4,3")


def test_an_int_is_a_cell_and_text_is_a_digit_of_the_keypad() -> None:
    assert Position().play(5)["c2"] is Player.X
    assert Position().play("5")["b2"] is Player.X


def test_the_cells_of_the_completed_line_have_names() -> None:
    outcome = position("o_x/x2_/x2o x").play("b2").outcome
    assert outcome is not None
    assert outcome.cells == ("c1", "b2", "a3")
    drawn = position("xox/xoo/oxx").outcome
    assert drawn is not None
    assert drawn.cells == ()


@pytest.mark.parametrize("wrong", [3, None, ["4,4,3"], {}])
def test_an_invalid_game_raises_a_one_sentence_error(wrong: Any) -> None:
    for call in (Position, game):
        with pytest.raises(NotationError, match="expected a game or its name, such as '4,4,3', not"):
            call(wrong)


def test_a_position_is_not_a_sequence_of_its_cells() -> None:
    with pytest.raises(TypeError):
        list(Position())  # type: ignore[call-overload]
