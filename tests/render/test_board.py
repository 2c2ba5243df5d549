"""Boards as text and as SVG show every stone, the line, the last move and the values of moves."""

from itertools import product
from xml.etree import ElementTree

import pytest

from noughts import Position, analyse, game, position
from noughts.explain.scores import in_unit, unit_value, value_words
from noughts.render.svg import board_svg
from noughts.render.text import board_text

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


@pytest.mark.parametrize("style", ["tight", "plain", "box", "colour"])
@pytest.mark.parametrize("name", ["tictactoe", "15,15,5", "3x3x3", "2x3x2x2,2", "7,1,3", "52,52,5"])
def test_every_stone_is_drawn_on_any_board(name: str, style: str) -> None:
    start = Position(game(name))
    after = start.play(0).play(len(start.game.board) - 1)
    text = board_text(after, style=style)  # type: ignore[arg-type]
    rows = [
        line.replace("\x1b[1;34m", "").replace("\x1b[0m", "")
        for line in text.splitlines()
        if "." in line or "X" in line
    ]
    assert sum(row.lower().count("x") for row in rows) == 1
    empties = len(start.game.board) - 2
    assert text.count(".") == empties
    if style == "plain":
        assert not set("|+\x1b") & set(text)


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
    root = ElementTree.fromstring(board_svg(board, analysis=analyse(board), caption="<Ada & Grace>"))
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
