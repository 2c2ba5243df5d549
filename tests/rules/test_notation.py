"""Positions as text: every documented format is read, and other texts raise an error."""

import re
from collections import deque
from enum import Enum
from math import prod
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import IllegalMove, NotationError, Player, Position, RulesError, cell_string, game, position, t3en
from noughts.rules.drawing import drawn
from noughts.rules.notation import Rows
from tests.strategies import games, named_games, played, positions

# The board of the course sheets: O . X / X . . / X O O.
X, O = (2, 3, 6), (0, 7, 8)  # noqa: E741
SHEET = Position(game("3,3,3"), sum(1 << cell for cell in X), sum(1 << cell for cell in O))


def test_t3en_of_the_course_sheet_is_written() -> None:
    assert t3en(SHEET) == "o_x/x2_/x2o x"
    assert cell_string(SHEET) == "o_xx__xoo"
    assert cell_string(SHEET, ".") == "o.xx..xoo"


@pytest.mark.parametrize(
    "text",
    [
        "o_x/x2_/x2o x",
        "o_x/x2_/x2o",  # X is to move, because the counts are equal
        "O_X/X2_/X2O X",
        "o_x/x__/xoo x",
        "1o1_1x/1x2_/1x2o x",
        "o.x/x2./x2o\tx\n",
        "o-x/x--/xoo   x ",
        "o_x x__ xoo x",
        "  o_x/x2_/x2o x",
        "o_x / x2_ / x2o x",
        "o_xx__xoo",
        "o.xx..xoo",
        "o-xx--xoo",
        "O . X\nX . .\nX O O",  # as drawn on the sheet and by `str`
        "o . x / x . . / x o o",
        "o _ x x _ _ x o o",
        "o . x\nx . .\nx o o\nx",
        "o xx  xoo",
        "o_xx  xoo x",
        "O_Xx__xOO",
        "o.x\nx..\nxoo",  # OpenSpiel
        "o.x\nx..\nxoo\n",
        "o.x\r\nx..\r\nxoo x",
        "R_A_3_3_o-xx--xoo",  # Gamesman
        "1_o-xx--xoo",
        "[['o', '_', 'x'], ['x', '_', '_'], ['x', 'o', 'o']]",  # as Python prints it
        ' [["O","","X"],["X",None,0],["X","O","O"]] ',
        [["o", "_", "x"], ["x", "_", "_"], ["x", "o", "o"]],
        [["O", " ", "X"], ["X", ".", "-"], ["X", "O", "O"]],
        [["o", None, "x"], ["x", "", 0], ["x", "o", "o"]],
        (("o", "_", "x"), ("x", "_", "_"), ("x", "o", "o")),
        ["o", "_", "x", "x", "_", "_", "x", "o", "o"],
        deque([deque("o_x"), deque("x__"), deque("xoo")]),
    ],
    ids=repr,
)
def test_each_format_reads_the_course_sheet(text: str | Rows) -> None:
    assert position(text) == SHEET
    assert position(text, "3,3,3") == position(text, game("3,3,3")) == SHEET
    assert position(text, turn=Player.O) == Position(SHEET.game, SHEET.x, SHEET.o, Player.O)


class Mark(Enum):
    """The marks of somebody's program."""

    EMPTY, X, O = " ", "X", "O"  # noqa: E741


@pytest.mark.parametrize(
    "board",
    [
        [-1, 0, 1, 1, 0, 0, 1, -1, -1],
        [[2, 0, 1], [1, 0, 0], [1, 2, 2]],
        [["2", "0", "1"], ["1", "0", "0"], ["1", "2", "2"]],
        [[-1.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, -1.0, -1.0]],
        [False, None, True, True, None, None, True, False, False],
        [Player.O, None, Player.X, Player.X, None, None, Player.X, Player.O, Player.O],
        [[Mark.O, Mark.EMPTY, Mark.X], [Mark.X, Mark.EMPTY, Mark.EMPTY], [Mark.X, Mark.O, Mark.O]],
        ["O", 2, "X", "X", 5, 6, "X", "O", "O"],
        ["O", 1, "X", "X", 4, 5, "X", "O", "O"],
        [["O", "2", "X"], ["X", "5", "6"], ["X", "O", "O"]],
        ["O2X", "X56", "XOO"],
        "O2XX56XOO",
        "O1XX45XOO x",
        "O 2 X\nX 5 6\nX O O",
        "O|2|X\n-+-+-\nX|5|6\n-+-+-\nX|O|O",
        "201100122",
        "[[-1, 0, 1], [1, 0, 0], [1, -1, -1]]",
        "[[-1  0  1]\n [ 1  0  0]\n [ 1 -1 -1]]",  # as NumPy prints it
        "[[-1.  0.  1.]\n [ 1.  0.  0.]\n [ 1. -1. -1.]]",
        "[false, null, true, true, null, null, true, false, false]",
    ],
    ids=repr,
)
def test_boards_of_other_programs_are_read(board: Any) -> None:
    assert position(board) == position(board, "3,3,3") == SHEET


