"""In a file with several functions, noughts finds the function that chooses moves by its name and by the calls."""

from pathlib import Path

import pytest

from noughts import NoughtsError, game
from noughts.grading.user_code import UserPlayer, load_user_code

ROOT = Path(__file__).parents[2]
EXERCISE = (ROOT / "docs/teachers/exercise/tictactoe.py").read_text()
SOLUTION = (ROOT / "docs/teachers/solution/tictactoe.py").read_text()
VALUES, _, BEST = SOLUTION.partition("def best_move(board, mark):")


def loaded(folder: Path, source: str, function: str = "") -> UserPlayer:
    (folder / "mine.py").write_text(source)
    player = load_user_code(f"{folder / 'mine.py'}:{function}".removesuffix(":"), marks="XO ")
    player.call(game("tictactoe"))
    return player


def chosen(name: str, body: str = "") -> str:
    """Return the solution with another name or another body for the function that chooses moves."""
    return VALUES + f"def {name}(board, mark):" + (f"\n    {body}\n" if body else BEST)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (EXERCISE, "best_move() crashed: NotImplementedError: TODO 3 (mine.py, line 45)"),
        (chosen("get_move", "return vlaue(board, mark)"), "get_move() crashed: NameError: name 'vlaue' is not defined"),
        (chosen("computer_move", "value(board, mark)"), "computer_move() returned None, not a move"),
        (chosen("zug", "return free[empty_cells(board)]"), "zug() crashed: NameError: name 'free' is not defined"),
        (chosen("find_best_move", "return empty_cells(board)"), "find_best_move() returns lists such as ["),
        (
            chosen("best_move").replace(
                '(board, mark):\n    """Return the cell', '(board, a, b):\n    """Return the cell'
            ),
            "best_move(board, a, b) has the unknown parameter 'a'",
        ),
        (
            "class Player:\n    def __init__(self): raise OSError('no window')\n    def move(self, board): pass\n",
            "Player.move() crashed: OSError: no window (mine.py, line 2)",
        ),
        (VALUES, "value() returns scores such as 1 and 3 and -2, not moves"),
        (
            VALUES.replace("value", "minimax") + "def first_free(board): return empty_cells(board)[0]\n",
            "minimax() returns scores such as 1 and 3 and -2, not moves",
        ),
    ],
)
def test_the_error_of_the_function_that_is_meant_is_reported(tmp_path: Path, source: str, message: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        loaded(tmp_path, source)
    assert str(caught.value).startswith(message)


MINIMAX = """
def minimax(board, mark):
    cells = empty_cells(board)
    if winner(board) or not cells:
        return None, value(board, mark)
    best = max if mark == "X" else min
    return best(((cell, value(play(board, cell, mark), other(mark))) for cell in cells), key=lambda pair: pair[1])
"""


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (chosen("zug"), "zug"),
        (VALUES + MINIMAX, "minimax"),
        (VALUES + MINIMAX + "def zug(board, mark):\n    best = minimax(board, mark)\n    return best[0]\n", "zug"),
        (VALUES + MINIMAX + "def get_move(board, mark):\n    return int(input()), minimax\n", "minimax"),
        (VALUES + MINIMAX + "def move(board, cell, mark):\n    board[cell] = mark\n", "minimax"),
        (chosen("best_move") + "def get_move(board, mark):\n    return best_move(bord, mark)\n", "best_move"),
        (
            VALUES
            + "def best_move(b, x, y):\n    return minimax(b, x)[0]\n"
            + MINIMAX
            + "def get_move(board, mark):\n    return best_move(board, mark, 0)\n",
            "get_move",
        ),
    ],
)
def test_a_caller_is_preferred_to_its_helpers(tmp_path: Path, source: str, name: str) -> None:
    assert loaded(tmp_path, source).name == name


def test_a_function_called_best_move_that_returns_lists_is_the_verdict(tmp_path: Path) -> None:
    source = chosen("search") + "def best_move(board, mark):\n    return empty_cells(board)\n"
    with pytest.raises(NoughtsError, match=r"best_move\(\) returns lists such as .*, not moves"):
        loaded(tmp_path, source)


@pytest.mark.parametrize(
    "extra", ["", "\ndef ask():\n    return int(input())\n\ndef lus(board):\n    lapsus(board, ask())\n"]
)
def test_a_function_that_calls_a_recursive_search_is_found_whatever_its_name(tmp_path: Path, extra: str) -> None:
    source = VALUES + "def lapsus(board, mark):" + BEST
    assert loaded(tmp_path, source.replace("value(", "waarde(") + extra).name == "lapsus"


@pytest.mark.parametrize(
    "helper",
    [
        "def best_move(board): return [n for n in range(9) if board[n] == ' ']",
        "def best_move(board): return {n for n in range(9) if board[n] == ' '}",
        "def best_move(board): return [(r, c) for r in range(3) for c in range(3) if board[r][c] == ' ']",
    ],
)
def test_a_list_of_cells_is_not_a_move(tmp_path: Path, helper: str) -> None:
    with pytest.raises(NoughtsError, match=r"best_move\(\) returns lists such as .*, not moves"):
        loaded(tmp_path, helper)
