"""The board in a notebook: its display, its clicks, and invalid requests from a page."""

import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from noughts import IllegalMove, NoughtsError, Opponent, Player, Position, game, minimax, player, position
from noughts.notebook import play
from noughts.notebook import widget as notebook
from noughts.notebook.widget import INSTALL, NotebookGame, script, style_sheet
from noughts.players.opponent import Choice
from tests.notebook.boards import panel_of, scripted

GAMES = ["tictactoe", "misere", "connect four", "torus", "cube", "qubic", "score four", "5,2,2", "3x2x2x2,3"]


def click(board: NotebookGame, cell: str) -> dict[str, Any]:
    """Click a cell, and return the state that the board then shows."""
    panel_of(board).ask({"do": "play", "cell": board.position.game.board.cell(cell)})
    return panel_of(board).shown()


def ask(board: NotebookGame, verb: str) -> dict[str, Any]:
    panel_of(board).ask({"do": verb})
    return panel_of(board).shown()


def cell_names(shown: dict[str, Any]) -> list[str]:
    return [cell["name"] for cell in shown["cells"]]


# The display.


@pytest.mark.parametrize("name", GAMES)
def test_the_board_agrees_with_the_rules_throughout_a_game(name: str) -> None:
    board, random = play("friend", game=name, seed=1), Random(1)
    while True:
        here, shown = board.position, panel_of(board).shown()
        json.dumps(shown)
        assert len(shown["cells"]) == len(here.game.board)
        for cell, item in enumerate(shown["cells"]):
            stone = "X" if here.x >> cell & 1 else "O" if here.o >> cell & 1 else "empty"
            assert item["name"].split(", ")[:2] == [here.game.board.names[cell], stone]
            assert ("last move" in item["name"]) == (cell == panel_of(board).session.last)
            assert item["can"] == (stone == "empty" and not here.is_over)
            assert not item["can"] or here.why_illegal(item["takes"]) is None
        assert {item["takes"] for item in shown["cells"] if item["can"]} == set(here.moves)
        if here.is_over:
            break
        panel_of(board).ask({"do": "play", "cell": random.choice(here.moves)})


@pytest.mark.parametrize("name", GAMES)
def test_the_cells_of_the_picture_are_in_board_order(name: str) -> None:
    """The page places its buttons over the n-cell rectangles in document order."""
    start = play("friend", game=name, values=name == "tictactoe")
    board, shown = start.position.game.board, panel_of(start).shown()
    rectangles = re.findall(r'<rect class="n-cell[^"]*" x="([\d.]+)" y="([\d.]+)"', shown["picture"])
    places = [(float(x), float(y)) for x, y in rectangles]
    assert len(places) == len(board)
    assert sorted(cell for layer in shown["layers"] for row in layer["rows"] for cell in row) == list(range(len(board)))
    for layer in shown["layers"]:
        for row in layer["rows"]:
            assert [places[cell] for cell in row] == sorted(places[cell] for cell in row)
            assert len({places[cell][1] for cell in row}) == 1
        tops = [places[row[0]][1] for row in layer["rows"]]
        assert tops == sorted(set(tops))


def test_layer_names_agree_with_cell_names() -> None:
    shown = panel_of(play("friend", game="qubic")).shown()
    assert [layer["name"] for layer in shown["layers"]] == ["Layer a", "Layer b", "Layer c", "Layer d"]
    assert cell_names(shown)[shown["layers"][1]["rows"][0][0]] == "a1b, empty"


def test_the_picture_supports_light_and_dark_themes() -> None:
    picture = panel_of(play("friend")).shown()["picture"]
    assert ".n-light .n-cell" in picture
    assert ".n-dark .n-cell" in picture
    assert "n-auto" not in picture


def test_names_are_escaped_and_shortened() -> None:
    shown = panel_of(play("friend", name="<img src=x onerror=alert(1)>\n" + "a" * 100)).shown()
    name = shown["players"][0]["name"]
    assert name.startswith("<img src=x onerror=alert(1)> aaa")
    assert len(name) <= 40
    assert "<img" not in shown["picture"]


# Clicks.


def test_a_click_plays_and_the_computer_answers() -> None:
    board = play(scripted("a1"))
    shown = click(board, "b2")
    assert str(board.position) == "o . .\n. x .\n. . ."
    assert shown["status"] == "Computer (scripted): a1. Your move (X)."
    assert cell_names(shown)[:5] == ["a1, O, last move", "b1, empty", "c1, empty", "a2, empty", "b2, X"]
    assert board.record.move_names == ("b2", "a1")