@pytest.mark.parametrize("kind", ["int8", "int64", "float32", "U1", "object"])
def test_arrays_are_read(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    stones = {"U1": "ox ", "object": ("o", "x", None)}.get(kind, (-1, 1, 0))
    board = [stones["ox_".index(mark)] for mark in cell_string(SHEET)]
    array = numpy.array(board, dtype=kind)
    assert position(array) == position(array.reshape(3, 3)) == SHEET
    assert position("start").play(tuple(numpy.array([1, 2]))) == position("5_x3_")


def test_a_board_of_kaggle_is_read() -> None:
    """Its observation has the cells row by row: 0 for an empty one, 1 and 2 for the discs."""
    at = position([0] * 35 + [0, 1, 2, 1, 0, 0, 0], "connect four")
    assert at == position("35__xox3_ o", "connect four")


@pytest.mark.parametrize(
    "moves", [["b2", "a1", "c3"], [4, 0, 8], [(1, 1), (0, 0), (2, 2)], [[1, 1], [0, 0], [2, 2]], ("B2", "a1", " c3")]
)
def test_a_list_of_moves_is_played(moves: Any) -> None:
    assert position(moves) == position("o3_x3_x o")
    with pytest.raises(NotationError, match="leave out the turn"):
        position(moves, turn=Player.X)
    with pytest.raises(IllegalMove, match=r"move 4: .* is taken"):
        position([*moves, moves[0]])


@pytest.mark.parametrize("name", ["2,5,2", "2,1,2"])
def test_rows_of_two_cells_are_not_read_as_moves(name: str) -> None:
    here = game(name)
    board = [[0, 1], *[[0, 0]] * (len(here.board) // 2 - 1)]
    assert position(board, here).x == 0b10


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("9_", Player.X),
        ("x8_", Player.O),
        ("o8_", Player.X),
        ("xo7_", Player.X),
        ("x8_ x", Player.X),
        ("9_ o", Player.O),
        ("xx_/_xx/3_ x", Player.X),  # set up with O to move
        ("R_A_3_3_---------", Player.X),
        ("R_B_3_3_---------", Player.O),
        ("1_x--------", Player.X),
        ("2_---------", Player.O),
        ("x________ o", Player.O),
        ("x_______x O", Player.O),
    ],
)
def test_the_player_to_move_is_read_or_counted(text: str, turn: Player) -> None:
    assert position(text).turn is turn


@pytest.mark.parametrize(
    ("text", "cells", "x", "turn"),
    [("2_ x", 2, 0, "x"), ("2__ o", 3, 0, "o"), ("2_x", 3, 4, "o"), ("1_ x", 1, 0, "x"), ("2_x", 1, 1, "o")],
)
def test_a_short_t3en_row_is_not_read_as_gamesman(text: str, cells: int, x: int, turn: str) -> None:
    assert position(text, f"{cells},1,2") == Position(game(f"{cells},1,2"), x, 0, Player(turn))


def test_a_final_empty_cell_is_not_read_as_the_player_to_move() -> None:
    assert position("ox_oxx_ox").moves == (2, 6)
    assert position("xo xo  x ").turn is Player.O
    assert position("xo", "1,2,2").turn is Player.X
    assert position("_ x", "1,1,1") == Position(game("1,1,1"))


@pytest.mark.parametrize(
    ("text", "name", "x", "o", "turn"),
    [
        ("x3_/4_/3_o x", "4,3,3", 0b1, 1 << 11, Player.X),
        ("x_/o_//2_/_x o", "2x2x2", 0b10000001, 0b100, Player.O),
        ("x_o__x__", "2x2x2", 0b100001, 0b100, Player.O),
        ([[["x", "_"], ["o", "_"]], [["_", "_"], ["_", "x"]]], "2x2x2", 0b10000001, 0b100, Player.O),
        ("3_/3_/_x_", "3,3,3 gravity", 1 << 7, 0, Player.O),
        ("225_", "gomoku", 0, 0, Player.X),
        ("/".join(["15_"] * 15) + " o", "gomoku", 0, 0, Player.O),
        ("x", "1,1,1", 1, 0, Player.O),
    ],
)
def test_positions_of_other_boards_are_read(text: str | Rows, name: str, x: int, o: int, turn: Player) -> None:
    assert position(text, name) == Position(game(name), x, o, turn)


def nested(position: Position, empty: object = "_") -> list[Any]:
    """Return the board as nested lists, one level for each axis."""
    shape = position.game.board.shape
    marks: list[Any] = [empty if mark == "_" else mark for mark in cell_string(position)]
    for side in shape[:-1]:
        marks = [marks[i : i + side] for i in range(0, len(marks), side)]
    return marks


@given(positions(st.one_of(games(), named_games)))
def test_written_positions_are_read_back(position_: Position) -> None:
    here, turn = position_.game, position_.turn
    assert position(t3en(position_), here) == position_
    assert position(cell_string(position_), here, turn) == position_
    assert position(cell_string(position_, ".") + f" {turn}", here) == position_
    if prod(here.board.shape) == len(here.board):
        assert position(nested(position_), here, turn) == position_
        assert position(nested(position_, None), here, turn) == position_


@given(positions(named_games))
def test_the_last_of_separated_marks_is_a_cell(position_: Position) -> None:
    apart = " ".join(cell_string(position_))
    assert position(apart, position_.game, position_.turn) == position_
    assert position(f"{apart} {position_.turn}", position_.game) == position_


@given(named_games.flatmap(played))
def test_the_player_to_move_follows_from_the_counts(position_: Position) -> None:
    assert position(cell_string(position_), position_.game) == position_


@given(positions(named_games))
def test_t3en_is_as_short_as_possible(position: Position) -> None:
    board, turn = t3en(position).split()
    assert turn == position.turn.value
    rows = board.split("/")
    assert len([row for row in rows if row]) * position.game.board.shape[0] == len(position.game.board)
    for row in filter(None, rows):
        assert not re.search(r"(?<![0-9])[01][xo_]", row)
        assert not re.search(r"x[0-9]*x|o[0-9]*o|_[0-9]*_", row)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("", None, "the position is empty: expected x, o or _ for each cell, row by row, as in o_x/x2_/x2o x"),
        ("   ", None, "the position is empty"),
        ("/", None, "the position is empty"),
        ("o_y/x2_/x2o", None, "character 3 is 'y': expected x, o or _ for each cell"),
        ("o_x/x2_/x2o z", None, "'z' is not a player: expected x or o after the board"),
        ("o_x/x2_/x2o white", None, "'white' is not a player: expected x or o after the board"),
        ("o_x x2_ zqo", None, "character 9 is 'z': expected x, o or _ for each cell"),
        (None, None, "None is not a position: expected x, o or _ for each cell"),
        (0, None, "0 is not a position"),
        ({"a1": "x"}, None, "is not a position"),
        ("o_x/x2_/x2o X!", None, "character 14 is '!'"),
        ("  o_y/x2_/x2o", None, "character 5 is 'y'"),
        ("0x9_", None, "character 1: 'x' is repeated 0 times; expected at least 1"),
        ("3/3/3", None, "character 2 is '/': expected x, o or _ for each cell"),
        ("99999x", None, "character 5 is '9': expected x, o or _ for each cell"),
        ("o_x/x2_/x2q", None, "character 11 is 'q': expected x, o or _ for each cell"),
        ("o_x/x2_/x2", None, "the position ends with a number: expected x, o or _ for each cell"),
        (
            "xo",
            None,
            "the position has 2 cells: expected 3 rows of 3; for a different board, name the game, such as 4,4,3",
        ),
        ("o_/xx/__/xo/o_", None, "the position has 10 cells: expected 3 rows of 3"),
        ("x", None, "the position has 1 cell: expected 3 rows of 3"),
        ("x", "4,4,3", "the position has 1 cell: expected 16 for a board of 4 × 4"),
        ("9_/", "4,4,3", "the position has 9 cells: expected 16 for a board of 4 × 4"),
        ("10_", None, "the position has 10 cells"),
        ("o_xx/_/xo_o", "3,3,3", "a row should start after 3 cells: expected rows that fit a board of 3 × 3"),
        ("o_/xx__x/oo", "3,3,3", "a row starts after 2 cells: expected rows that fit a board of 3 × 3"),
        ("o_x/x2_/x2o x", "4,3,3", "the position has 9 cells: expected 12 for a board of 4 × 3"),
        ("2_/2_/2_/2_ x", "4x2,2", "a row starts after 2 cells"),
        ("3x6_", None, "cannot tell whose turn it is with 3 X and 0 O: add the player to move, x or o"),
        ("x" * 20_001, None, "the position is 20001 characters long"),
        ("9999_9999_9999_", None, "the position has more than 20000 cells"),
        ("R_A_4_3_o-xx--xoo", None, "expected 4 rows of 3 cells, not 9 cells"),
        ("R_A_4_4_---------", None, "expected 4 rows of 4 cells"),
        ("[['o', '_'", None, "cannot read the lists: expected rows of marks, as in [['o', 'x', '_'], …]"),
        ("[__import__('os')]", None, "cannot read the lists"),
        ("[", None, "cannot read the lists"),
        ("[" * 15_000, None, "cannot read the lists"),
        ("[{[]}]", None, "cannot read the lists"),
        ("[{[]: 1}]", None, "cannot read the lists"),
        ("[1or 2]", None, "cannot read the lists"),  # Python's parser warns about these two
        (r"['\d']", None, "cannot read the lists"),
        ("['x'('o')]", None, "cannot read the lists"),
        ("[" + "9" * 9_000 + "]", None, "cannot read the lists"),
        ("[['o', 'q']]", None, "board[0][1] is 'q'"),
        ([], None, "the board has no cells: expected rows of marks"),
        ([[], []], None, "the board has no cells"),
        (
            [["o", "_"], ["q", "_"]],
            None,
            "board[1][0] is 'q': expected x, o, or a space, dot, dash or underscore for an empty cell",
        ),
        ([["xq"]], None, "board[0][0] is 'xq'"),
        ([[1]], None, "the position has 1 cell"),
        ([["x", 2, 4]], None, "board[0][2] is 4"),
        ([[1, 2, -1]], None, "board[0][2] is -1: expected 1 for X, -1 or 2 for O, and 0 for an empty cell"),
        ([[1, 0, 3], [0, 0, 0], [0, 0, 0]], None, "board[0][2] is 3: expected 1 for X"),
        ([["x", 2, 0]], None, "board[0][1] is 2"),
        ("h8h7i9k7", None, "is a list of moves"),
        ("X:a1 O:b2", None, "is a list of moves"),
        ("4455 -2", None, "is a list of moves"),
        ("?pos=4455", None, "is a list of moves"),
        (["b2", "zz"], None, "board[0] is 'b2'"),
        ("1X3O5X7OX9", None, "the position ends with a number"),
        ([[3.5]], None, "board[0][0] is 3.5"),
        ([["x"], {"o": 1}], None, "board[1] is {'o': 1}"),
        ([["x", "o"], ["_"], ["x", "o", "_", "_", "_", "_"]], None, "3 rows of 3"),
        ([["x", "o"], ["_", "x"]], "3,3,3", "the position has 4 cells: expected 9"),
    ],
)
def test_invalid_texts_raise_an_error(text: Any, name: str | None, message: str) -> None:
    with pytest.raises(NotationError) as error:
        position(text, name)
    assert message in str(error.value)


