"""Studies: the URL contains every state of the Analyse page, and every invalid URL gets a sentence."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts import Player, Position, Record, position
from noughts.render.names import clean_name
from noughts.rules.errors import IllegalMove, NoughtsError, RulesError
from noughts.rules.notation import cell_string, t3en
from noughts.rules.tree import GameTree, write_tree
from noughts.web.model.errors import sentence
from noughts.web.model.fields import whole_number
from noughts.web.model.page_games import page_game
from noughts.web.model.study import Study, read, read_game_name
from noughts.web.pages.analyse.move_list import Aside, Pair
from noughts.web.pages.analyse.study_view import editing_board, fits, standing, study_url, study_view
from noughts.web.pages.columns import move_name
from tests.strategies import placed

GAMES = st.sampled_from(
    ["3,3,3", "3,3,3 misere", "7,6,4 gravity", "3x3x3 gravity", "4x4x4", "line 5,3", "1,4,2", "5,2,3 torus", "15,15,5"]
).map(page_game)
NAMES = st.text(max_size=50).map(lambda text: clean_name(text, ""))
FIELDS = ["game", "custom", "start", "position", "turn", "moves", "line", "at", "edit", "review", "x_name", "o_name"]


@st.composite
def studies(draw: st.DrawFn) -> Study:
    game = draw(GAMES)
    start = draw(st.just(Position(game)) | placed(game))
    study = Study.of(Record(start, (), (draw(NAMES), draw(NAMES))))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=12)):
        if study.position.is_over or choice % 5 == 4:
            study = study.go(choice % (study.at + 1))
        if moves := study.position.moves:
            study = study.play(moves[choice % len(moves)])
        if choice % 7 == 6:
            study = study.comment(draw(st.text(max_size=20)))
    study = replace(study, editing=draw(st.booleans()), reviewing=draw(st.booleans()))
    return study.go(draw(st.integers(0, len(study.line))))


@given(studies())
def test_the_url_of_a_study_is_parsed_to_the_same_study(study: Study) -> None:
    assert read(study.query()) == study


def test_an_empty_url_is_the_empty_board() -> None:
    assert read({}) == Study.of(Position(page_game("3,3,3")))
    assert study_url(read({})) == "analyse"


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
        ({"moves": "b2", "line": "1"}, "invalid line '1': expected a whole number from 0 to 0"),
        ({"moves": "b2 a1 (b2)"}, "move 2: b2 is taken"),
        ({"moves": "b2 (a1"}, "a variation does not end"),
        ({"edit": "yes"}, "invalid edit 'yes': expected 1 or nothing"),
        ({"ended": "flag fell"}, "unknown ending 'flag fell': expected x resigned, o resigned, x lost on time"),
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
def test_a_different_move_keeps_the_other_lines(study: Study, data: st.DataObject) -> None:
    study = replace(study, editing=False)
    if not study.position.is_over:
        move = data.draw(st.sampled_from(study.position.moves))
        after = study.play(move)
        assert after.path == (*study.path, move)
        assert after.last == move
        assert after.position == study.position.play(move)
        kept = {line for line in study.tree.lines if line != study.path}  # a line that ended here goes on
        assert kept <= set(after.tree.lines) == kept | {after.line}
        assert after.record.moves[: len(study.record.moves)] == study.record.moves
    else:
        with pytest.raises(IllegalMove, match="over"):
            study.play(0)


@given(studies())
def test_every_line_is_reached_by_stepping_to_the_next_one(study: Study) -> None:
    lines, at = study.tree.lines, study.to(0, 0)
    for number, line in enumerate(lines):
        assert at.line == line
        assert read(at.query()) == at
        assert (at.beside(-1) is None) == (number == 0)
        after = at.beside(1)
        assert (after is None) == (number == len(lines) - 1)
        at = after or at


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"moves": "b2,a1", "at": "1"}, "b2"),
        ({"moves": "b2 a1 (c1 c3 {good}) c3"}, "b2 a1 c3"),
        ({"moves": "b2 a1 (c1 c3 {good}) c3", "line": "1"}, "b2 c1 c3"),
        ({"moves": "b2 a1 (c1 c3 {good}) c3", "line": "1", "at": "2"}, "b2 c1"),
        ({"moves": "b2,a1,(c1,c3),c3", "line": "1", "at": "0"}, ""),
    ],
)
def test_a_url_names_a_line_and_a_ply(query: dict[str, str], path: str) -> None:
    study = read(query)
    assert " ".join(study.game.board.names[move] for move in study.path) == path


def test_lines_are_promoted_deleted_and_commented() -> None:
    study = read({"moves": "b2 a1 (c1 c3) c3", "line": "1"})
    assert not study.is_main
    assert study.promote().query() == {"moves": "b2 c1 (a1 c3) c3"}
    assert study.delete().query() == {"moves": "b2 a1 (c1) c3", "line": "1"}
    assert study.delete().delete().query() == {"moves": "b2,a1,c3", "at": "1"}
    assert study.comment(" so  what ").query()["moves"] == "b2 a1 (c1 c3 {so what}) c3"
    with pytest.raises(NoughtsError, match="cannot be deleted"):
        study.go(0).delete()


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


def test_a_url_tells_how_the_players_ended_the_game() -> None:
    study = read({"moves": "b2,a1", "ended": "x resigned"})
    assert study.record.ended == "x resigned"
    assert read(study.query()) == study
    assert read({"moves": "b2,a1,b1,c1,b3", "ended": "x resigned"}).record.ended == ""


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


@pytest.mark.parametrize("moves", ["5,1,9", "b2,a1,c3", "1 1 0 0 2 2", "5, a1 9"])
def test_moves_in_a_url_can_have_other_notations(moves: str) -> None:
    assert read({"moves": moves}).record.moves == (4, 0, 8)


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
    for href in view.can.values():
        read(dict(parse_qsl(urlsplit(href).query)))
    assert ("undo" in view.can) == (study.at > 0 and not study.editing)


def test_every_cell_can_be_pressed_while_the_board_is_set_up() -> None:
    board = editing_board(read({"game": "connect four", "moves": "d"}).position)
    cells = [cell for layer in board.layers for _, row in layer.rows for cell in row]
    assert all(cell.can for cell in cells)
    assert cells[0].label == "a1, empty, falls to a6, press for X"
    assert cells[38].label == "d6, X, press for O"


@given(studies())
def test_every_move_and_comment_is_listed_once_and_leads_to_its_position(study: Study) -> None:
    rows = study_view(study).rows
    pairs = [row for row in rows if isinstance(row, Pair)]
    asides = [row for row in rows if isinstance(row, Aside)]
    main = [move for pair in pairs for move in (pair.x, pair.o) if move]
    tokens = [token for aside in asides for line in aside.lines for token in line]
    others = [token.move for token in tokens if token.move]
    assert [move.ply for move in main] == list(range(1, len(study.record.moves) + 1))
    assert len(main) + len(others) == study.tree.size
    for pair in pairs:
        assert pair.x is None or pair.x.player == "X"
        assert pair.o is None or pair.o.player == "O"
        assert pair.x or pair.o
    reached = set()
    for move in (*main, *others):
        line, at = map(int, move.go.split("."))
        there = study.to(line, at)
        assert move_name(study.game, there.path[-1]) == move.name
        assert move.here == (there.path == study.path)
        assert str(there.position.turn.other) == move.player
        reached.add(there.path)
    assert len(reached) == study.tree.size
    comments = [aside.comment for aside in asides] + [token.text for token in tokens if token.kind == "comment"]
    nodes = [study.tree.root, *(node for _, node in study.tree.root.walk())]
    assert sorted(filter(None, comments)) == sorted(node.comment for node in nodes if node.comment)


def test_a_variation_stands_below_the_move_that_it_replaces() -> None:
    rows = study_view(read({"moves": "b2 a1 (c1 c3 (a3 b3) b1) c3 {good} b1"})).rows
    told = []
    for row in rows:
        if isinstance(row, Pair):
            told.append(" ".join(move.name for move in (row.x, row.o) if move) + (f" …{row.gap}" if row.gap else ""))
        else:
            lines = (" ".join(each.move.name if each.move else each.text or each.kind for each in x) for x in row.lines)
            told.append(f"[{row.comment}{'; '.join(lines)}]")
    assert told == ["b2 a1", "[c1 c3 ( a3 b3 ) b1]", "c3 …O", "[good]", "b1 …X"]


def test_a_game_that_is_too_large_for_a_url_has_a_main_line_that_fits() -> None:
    study = Study.of(GameTree.of(Record(Position(page_game("19,19,5")))))
    for move in range(60):
        study = study.go(0).play(move).comment("why? " * 30)
    assert not fits(study)
    assert fits(study.without_lines())
    assert write_tree(study.without_lines().tree) == "a1"