def test_the_board_says_that_the_computer_is_thinking() -> None:
    board = play(scripted("a1"))
    seen = []
    panel_of(board).changed = lambda: seen.append(panel_of(board).shown())
    click(board, "b2")
    assert [shown["busy"] for shown in seen] == [True, False]
    assert seen[0]["status"] == "Computer (scripted) is thinking …"
    assert "X" in seen[0]["cells"][4]["name"]
    assert not any(cell["can"] for cell in seen[0]["cells"])
    assert seen[0]["number"] < seen[1]["number"]


def test_a_click_on_a_taken_cell_shows_the_reason() -> None:
    board = play(scripted("a1"))
    click(board, "b2")
    before = board.position
    shown = click(board, "a1")
    assert (shown["note"], shown["tone"]) == ("a1 is taken: O has a stone there.", "refusal")
    assert board.position is before
    assert click(play("friend"), "a1")["note"] == ""


def test_a_hint_names_a_cell_and_marks_it() -> None:
    board = play("friend", position="xx_/oo_/3_ x")
    shown = ask(board, "hint")
    assert shown["note"].startswith("c1 wins at once")
    assert shown["tone"] == "hint"
    assert cell_names(shown)[2] == "c1, empty, hint"
    assert "★" in shown["picture"]
    assert "★" not in click(board, "c1")["picture"]


def test_values_can_be_shown_and_hidden() -> None:
    board = play("friend", position="o_x/x2_/x2o x")
    assert "win" not in " ".join(cell_names(panel_of(board).shown()))
    shown = ask(board, "values")
    assert cell_names(shown)[4] == "b2, empty, win in 1"
    assert cell_names(shown)[1] == "b1, empty, loss in 2"
    assert "▲ win" in shown["picture"]
    assert "counts the moves of both players" in shown["legend"]
    assert next(action for action in shown["actions"] if action["do"] == "values")["on"] is True
    shown = ask(board, "values")
    assert (cell_names(shown)[4], shown["legend"]) == ("b2, empty", "")


def test_values_can_be_shown_from_the_start_and_follow_the_game() -> None:
    board = play(scripted("a1"), values=True)
    assert cell_names(panel_of(board).shown())[0] == "a1, empty, draw, 7 of O's 8 replies lose"
    assert "lose the game" in click(board, "b2")["legend"]
    assert "is an estimate" in panel_of(play("friend", game="gomoku", values=True)).shown()["legend"]


def test_undo_takes_back_both_moves() -> None:
    board = play(scripted("a1"))
    start = board.position
    click(board, "b2")
    assert ask(board, "undo")["status"] == "Your move (X)."
    assert board.position == start
    shown = ask(board, "undo")
    assert shown["note"] == "There is no move to take back."
    assert [action["do"] for action in shown["actions"] if not action["can"]] == ["undo"]


def test_a_finished_game_is_announced_and_counted_and_can_be_undone() -> None:
    board = play(scripted("b1", "c1"))
    for cell in ("a1", "a2", "a3"):
        shown = click(board, cell)
    assert shown["status"] == "You win with X: a1, a2, a3."
    assert [player["wins"] for player in shown["players"]] == [1, 0]
    assert cell_names(shown)[6] == "a3, X, last move, in the winning line"
    assert "n-line" in shown["picture"]
    assert not any(cell["can"] for cell in shown["cells"])
    assert click(board, "b2")["note"] == "The game is over: X has won."
    assert "game is over" in ask(board, "hint")["note"]
    shown = ask(board, "undo")
    assert [player["wins"] for player in shown["players"]] == [0, 0]
    assert shown["status"] == "Your move (X)."


def test_losses_and_draws_are_announced() -> None:
    drawn = play("friend", position="xox/xxo/ox_ o")
    shown = click(drawn, "c3")
    assert (shown["status"], shown["drawn"]) == ("A draw.", 1)
    lost = play(scripted("c1"), position="oo_/xx_/3_ x", name="Ada")
    assert click(lost, "a3")["status"] == "Computer (scripted) wins with O: a1, b1, c1."
    misere = play("friend", game="misere", position="xx_/oo_/3_ x")
    assert click(misere, "c1")["status"] == "Friend wins with O: X completed a1, b1, c1."
    assert panel_of(play(position="xxx/oo_/3_ o")).shown()["status"] == "You win with X: a1, b1, c1."


def test_a_new_game_can_start_with_the_same_or_swapped_sides() -> None:
    board = play(scripted("b1", "a1", "b2"))
    click(board, "c3")
    assert ask(board, "new")["status"] == "Your move (X)."
    shown = ask(board, "swap")
    assert [player["name"] for player in shown["players"]] == ["Computer (scripted)", "You"]
    assert shown["status"] == "Computer (scripted): a1. Your move (O)."
    shown = ask(board, "undo")
    assert [player["name"] for player in shown["players"]] == ["You", "Computer (scripted)"]
    assert board.record.move_names == ("c3", "b1"), "undo brings back the game before it"


