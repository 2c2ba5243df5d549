"""`--game my.py:squares`: a game in a file is played, analysed and solved, and errors take one sentence."""

import json
import sys
from pathlib import Path

import pytest

from noughts import Game, game, grid, match
from noughts.rules.errors import NoughtsError
from noughts.terminal.custom_game import any_game
from tests.oracle import Oracle
from tests.strategies import in_sets
from tests.terminal.terminal import Terminal

SQUARES = """
from noughts import Game, cell_set, grid

board = grid(3, 3)
corners = [(0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8)]
squares = Game("squares", board, tuple(map(cell_set, corners)))
"""
MORE = '''
def three():
    """Three in a row."""
    return Game("three", board, (0b111,))

def broken():
    raise KeyError("oops")

other = three()
'''


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "my.py"
    path.write_text(SQUARES + MORE, encoding="utf-8")
    return str(path)


def test_a_game_in_a_file_is_found(file: str, tmp_path: Path) -> None:
    assert any_game(f"{file}:squares").name == "squares"
    assert any_game(f"{file}:three") == any_game(f"{file}:other") == Game("three", grid(3, 3), (0b111,))
    alone = tmp_path / "alone.py"
    alone.write_text("from my import squares\n", encoding="utf-8")
    assert any_game(str(alone)) == any_game(f"{file}:squares")
    assert any_game("4,4,3") == game("4,4,3")


def test_statements_that_play_a_game_are_left_out(file: str) -> None:
    with open(file, "a", encoding="utf-8") as code:
        code.write("while True:\n    move = input('Your move: ')\n")
    assert any_game(f"{file}:squares").name == "squares"


def test_a_game_in_a_notebook_is_found(tmp_path: Path) -> None:
    path = tmp_path / "my.ipynb"
    cells = [{"cell_type": "code", "source": SQUARES}]
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}), encoding="utf-8")
    assert any_game(f"{path}:squares").name == any_game(str(path)).name == "squares"


@pytest.mark.parametrize(
    "command", [["analyse", "start", "--game"], ["solve", "start", "--game"], ["solve"], ["count"], ["play", "--game"]]
)
def test_commands_take_a_game_in_a_file(file: str, command: list[str]) -> None:
    run = Terminal.run(*command, f"{file}:squares", given="a1\nquit\n")
    assert (run.status, run.err) == (0, "")


def test_a_game_of_your_own_is_called_by_its_name(file: str) -> None:
    assert Terminal.run("solve", f"{file}:squares").out.startswith("3 × 3, squares. X to move:")


def test_a_function_of_your_own_plays_a_game_of_your_own(file: str, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text("def first(position):\n    return position.moves[0]\n", encoding="utf-8")
    run = Terminal.run(
        "arena", "random", f"{tmp_path / 'first.py'}:first", "-n", "2", "-g", f"{file}:squares", "--json"
    )
    assert run.status == 0, run.err  # without bubblewrap, a note says so
    assert json.loads(run.out)["games"] == 2


def test_its_value_is_that_of_an_exhaustive_search(file: str) -> None:
    run = Terminal.run("solve", f"{file}:squares", "--json")
    squares = any_game(f"{file}:squares")
    value = Oracle(in_sets(squares)).value("_" * 9, "x")[0]
    assert json.loads(run.out)["positionValue"] == {1: "win", 0: "tie", -1: "lose"}[value]
    assert match("perfect", "perfect", games=2, game=squares).draws == (0 if value else 2)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (":nope", "has no 'nope': expected "),
        (":board", "is of the type Board, not Game: expected "),
        (":broken", "raised KeyError: 'oops'"),
        ("", "which game in "),
    ],
)
def test_errors_say_what_is_expected(file: str, name: str, message: str) -> None:
    run = Terminal.run("analyse", "start", "--game", file + name)
    assert run.status == 2
    assert message in run.err
    assert "Traceback" not in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("1/0", "(left out: line 1: 1/0 (ZeroDivisionError: division by zero))"),
        ("def", "has a Python syntax error on line 1"),
        ("raise SystemExit(3)", "(left out: line 1: raise SystemExit(3) (it ends the program))"),
        ("y = 1", "expected a Game, as in squares = Game(…)"),
        ("def x(): raise SystemExit(3)", "bad.py:x raised "),
        ("import sys; sys.path.clear()", "expected a Game"),
        ("class E(Exception):\n def __str__(self): return 1 / 0\nraise E", "expected a Game"),
        ("class X:\n def __repr__(self): return 1 / 0\nx = X()", "bad.py:x is of the type X, not Game"),
    ],
)
def test_a_file_without_the_game_is_an_error(tmp_path: Path, code: str, message: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(code, encoding="utf-8")
    with pytest.raises(NoughtsError) as error:
        any_game(f"{path}:x")
    assert message in str(error.value)


def test_a_file_cannot_take_away_the_places_of_modules(tmp_path: Path) -> None:
    before = [*sys.path]
    path = tmp_path / "bad.py"
    path.write_text("import sys\nsys.path.clear()\nsys.path = []\nx = 1\n", encoding="utf-8")
    with pytest.raises(NoughtsError, match="not Game"):
        any_game(f"{path}:x")
    assert sys.path == before


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(NoughtsError, match=r"^there is no file none\.py"):
        any_game("none.py:squares")
