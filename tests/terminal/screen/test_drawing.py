"""Boards on the full screen: geometry and drawing."""

import pytest

from noughts.rules.gallery import game as named_game
from noughts.rules.position import Position
from noughts.terminal.screen.board.drawing import Glyph, Mark, Picture, draw
from noughts.terminal.screen.board.grid import SIZES, Grid, centre, fitting, moved
from noughts.terminal.screen.board.look import ASCII, UNICODE

GAMES = [
    "tictactoe",
    "connect four",
    "gomoku",
    "qubic",
    "cube",
    "score four",
    "line 5,3",
    "2x2x2x2",
    "19,19,5",
    "1,1,1",
]
PANEL = (48, 19)  # the room for a board beside the panel, on 80 × 24


def drawn(position: Position, grid: Grid, **shows: object) -> str:
    canvas = draw(grid, Picture(position, **shows), UNICODE)  # type: ignore[arg-type]
    return "\n".join("".join(glyph.character for glyph in line).rstrip() for line in canvas)


@pytest.mark.parametrize("name", GAMES)
def test_each_cell_is_where_it_is_drawn(name: str) -> None:
    board = named_game(name).board
    layers = len({point[2:] for point in board.points})
    for size in SIZES:
        for beside in range(1, layers + 1):
            grid = Grid(board, size, beside)
            for cell in range(len(board)):
                x, y = grid.place(cell)
                assert x + size.width <= grid.width
                assert y + size.height <= grid.height
                assert grid.cell_at(x, y) == cell == grid.cell_at(x + size.width - 1, y + size.height - 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [(1, 1), (10, 3), (30, 10), PANEL, (200, 80)])
def test_a_board_is_drawn_in_any_space(name: str, size: tuple[int, int]) -> None:
    position = Position(named_game(name))
    grid = fitting(position.game.board, *size)
    canvas = draw(grid, Picture(position, cursor=0, lit=1), ASCII)
    assert [len(line) for line in canvas] == [grid.width] * grid.height
    assert all(len(glyph.character) == 1 and glyph.character.isascii() for line in canvas for glyph in line)


@pytest.mark.parametrize("columns", range(26, 53))
def test_names_of_two_letters_stay_on_the_canvas(columns: int) -> None:
    position = Position(named_game(f"{columns},10,5"))
    grid = fitting(position.game.board, *PANEL)
    assert grid.size.width == 1
    canvas = draw(grid, Picture(position, cursor=columns - 1), UNICODE)
    assert [len(line) for line in canvas] == [grid.width] * grid.height


@pytest.mark.parametrize("name", ["tictactoe", "connect four", "gomoku", "qubic", "cube", "score four"])
def test_common_boards_fit_beside_the_panel(name: str) -> None:
    grid = fitting(named_game(name).board, *PANEL)
    assert grid.width <= PANEL[0]
    assert grid.height <= PANEL[1]


@pytest.mark.parametrize("columns", [27, 30, 52])
def test_names_of_two_letters_do_not_run_together(columns: int) -> None:
    position = Position(named_game(f"{columns},5,5"))
    names = position.game.board.names[:columns]
    for size in SIZES:
        for cursor in range(columns):
            shown = drawn(position, Grid(position.game.board, size, 1), cursor=cursor).splitlines()[0].split()
            assert set(shown) <= {name.removesuffix("1") for name in names}
            assert names[cursor].removesuffix("1") in shown


def test_layers_are_side_by_side_if_there_is_room() -> None:
    board = named_game("qubic").board
    assert fitting(board, 76, 10).beside == 4
    assert fitting(board, 40, 40).beside < 4


def test_marks_values_cursor_and_last_move_can_be_told_apart_without_colour() -> None:
    position = Position("3,3,3").play("b2").play("a1")
    grid = Grid(position.game.board, SIZES[2], 1)
    text = drawn(position, grid, cursor=2, last=0, hint=1 << 5, threats=1 << 7, marks={6: Mark("win", ("▲3",))})
    assert text.splitlines() == [
        "   a   b   c",
        "1 (O)│ · │[·]",
        "  ───┼───┼───",
        "2  · │ X │ ◆",
        "  ───┼───┼───",
        "3  ▲3│ ! │ ·",
    ]


@pytest.mark.parametrize(("size", "hint", "text"), [(1, 0, "[▼32]"), (1, 1 << 4, "[ ◆▼]"), (2, 0, "[▼]")])
def test_the_cursor_never_cuts_a_number(size: int, hint: int, text: str) -> None:
    grid = Grid(Position("3,3,3").game.board, SIZES[size], 1)
    mark = Mark("loss", ("▼32", "▼"))
    assert text in drawn(Position("3,3,3"), grid, cursor=4, hint=hint, marks={4: mark})


def test_a_large_cell_has_a_large_mark() -> None:
    position = Position("3,3,3").play("b2").play("a1")
    text = drawn(position, fitting(position.game.board, 60, 20))
    assert "╲ ╱" in text
    assert "╭─╮" in text


def test_the_winning_line_has_its_own_background() -> None:
    position = Position("3,3,3")
    for move in ("a1", "a2", "b1", "b2", "c1"):
        position = position.play(move)
    canvas = draw(Grid(position.game.board, SIZES[3], 1), Picture(position), UNICODE)
    assert Glyph("X", "x", "line-end") in canvas[1]


def test_the_name_of_the_column_into_which_a_disc_falls_is_an_arrow() -> None:
    position = Position("connect four")
    text = drawn(position, Grid(position.game.board, SIZES[2], 1), cursor=3)
    assert text.splitlines()[0].split() == ["a", "b", "c", "▼", "e", "f", "g"]


def test_the_cursor_moves_from_layer_to_layer() -> None:
    board = named_game("qubic").board
    start = board.cell("d1a")
    assert moved(board, start, 1, 0) == board.cell("a1b")
    assert moved(board, board.cell("a1b"), -1, 0) == start
    assert moved(board, start, 0, -1) == start
    assert moved(board, start, 0, 0, 1) == board.cell("d1b")
    assert moved(board, board.cell("d4d"), 1, 0) == board.cell("d4d")


@pytest.mark.parametrize(
    ("name", "cell"), [("tictactoe", "b2"), ("connect four", "d4"), ("qubic", "c3c"), ("1,1,1", "a1")]
)
def test_the_cursor_begins_in_the_middle(name: str, cell: str) -> None:
    board = named_game(name).board
    assert board.names[centre(board)] == cell