def test_with_gravity_a_stone_falls() -> None:
    board = play("friend", game="connect four")
    shown = panel_of(board).shown()
    assert cell_names(shown)[3] == "d1, empty, falls to d6"
    assert shown["cells"][3]["takes"] == board.position.cell("d6")
    click(board, "d1")
    click(board, "d2")
    assert board.record.move_names == ("d6", "d5")
    assert click(board, "d6")["note"] == "d6 is taken: X has a stone there."


# Players.


def test_the_computer_moves_first_as_x() -> None:
    assert panel_of(play(scripted("c3"), side="o")).shown()["status"] == "Computer (scripted): c3. Your move (O)."
    assert play(scripted("c3"), side=Player.O).position.turn is Player.O


def test_a_seed_repeats_the_game() -> None:
    boards = {str(play("random", side="random", game="gomoku", seed=5).play("h8").position) for _ in range(3)}
    assert len(boards) == 1


@pytest.mark.parametrize("level", ["random", "easy", "perfect", "minimax:depth=2", "mcts:simulations=50"])
def test_any_player_can_be_the_opponent(level: str) -> None:
    board = play(level, seed=1)
    click(board, "b2")
    assert len(board.record.moves) == 2


def test_a_player_can_be_a_value_or_a_function() -> None:
    def first(board: list[list[str]]) -> tuple[int, int]:
        return next((row, column) for row in range(3) for column in range(3) if board[row][column] == " ")

    assert click(play(first), "b2")["status"] == "Computer (first): a1. Your move (X)."
    assert click(play(minimax), "b2")["status"].startswith("Computer (minimax): ")
    assert click(play(player("perfect", first=True)), "b2")["status"].startswith("Computer (perfect): ")


def test_a_player_can_be_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def best(board):\n    return board.index(' ')\n", encoding="utf-8")
    assert len(click(play(f"{file}:best"), "b2")["status"]) > 20


def test_two_people_can_share_a_board() -> None:
    board = play("friend", name="Ada")
    assert click(board, "b2")["status"] == "Your move, Friend (O)."
    assert click(board, "a1")["status"] == "Your move, Ada (X)."
    ask(board, "undo")
    assert board.record.move_names == ("b2",)


def test_the_error_of_a_player_names_it_and_the_game_can_continue() -> None:
    def broken(position: Position, random: Random) -> Choice:
        raise NoughtsError("broken() crashed: ZeroDivisionError")

    board = play(Opponent("broken", broken))
    shown = click(board, "b2")
    fault = "Computer (broken) cannot move: broken() crashed: ZeroDivisionError."
    assert shown["status"] == f"{fault} Undo, or start a new game."
    assert not shown["busy"]
    assert click(board, "a1")["note"] == "It is not your turn: Computer (broken) is to move."
    assert "Your move" in ask(board, "undo")["status"]
    assert board.position == Position(game("tictactoe"))
    assert "cannot move" in panel_of(play(Opponent("broken", broken), side="o")).shown()["status"]


def test_a_crashing_function_shows_one_sentence() -> None:
    def mine(board: list[list[str]]) -> tuple[int, int]:
        raise ZeroDivisionError("division by zero")

    status = click(play(mine), "b2")["status"]
    assert status.startswith("Computer (mine) cannot move: mine() ")
    assert "ZeroDivisionError" in status
    assert "\n" not in status


