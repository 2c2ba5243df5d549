"""What shows itself in a notebook shows what it is."""

from xml.etree import ElementTree

from noughts import Position, SearchResult, alphabeta, analyse, game, minimax, position, read_moves

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_position_shows_its_board() -> None:
    root = ElementTree.fromstring(position("o_x/x2_/x2o x")._repr_svg_())
    assert len(root.findall(f".//{SVG}circle")) == 3


def test_an_analysis_shows_what_each_move_is_worth() -> None:
    shown = " ".join(texts(analyse(position("o_x/x2_/x2o x"))._repr_svg_()))
    assert shown.count("loss") == 2
    assert shown.count("win") == 1


def test_a_record_shows_its_moves() -> None:
    assert any("b2 a1 c3" in text for text in texts(read_moves("b2 a1 c3")._repr_svg_()))
    start = read_moves("")
    assert start.position == Position(game("tictactoe"))
    assert start._repr_svg_()


def test_a_result_shows_scores_and_bounds_and_the_best_in_bold() -> None:
    board = position("o_x/x2_/x2o x")
    html = minimax(board)._repr_html_()
    assert "<td><b>4</b></td><td><b>+3</b></td>" in html
    assert html.count("<tr>") == 4
    assert "≤" in SearchResult({"<i>": 1, "b": 1}, 2, True, frozenset({"b"}))._repr_html_()
    assert "<i>" not in SearchResult({"<i>": 1}, 2)._repr_html_()
    assert alphabeta(board)._repr_html_()
