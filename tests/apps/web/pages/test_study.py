"""Studies: the URL contains every state of the Analyse page, and every invalid URL gets a sentence."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts import Player, Position, Record, position
from noughts.apps.names import clean_name
from noughts.apps.web.model.errors import sentence
from noughts.apps.web.model.exploration import Exploration
from noughts.apps.web.model.fields import whole_number
from noughts.apps.web.model.page_games import page_game
from noughts.apps.web.pages.study import Study, read, read_game_name, read_pasted
from noughts.apps.web.pages.study_view import editing_board, standing, study_url, study_view
from noughts.rules.errors import IllegalMove, NoughtsError, RulesError
from noughts.rules.notation import cell_string, t3en
from noughts.rules.record import write_moves
from noughts.rules.sgf import write_sgf
from tests.strategies import placed

GAMES = st.sampled_from(
    ["3,3,3", "3,3,3 misere", "7,6,4 gravity", "3x3x3 gravity", "4x4x4", "line 5,3", "1,4,2", "5,2,3 torus", "15,15,5"]
).map(page_game)
NAMES = st.text(max_size=50).map(lambda text: clean_name(text, ""))
FIELDS = ["game", "custom", "start", "position", "turn", "moves", "at", "edit", "review", "x_name", "o_name"]


@st.composite
def studies(draw: st.DrawFn) -> Study:
    game = draw(GAMES)
    start = draw(st.just(Position(game)) | placed(game))
    record = Record(start, (), (draw(NAMES), draw(NAMES)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=12)):
        if record.position.is_over:
            break
        record = record.play(record.position.moves[choice % len(record.position.moves)])
    return Study(record, draw(st.integers(0, len(record.moves))), draw(st.booleans()), draw(st.booleans()))


@given(studies())
def test_the_url_of_a_study_is_parsed_to_the_same_study(study: Study) -> None:
    assert read(study.query()) == study


def test_an_empty_url_is_the_empty_board() -> None:
    assert read({}) == Study.of(Position(page_game("3,3,3")))
    assert study_url(read({})) == "/analyse"


@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=40) | st.sampled_from(["1", "x", "b2,a1", "9_ o"])))
@example({"start": "9_ x", "at": "²"})
@example({"moves": "b2," * 5000})
@example({"game": "999999,999999,5"})
@example({"game": "custom", "custom": "20,21,5"})
def test_a_garbled_url_gets_a_sentence(query: dict[str, str]) -> None:
    try:
        study = read(query)
    except NoughtsError as error:
        said = sentence(error)
        assert said[-1] in ".!?…"
        assert "Traceback" not in said
        assert len(said) < 700
    else:
        assert read(study.query()) == study


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"start": "x2"}, "expected"),
        ({"start": "xxx/ooo/3_"}, "both X and O have completed a line"),
        ({"position": "x2"}, "expected"),
        ({"position": "9_ x", "start": "9_ o"}, "two names of one field: expected only one"),
        ({"position": "9_ x" * 1_000}, "position is too long"),
        ({"start": "9_", "turn": "z"}, "expected x or o"),
        ({"moves": "b2,b2"}, "move 2: b2 is taken"),
        ({"moves": "b2", "at": "2"}, "invalid at '2': expected a whole number from 0 to 1"),
        ({"edit": "yes"}, "invalid edit 'yes': expected 1 or nothing"),
    ],
)
def test_errors_say_what_was_expected(query: dict[str, str], words: str) -> None:
    with pytest.raises(NoughtsError, match=words.replace("?", r"\?")):
        read(query)


def test_a_url_can_contain_other_notations() -> None:
    mock = position("o_x/x2_/x2o x")
    for text, turn in [("o.XX..XOO", "x"), ("R_A_3_3_o-xx--xoo", ""), ("[['o',0,'x'],['x',0,0],['x','o','o']]", "x")]:
        assert read({"start": text, "turn": turn}).position == mock
    assert read({"turn": "o"}).position == Position(mock.game, turn=Player.O)
    assert read({"game": "connect four", "moves": "d d,e"}).record.move_names == ("d6", "d5", "e6")


@given(studies())
def test_the_first_position_can_be_called_position_and_is_written_as_start(study: Study) -> None:
    query = study.query()
    start = query.pop("start", "")
    assert read(query | {"position": start}) == study
    assert read(query | {"position": f" {start}", "start": start}) == study, "both names with the same value"
    assert "position" not in read(query | {"position": start}).query()


@given(studies(), st.data())
def test_a_different_move_removes_the_later_moves(study: Study, data: st.DataObject) -> None:
    study = replace(study, editing=False)
    if not study.position.is_over:
        move = data.draw(st.sampled_from(study.position.moves))
        after = study.play(move)
        same = study.at < len(study.record.moves) and study.record.moves[study.at] == move
        assert after.at == study.at + 1
        assert after.last == move
        assert after.position == study.position.play(move)
        assert after.record.moves == (study.record.moves if same else (*study.record.moves[: study.at], move))
    else:
        with pytest.raises(IllegalMove, match="over"):
            study.play(0)


@given(studies())
def test_flipping_twice_changes_nothing(study: Study) -> None:
    flipped = study.flip()
    assert flipped.flip() == study
    assert flipped.position.turn is study.position.turn.other
    assert (flipped.position.x, flipped.position.o) == (study.position.o, study.position.x)


@given(studies(), st.data())
def test_a_press_on_a_board_that_is_set_up_changes_one_cell(study: Study, data: st.DataObject) -> None:
    study, cell = study.edit(True), data.draw(st.sampled_from(range(len(study.game.board))))
    before, (label,) = (
        study.position,
        [
            seen.label
            for layer in editing_board(study.position).layers
            for _, row in layer.rows
            for seen in row
            if seen.cell == cell
        ],
    )
    try:
        after = study.press(cell).position
    except RulesError:  # neither mark fits: each would complete a second line
        assert label.endswith(", cannot be changed")
        return
    added = {"press for X": after.x & ~before.x, "press for O": after.o & ~before.o}
    assert added.get(label.rpartition(", ")[2], after.empty & ~before.empty), label
    changed = (before.x ^ after.x) | (before.o ^ after.o)
    assert changed.bit_count() == 1
    assert after.turn is before.turn
    if not study.game.needs:
        assert changed == 1 << cell
    assert read(study.press(cell).query()) == study.press(cell)


def test_presses_cycle_through_empty_x_and_o() -> None:
    study = read({"edit": "1"})
    marks = []
    for _ in range(4):
        study = study.press(4)
        marks.append(cell_string(study.position)[4])
    assert marks == ["x", "o", "_", "x"]


def test_a_press_skips_impossible_marks() -> None:
    both = read({"start": "xx_/oo_/xxo x", "edit": "1"})
    assert t3en(both.press(2).position).startswith("3x")  # X completes the row
    over = read({"start": "xxx/oo_/3_ x", "edit": "1"})
    assert t3en(over.press(5).position) == "3x/2ox/3_ x"  # O there would be a second line
    assert cell_string(over.press(0).position) == "oxxoo____"


def test_with_gravity_a_mark_below_others_cannot_be_removed() -> None:
    study = read({"game": "connect four", "moves": "d,d", "edit": "1"})
    under = study.game.board.cell("d6")
    assert t3en(study.press(under).position).endswith("3_o3_ x")
    again = study.press(under).press(under)  # not removed: X again
    assert again.position == study.position
    above = study.press(study.game.board.cell("d1"))  # falls onto the other marks
    assert above.position.x >> study.game.board.cell("d4") & 1


def test_either_side_can_be_to_move() -> None:
    study = read({"start": "xx_/3_/3_ x"})
    assert study.turned(Player.O).query()["start"] == "2x_/3_/3_ o"
    assert study.turned(Player.X) is study
    assert study.restart().query() == {}


@pytest.mark.parametrize("text", ["4", "0", "399"])
def test_cells_are_parsed_by_number(text: str) -> None:
    assert whole_number("cell", text, 400) == int(text)


@pytest.mark.parametrize("text", ["", "b2", "-1", "²", "99999", "9" * 5_000])
def test_an_invalid_cell_gets_a_sentence(text: str) -> None:
    with pytest.raises(NoughtsError, match="invalid cell"):
        whole_number("cell", text, 400)


@given(studies())
def test_exported_texts_can_be_pasted(study: Study) -> None:
    game, plain = study.game, Study.of(study.record)
    assert read_pasted(t3en(study.position), game) == Study.of(study.position)
    assert read_pasted(write_sgf(study.record), game).record.moves == study.record.moves
    assert read_pasted(write_moves(study.record), game) == plain
    if study.record.start == Position(game):
        assert read_pasted(" ".join(study.record.move_names), game).record.moves == study.record.moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("b2 a1 c3", 3),
        ("1. b2 a1? 2. c3", 3),
        ("game: 4,4,3\nb2, a1", 2),
        ("(;GM[4]SZ[3];B[bb];W[aa])", 2),
        ("(;GM[4]SZ[3];B[aa]) thanks for the game", 1),
        ("(;GM[4]SZ[3];B[aa]))", 1),
        ("b2 a1 c3\nx: Ada\no: Bob", 3),
        ("x: Ada\nX wins\nb2 a1 c3", 3),
        ("5 1 9", 3),
        ("(1,1) (0, 0)", 2),
        ("1. 5 1\n2. 9", 3),
        ("", 0),
    ],
)
def test_moves_sgf_and_positions_are_distinguished(text: str, moves: int) -> None:
    assert len(read_pasted(text, page_game("3,3,3")).record.moves) == moves


@pytest.mark.parametrize("ends", ["\n", "\r\n", ""])  # a form field removes line ends
def test_a_drawing_can_be_pasted(ends: str) -> None:
    drawing = ends.join(["X|O| ", "-+-+-", " |X| ", "-+-+-", " | |O"])
    assert t3en(read_pasted(drawing, page_game("3,3,3")).position) == "xo_/_x_/2_o x"


@pytest.mark.parametrize("text", ["xo x     ", "xo x     \r\n", "xo \nx  \n   ", "xo \r\nx  \r\n   \r\n"])
def test_a_space_is_an_empty_cell(text: str) -> None:
    assert t3en(read_pasted(text, page_game("3,3,3")).position) == "xo_/x2_/3_ o"
    assert t3en(Exploration.read({"position": text}).position) == "xo_/x2_/3_ o"


@pytest.mark.parametrize("moves", ["5,1,9", "b2,a1,c3", "1 1 0 0 2 2", "5, a1 9"])
def test_moves_in_a_url_can_have_other_notations(moves: str) -> None:
    assert read({"moves": moves}).record.moves == (4, 0, 8)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "4_/4_/4_/4_ x",
            "the position has 16 cells: expected 9 for a board of 3 × 3; "
            "to use a different board, first choose a game with that board",
        ),
        (
            "....\n....\n....\n....",
            "the position has 16 cells: expected 9 for a board of 3 × 3; "
            "to use a different board, first choose a game with that board",
        ),
        ("what is this", "character 1 is 'w'"),
        ("b2 b2", "b2 is taken"),
        ("(;GM[1])", "a different game"),
        ("d9 a1", "'d9' is not a move"),
        ("(;GM[4]SZ[40])", "at most 400 cells"),
        (
            "(;GM[4]SZ[3];B[aa])\n(;GM[4]SZ[3];B[bb])",
            "there are 2 games in this text: import them on the Games page, then open one of them",
        ),
        ("b2 a1\nX wins\nb2 c3", "there are 2 games"),
    ],
)
def test_an_invalid_paste_gets_a_sentence(text: str, words: str) -> None:
    with pytest.raises(NoughtsError, match=words):
        read_pasted(text, page_game("3,3,3"))


def test_the_game_can_be_typed() -> None:
    assert read_game_name({"game": "custom", "custom": "5,5,4 gravity"}).name == "5,5,4 gravity"
    assert read_game_name({"game": "3,3,3", "custom": "5,5,4"}).name == "5,5,4", "typed without JavaScript"
    assert read_game_name({}).name == read_game_name({"game": "custom", "custom": " "}).name == "3,3,3"


def analysis(value: str, remoteness: int | None = None, **more: Any) -> dict[str, Any]:
    return {"positionValue": value, "remoteness": remoteness, **more}


@pytest.mark.parametrize(
    ("query", "found", "words"),
    [
        ({"start": "o_x/x2_/x2o x"}, analysis("win", 1), "X to move and wins in 1."),
        ({}, analysis("tie", 9), "X to move: a draw with best play."),
        ({"turn": "o"}, analysis("lose", None), "O to move and loses."),
        ({}, analysis("undecided", estimate=-0.314), "X to move: not decided, about −0.31 for X."),
        ({}, analysis("undecided", estimate=-7), "X to move and loses, as far as can be seen."),
        ({}, None, "X is to move."),
        ({"start": "3x/2o_/3_"}, None, "The game is over: X wins with a1, b1, c1."),
        ({"game": "misere", "start": "3x/2o_/3_"}, None, "The game is over: O wins because X completed a1, b1, c1."),
        ({"start": "xox/xoo/oxx"}, None, "The game is over: a draw."),
        (
            {"game": "tictactoe full=o", "start": "xox/xoo/oxx"},
            None,
            "The game is over: O wins because the board is full.",
        ),
        ({"edit": "1", "turn": "o"}, None, "Set up the board: O is to move."),
    ],
)
def test_the_status_describes_the_position(query: dict[str, str], found: Any, words: str) -> None:
    assert standing(read(query), found) == words


@given(studies())
def test_actions_lead_to_valid_urls(study: Study) -> None:
    view = study_view(study)
    for href in [*view.can.values(), *(row.href for row in view.moves)]:
        read(dict(parse_qsl(urlsplit(href).query)))
    assert len(view.moves) == len(study.record.moves)
    assert sum(row.here for row in view.moves) == (study.at > 0)
    assert ("undo" in view.can) == (study.at > 0 and not study.editing)


def test_every_cell_can_be_pressed_while_the_board_is_set_up() -> None:
    board = editing_board(read({"game": "connect four", "moves": "d"}).position)
    cells = [cell for layer in board.layers for _, row in layer.rows for cell in row]
    assert all(cell.can for cell in cells)
    assert cells[0].label == "a1, empty, falls to a6, press for X"
    assert cells[38].label == "d6, X, press for O"


@given(studies())
def test_moves_are_listed_in_numbered_pairs(study: Study) -> None:
    view = study_view(study)
    assert [row.ply for pair in view.pairs for row in pair if row] == list(range(1, len(study.record.moves) + 1))
    for x, o in view.pairs:
        assert x is None or x.player == "X"
        assert o is None or o.player == "O"
        assert x or o
