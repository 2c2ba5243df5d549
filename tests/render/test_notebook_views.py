"""The notebook displays of positions, analyses, records, results and trees are correct."""

from xml.etree import ElementTree

import pytest

from noughts import (
    Evaluation,
    Ordered,
    Position,
    SearchResult,
    alphabeta,
    analyse,
    centre_first,
    depth_limited,
    game,
    minimax,
    open_lines,
    position,
    read_moves,
    solve,
    trace,
)
from tests.search.foreign import Subtraction

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_position_shows_its_board() -> None:
    root = ElementTree.fromstring(position("o_x/x2_/x2o x")._repr_svg_())
    assert len(root.findall(f".//{SVG}circle")) == 3


def test_an_analysis_shows_the_value_of_each_move() -> None:
    shown = texts(analyse(position("o_x/x2_/x2o x"))._repr_svg_())
    assert shown.count("▼ loss") == 2
    assert shown.count("▲ win") == 1


def test_a_solution_shows_the_value_of_each_move_and_the_number_of_nodes() -> None:
    known = solve(position("o_x/x2_/x2o x"), all_moves=True)
    *_, last = shown = texts(known._repr_svg_())
    assert shown.count("▼ loss") == 2
    assert shown.count("▲ win") == 1
    assert last == f"X to move: win in 1. Nodes: {known.nodes}"
    assert texts(solve("xxx/oo_/3_")._repr_svg_())[-1] == "The game is over: X wins. Nodes: 1"


def test_a_record_shows_its_moves() -> None:
    assert any("b2 a1 c3" in text for text in texts(read_moves("b2 a1 c3")._repr_svg_()))
    start = read_moves("")
    assert start.position == Position(game("tictactoe"))
    assert start._repr_svg_()


def test_a_result_shows_scores_and_bounds_with_the_best_move_in_bold() -> None:
    board = position("o_x/x2_/x2o x")
    html = minimax(board)._repr_html_()
    assert "<td><b>b2</b></td><td><b>+3</b></td><td><b>▲ win</b></td>" in html
    assert "<td>b1</td><td>−2</td><td>▼ loss</td>" in html
    assert "Scores are X&#x27;s, proven. 10 states" in html
    assert html.count("<tr>") == 4
    assert "≤" in SearchResult({"<i>": 1, "b": 1}, 2, True, frozenset({"b"}))._repr_html_()
    assert "<i>" not in SearchResult({"<i>": 1}, 2)._repr_html_()
    assert alphabeta(board)._repr_html_()


BOARD = position("o_x/x2_/x2o x")


def shown_as_text(value: object) -> str:
    """Return the text that a notebook shows."""
    from IPython.lib.pretty import pretty

    return str(pretty(value))


def test_a_result_as_text_is_a_table_with_the_names_of_the_cells() -> None:
    assert str(minimax(BOARD)).splitlines() == [
        "b1  −2  loss",
        "b2  +3  win, best",
        "c2  −2  loss",
        "Scores are X's, proven. 10 states were searched.",
    ]
    assert str(minimax(Ordered(BOARD, centre_first))).startswith("b2  +3  win, best\nb1")
    assert str(minimax(Subtraction(3))).splitlines()[2] == "3  +1  win, best"
    assert "those of the player to move" in str(minimax(Subtraction(3)))


def test_a_bound_is_shown_as_a_bound() -> None:
    result = alphabeta(BOARD)
    assert result.scores[5] == 1, "c2 loses: this number is only a bound"
    assert result.rows[2][1:] == ("≤ +1", "bound", False)
    assert "≤ means that score or less." in str(result)
    assert "<td>≤ +1</td><td>bound</td>" in result._repr_html_()


def test_estimates_have_two_decimals_and_are_not_rounded_to_a_proof() -> None:
    rows = depth_limited(Position(game("5,5,4")), 1, evaluate=open_lines).rows
    assert {row.score.lstrip("≤~ ") for row in rows} == {"+0.16", "+0.20", "+0.27", "+0.33"}
    result = SearchResult({"a": 0.9999, "b": -0.9999, "c": 0.001, "d": -3}, 9, exact=False)
    assert [row.score for row in result.rows] == ["~ +0.99", "~ −0.99", "~ 0", "−3"]
    assert [row.words for row in result.rows] == ["estimate", "estimate", "estimate", "loss"]


def test_an_analysis_as_text_is_a_table() -> None:
    assert str(analyse(BOARD)).splitlines()[:2] == ["X to move: win in 1.", "b2  win in 1"]
    assert "a1  draw  7 of O's 8 replies lose" in str(analyse(Position(game("tictactoe"))))
    assert str(analyse(BOARD.play("b2"))) == "The game is over: X wins."
    assert str(analyse(Position("8,7,4 gravity"), 1)).startswith("X to move: about +0.")


@pytest.mark.needs("IPython")
@pytest.mark.parametrize(
    "value", [minimax(BOARD), analyse(BOARD), solve(BOARD)], ids=["result", "analysis", "solution"]
)
def test_a_notebook_falls_back_on_the_text_and_repr_still_evaluates(value: SearchResult | Evaluation) -> None:
    assert shown_as_text(value) == str(value)
    assert "\n" not in shown_as_text([value]).replace(",\n", ",")
    assert shown_as_text([value]).startswith("[" + type(value).__name__)


def test_a_small_tree_is_shown_as_a_picture() -> None:
    for search in (minimax, alphabeta):
        root = trace(search, BOARD)
        labels = texts(root._repr_html_())
        assert labels.count("min_value" if search is minimax else "alphabeta_value") >= 3
        assert {"b1", "b2", "c2"} <= set(labels)
        assert sum("left out" in text for text in labels) == sum(node.is_cut for node in root.walk())
    assert "(−∞, −3)" in labels
    assert "Subtraction(stones=3)" in texts(trace(minimax, Subtraction(3))._repr_html_())


def test_a_large_tree_is_shown_as_a_table_of_its_first_moves() -> None:
    root = trace(alphabeta, position("xo_/3_/3_ x"))
    html = root._repr_html_()
    assert html.count("<tr>") == 1 + len(root.children)
    assert f"{len(root):,} nodes, too many to draw" in html


def test_the_repr_of_a_node_is_one_line() -> None:
    root = trace(alphabeta, BOARD)
    assert repr(root) == "<Node: root, score 3, 9 nodes>"
    assert repr(root.children[1]) == "<Node: alphabeta_value after b2, window (-inf, 2), score -3, 1 node>"
    assert repr(trace(minimax, Subtraction(1)).children[0]) == "<Node: min_value after 1, score 1, 1 node>"
