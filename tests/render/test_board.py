"""Boards as text and as SVG show every stone, the line, the last move and the values of moves."""

import re
from itertools import product
from xml.etree import ElementTree

import pytest

from noughts import Position, analyse, game, position
from noughts.explain.scores import in_unit, unit_value, value_words
from noughts.render.board.svg import board_svg
from noughts.render.board.text import BoardStyle, Room, board_text

SVG = "{http://www.w3.org/2000/svg}"


def test_a_board_is_drawn_as_text() -> None:
    assert board_text(position("3_/_x_/2_o x"), last=8).splitlines() == [
        "    a   b   c",
        " 1  . | . | .",
        "   ---+---+---",
        " 2  . | X | .",
        "   ---+---+---",
        " 3  . | . |(O)",
    ]


def test_only_the_winning_line_is_marked() -> None:
    drawn = board_text(position("3x/oo_/3_"))
    assert "[X]|[X]|[X]" in drawn
    assert drawn.count("[") == 3


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("style", ["tight", "plain", "box"])
@pytest.mark.parametrize("name", ["tictactoe", "15,15,5", "3x3x3", "2x3x2x2,2", "7,1,3", "52,52,5"])
def test_every_stone_is_drawn_on_any_board(name: str, style: BoardStyle, colour: bool) -> None:
    start = Position(game(name))
    after = start.play(0).play(len(start.game.board) - 1)
    text = board_text(after, style=style, colour=colour)
    rows = [without_colour(line) for line in text.splitlines() if "." in line or "X" in line]
    assert sum(row.lower().count("x") for row in rows) == 1
    empties = len(start.game.board) - 2
    assert text.count(".") == empties
    assert ("\x1b" in text) is colour
    if style == "plain":
        assert not set("|+") & set(text)


def without_colour(text: str) -> str:
    """Return a text without the codes for colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize(
    ("name", "columns", "lines", "height"),
    [
        ("3,3,3", 80, 20, 6),
        ("7,6,4 gravity", 80, 20, 12),
        ("15,15,5", 80, 20, 16),  # without the lines between its rows
        ("15,15,5", 80, 36, 30),
        ("15,15,5", 40, 20, 16),
        ("19,19,5", 80, 20, 20),
        ("4x4x4", 80, 20, 9),  # four layers side by side
        ("4x4x4", 40, 36, 19),  # two and two
        ("4x4x4", 40, 20, 19),
        ("4x4x4", 20, 40, 39),
        ("4x4x4", 20, 30, 27),
        ("3x3x3", 80, 20, 7),
        ("3x3x3x3,3", 80, 20, 17),
    ],
)
@pytest.mark.parametrize("colour", [False, True])
def test_a_board_takes_the_largest_style_that_fits_the_room(
    name: str, columns: int, lines: int, height: int, colour: bool
) -> None:
    start = Position(game(name))
    text = board_text(start.play(start.moves[0]), colour=colour, room=Room(columns, lines))
    drawn = without_colour(text).splitlines()
    assert len(drawn) == height <= lines
    assert max(map(len, drawn)) <= columns


def test_short_marks_are_used_if_the_others_do_not_fit() -> None:
    start = Position(game("connect four"))
    marks, short = (dict.fromkeys(start.moves, text) for text in ("▼ loss in 40", "▼40"))
    for columns, expected in ((110, marks), (80, short), (44, short), (30, {})):
        text = board_text(start, marks=marks, short_marks=short, room=Room(columns, 20))
        assert max(map(len, text.splitlines())) <= columns
        assert all(mark in text for mark in expected.values())
        assert ("▼" in text) is bool(expected)


def test_layers_are_side_by_side_with_their_stones_in_place() -> None:
    after = Position(game("2x2x2")).play("a1a").play("b2b")
    assert board_text(after, style="plain", last=7).splitlines() == [
        "Layer a     Layer b",
        "    a   b       a   b",
        " 1  X   .    1  .   .",
        " 2  .   .    2  .  (O)",
    ]


def test_marks_are_written_on_the_cells() -> None:
    text = board_text(position("o_x/x2_/x2o x"), marks={4: "▲ win in 1"})
    assert "| ▲ win in 1 |" in text


@pytest.mark.parametrize(
    ("score", "distance", "exact", "words"),
    [
        (3, 1, True, "▲ win in 1"),
        (-2, 2, True, "▼ loss in 2"),
        (0, 9, True, "■ draw"),
        (0.31, None, False, "~ +0.31"),
        (-0.001, None, False, "~ 0.00"),
        (2, None, True, "▲ win"),
    ],
)
def test_values_are_described_in_words(score: float, distance: int | None, exact: bool, words: str) -> None:
    assert value_words(score, distance, exact=exact) == words


def test_the_units_agree_on_sign_and_order() -> None:
    scored = [(6.0, 1), (4.0, 3), (0.0, 7), (-3.0, 4), (-5.0, 2)]  # best first
    for unit in ("noughts", "one", "ten", "depth"):
        values = [unit_value(score, distance, unit) for score, distance in scored]
        assert [in_unit(score, distance, unit) for score, distance in scored] == [
            f"{value:+d}".replace("-", "−") if value else "0" for value in values
        ]
        assert values == sorted(values, reverse=True)
        assert [(v > 0) - (v < 0) for v in values] == [1, 1, 0, -1, -1]
    assert in_unit(6, 1, "depth") == "+9"
    assert in_unit(-5, 2, "depth") == "−8"
    assert in_unit(0.5, None, "ten", exact=False) == "~+0.50"


@pytest.mark.parametrize("text", ["9_ x", "o_x/x2_/x2o x", "3x/oo_/3_ o"])
def test_svg_is_well_formed_and_has_a_description(text: str) -> None:
    board = position(text)
    root = ElementTree.fromstring(board_svg(board, evaluation=analyse(board), caption="<Ada & Grace>"))
    assert len(root.findall(f".//{SVG}circle")) == board.o.bit_count()
    crosses = [path for path in root.iter(f"{SVG}path") if path.get("class") == "n-x"]
    assert len(crosses) == board.x.bit_count()
    texts = ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]
    assert "<Ada & Grace>" in texts
    assert root.findtext(f"{SVG}title")
    described = root.findtext(f"{SVG}desc") or ""
    assert all(board.game.board.names[cell] in described for cell in range(9) if (board.x | board.o) >> cell & 1)
    values = [words for words in texts if words[:1] in "▲■▼"]
    assert len(values) == len(board.moves)
    struck = [path for path in root.iter(f"{SVG}path") if path.get("class") == "n-line"]
    assert len(struck) == bool(board.outcome)


def test_layers_are_side_by_side_and_no_two_cells_overlap() -> None:
    root = ElementTree.fromstring(board_svg(Position(game("3x3x3"))))
    cells = [rect for rect in root.iter(f"{SVG}rect") if "n-cell" in (rect.get("class") or "")]
    corners = [(int(r.get("x") or 0), int(r.get("y") or 0)) for r in cells]
    assert len(set(corners)) == 27
    for (a, b), (c, d) in product(corners, repeat=2):
        assert (a, b) == (c, d) or abs(a - c) >= 72 or abs(b - d) >= 72
    assert max(a for a, _ in corners) + 72 <= int(root.get("width") or 0)