def test_lists_that_contain_themselves_raise_an_error() -> None:
    rows: list[Any] = ["x"]
    rows.append(rows)
    with pytest.raises(NotationError, match="too deeply nested"):
        position(rows)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("3x/3o/3_", None, "both X and O have completed a line"),
        ("3x/3_/3_ o", "3,3,3 gravity", "the stone on a1 hangs in the air"),
        ("x2_/3_/3_", "3,3,3 gravity", "the stone on a1 hangs in the air"),
    ],
)
def test_impossible_stones_raise_an_error(text: str, name: str | None, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        position(text, name)


@pytest.mark.parametrize(
    ("rows", "moves"),
    [
        (["oxx", "xxo", "_o_"], (6, 8)),
        (["ox_", "oxx", "_ox"], (2, 6)),
        (["oxx", "xoo", "_ox"], (6,)),
    ],
)
def test_the_boards_of_the_course_sheets_are_read_in_any_form(rows: list[str], moves: tuple[int, ...]) -> None:
    boards = {
        position(form, turn=Player.X)
        for form in (
            *["/".join(rows), "\n".join(rows), "".join(rows), [list(r) for r in rows]],
            *["\n".join(rows).replace("_", " "), "\r\n".join(rows).replace("_", " ") + "\n"],
        )
    }
    (board,) = boards
    assert board.moves == moves


def test_json_lists_are_read() -> None:
    text = '[["O", null, "X"], ["X", null, null], ["X", "O", "O"]]'
    assert t3en(position(text, turn=Player.X)) == "o_x/x2_/x2o x"


@pytest.mark.parametrize(
    "text",
    [
        "O| |X\n-+-+-\nX| | \n-+-+-\nX|O|O",
        "o| |x\r\n-+-+-\r\nx| |\r\n-+-+-\r\nx|o|o",  # an editor removed trailing blanks
        " O |   | X \n---+---+---\n X |   |   \n---+---+---\n X | O | O \n",
        " O |   | X\n---|---|---\n X |   |\n---|---|---\n X | O | O",
        "+---+---+---+\n| O |   | X |\n+---+---+---+\n| X |   |   |\n+---+---+---+\n| X | O | O |\n+---+---+---+",
        "O|.|X\nX|.|.\nX|O|O",
        "O|_|X\n-----\nX|_|_\n-----\nX|O|O",
        "O|_|X\n=====\nX|_|_\n=====\nX|O|O",
        "O│ │X\n─┼─┼─\nX│ │ \n─┼─┼─\nX│O│O",
        "O| |X-+-+-X| | -+-+-X|O|O",  # a form field removed the line breaks
        " O |   | X ---+---+--- X |   |   ---+---+--- X | O | O ",
        "| O |   | X |---+---+---| X |   |   |---+---+---| X | O | O |",
        "\n  O| |X\n  -+-+-\n  X| | \n  -+-+-\n  X|O|O\n  x\n",
    ],
    ids=repr,
)
def test_drawings_of_the_course_sheet_are_read(text: str) -> None:
    assert position(text) == position(text, "3,3,3") == SHEET
    assert position(text, turn=Player.O).turn is Player.O


@given(positions(named_games))
def test_a_drawing_is_read_back(position_: Position) -> None:
    across = position_.game.board.shape[0]
    assume(across > 1)  # a board of one column has no bars
    cells = cell_string(position_, " ")
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    plain = ["|".join(row) for row in rows]
    framed = [f"| {' | '.join(row)} |" for row in rows]
    for drawing in ("\n".join(plain), ("\n" + "+".join("-" * across) + "\n").join(plain), "\n".join(framed)):
        assert position(f"{drawing}\n{position_.turn.value}", position_.game) == position_


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("X|O\n-+-\n | ", None, "row 1 of the drawing has 2 cells: expected 3 between bars"),
        ("X|O| \n | \n | | ", None, "row 2 of the drawing has 2 cells: expected 3 between bars"),
        ("X|O| | | | | | | ", None, "row 1 of the drawing has 9 cells"),
        ("|X|O| |\nX| | \n | | ", None, "row 2 of the drawing has 3 cells"),
        ("X|O| \n-|-|-\n | | ", None, "cell 1 in row 2 of the drawing is '-': expected x, o or nothing"),
        ("X|O| \n___|___|___\n | | ", None, "cell 1 in row 2 of the drawing is '___'"),
        ("1|2|3\n4|X|7\n7|8|9", None, "cell 3 in row 2 of the drawing is '7'"),
        ("X|O|XX\n | | \n | | ", None, "cell 3 in row 1 of the drawing is 'XX'"),
        ("X|O| \n-+-+-\n | | ", None, "the position has 6 cells: expected 3 rows of 3"),
        ("X|O| | \n | | | ", "4,3,3", "the position has 8 cells: expected 12"),
        ("|", None, "row 1 of the drawing has 2 cells"),
        ("X|X|X\n | | \n | | ", None, "cannot tell whose turn it is with 3 X and 0 O"),
        ("|" * 20_000, None, "of the drawing has"),
        ("+-" * 9_990 + "|", None, "of the drawing has"),
        ("- " * 9_990 + "|", None, "of the drawing has"),
        ("|" + " " * 19_990, None, "of the drawing has"),
    ],
)
def test_invalid_drawings_raise_an_error(text: str, name: str | None, message: str) -> None:
    with pytest.raises(NotationError) as error:
        position(text, name)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "many", ["|" + " " * 300_000, "|" + "-" * 300_000, "|" + " -" * 150_000, "|\n" + " \n" * 150_000]
)
def test_drawings_are_read_in_linear_time(many: str) -> None:
    with pytest.raises(NotationError):
        drawn(many, 3)  # quadratic time would be minutes