def test_an_interrupted_player_shows_one_sentence() -> None:
    def slow(position: Position, random: Random) -> Choice:
        raise KeyboardInterrupt

    assert "it was interrupted" in click(play(Opponent("slow", slow)), "b2")["status"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": "grandmaster"}, "unknown player"),
        ({"game": "chess"}, "unknown game"),
        ({"side": "y"}, "unknown side .y.: expected x, o or random"),
        ({"position": "xyz"}, "expected"),
        ({"position": Position(game("4,4,3")), "game": "connect four"}, "leave out the game"),
    ],
)
def test_bad_arguments_raise_an_error(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        play(**settings)


def test_a_position_determines_the_game() -> None:
    assert play("friend", position=Position(game("4,4,3"))).position.game == game("4,4,3")
    assert play("friend", position=position("o_x/x2_/x2o x")).position == position("o_x/x2_/x2o x")


# Invalid requests.


@pytest.mark.parametrize(
    "request_",
    [
        *[None, 3, "play", [], {}, ["do", "hint"], float("nan"), b"play", {1: 2}],
        *[{"do": verb} for verb in (None, "play", ["hint"], "__init__", "session", "HINT", "", {"do": "hint"})],
        *[{"do": "play", "cell": cell} for cell in (None, "4", True, 4.0, -1, 9, 10**5000, [4], {"cell": 4})],
    ],
    ids=lambda request: str(type(request)) if len(str(type(request))) > 80 else None,
)
def test_an_invalid_request_shows_one_sentence(request_: object) -> None:
    board = play("friend")
    before, number = board.position, panel_of(board).shown()["number"]
    panel_of(board).ask(request_)
    shown = panel_of(board).shown()
    assert shown["tone"] == "refusal"
    assert shown["note"].startswith("Invalid request from the page: expected a click on a cell")
    assert board.position is before
    assert shown["number"] == number + 1  # so that the page does not wait for an answer


def test_a_request_may_contain_extra_fields() -> None:
    board = play("friend")
    panel_of(board).ask({"do": "play", "cell": 4, "x": 511, "position": "xxx/3_/3_"})
    assert str(board.position) == ". . .\n. x .\n. . ."


# Method calls.


def test_the_board_can_be_played_by_method_calls() -> None:
    board = play(scripted("a1"))
    assert board.play("b2") is board
    assert repr(board) == "o . .\n. x .\n. . .\nComputer (scripted): a1. Your move (X)."
    assert repr(board.hint()).count("\n") == 4
    assert board.values() is board
    with pytest.raises(IllegalMove, match="a1 is taken"):
        board.play("a1")
    assert board.undo().position == Position(game("tictactoe"))
    with pytest.raises(IllegalMove, match="no move to take back"):
        board.undo()


@pytest.fixture
def without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    notebook._widget_class.cache_clear()


@pytest.mark.usefixtures("without_anywidget")
def test_without_anywidget_the_board_is_drawn_and_one_line_says_what_to_install() -> None:
    board = play(scripted("a1", "c3"))
    shown = board._repr_mimebundle_()
    assert set(shown) == {"text/plain", "text/html"}
    assert shown["text/plain"].splitlines()[-1] == INSTALL
    assert 'pip install "noughts[notebook]"' in INSTALL
    assert "\n" not in INSTALL
    assert "<svg" in shown["text/html"]
    assert "pip install" in shown["text/html"]
    assert "board.play(&quot;b2&quot;)" in shown["text/html"]
    assert "Computer (scripted): a1." in board.play("b2")._repr_mimebundle_()["text/html"]
    with pytest.raises(ImportError):
        assert board.widget


# With anywidget.


@pytest.mark.needs("anywidget")
def test_the_widget_shows_the_state_of_the_panel() -> None:
    board = play(scripted("a1", "c3"))
    widget = board.widget
    assert board.widget is widget
    assert widget.shown == panel_of(board).shown()
    widget._handle_custom_msg({"do": "play", "cell": 4}, [])
    assert str(board.position) == "o . .\n. x .\n. . ."
    assert widget.shown["status"] == "Computer (scripted): a1. Your move (X)."
    widget._handle_custom_msg({"do": "play", "cell": "<script>"}, [])
    assert widget.shown["tone"] == "refusal"
    board.play("b1")
    assert widget.shown["status"] == "Computer (scripted): c3. Your move (X)."
    other = play("friend").widget
    assert other.shown["cells"][4]["name"] == "b2, empty"
    assert (widget._esm, widget._css) == (script(), style_sheet())


@pytest.mark.needs("anywidget")
def test_a_page_cannot_change_the_shown_state() -> None:
    board = play("friend")
    widget, before = board.widget, script()
    widget.set_state({"shown": {"status": "X has won."}, "_esm": "alert(1)", "position": 3})
    assert widget.shown["note"] == "The page cannot change the board directly: it can only send requests."
    assert widget.shown["status"] == "Your move (X)."
    assert widget._esm == before


@pytest.mark.needs("anywidget")
def test_a_board_displays_itself_and_saves_a_picture() -> None:
    board = play("friend")
    shown, _ = board._repr_mimebundle_()
    assert shown["application/vnd.jupyter.widget-view+json"]["model_id"] == board.widget.model_id
    assert shown["image/svg+xml"].startswith("<svg")
    assert shown["text/plain"] == repr(board)


def test_the_script_makes_no_network_requests() -> None:
    addresses = r"https?:(?!//www.w3.org/2000/svg')"  # that is a name, not an address
    assert not re.search(addresses + r"|\bimport\b|fetch\(|XMLHttp|WebSocket|eval\(|innerHTML|Function\(", script())
    assert not re.search(r"https?:|@import|url\(", style_sheet())


def test_both_themes_define_every_colour() -> None:
    used = set(re.findall(r"var\((--[\w-]+)\)", style_sheet())) - {"--wide"}
    for theme in ("light", "dark"):
        line = next(line for line in style_sheet().splitlines() if f'[data-theme="{theme}"]' in line)
        assert used <= set(re.findall(r"(--[\w-]+):", line))
