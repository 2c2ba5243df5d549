"""Functions as players: their signature and board format are detected, and their faults are reported."""

import json
import os
import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Solver, game, match, player, position
from noughts.grading.user_code import UserPlayer, load_user_code
from noughts.grading.user_code.answers import READINGS, move_in, plain
from noughts.grading.user_code.boards import FULL_BOARDS, SPARSE_BOARDS
from noughts.grading.user_code.call import Call, Program
from noughts.grading.user_code.calls import roles
from noughts.grading.user_code.marks import read_marks, write_marks
from noughts.grading.user_code.names import Names
from noughts.grading.user_code.probes import probes
from noughts.grading.user_code.source import read_source
from noughts.players.opponent import Choice, Crash, IllegalAnswer, Opponent, PlayerFault
from noughts.rules.game import Player
from noughts.rules.position import Position
from tests.linear import expect_linear, repeated

STUDENTS = Path(__file__).parents[1] / "students"
TICTACTOE = game("tictactoe")
solver = cache(Solver)  # solves each game once
START = Position(TICTACTOE)


@cache
def student(name: str) -> UserPlayer:
    return load_user_code(str(STUDENTS / name))


def best(board: Any, me: Any, you: Any, empty: Any) -> int:
    """Return a perfect move for a list of nine cells. The functions below differ only in their signatures."""
    cells = ["x" if mark == me else "o" if mark == you else "_" for mark in board]
    assert all(mark in (me, you) or empty(mark) for mark in board)
    move: int = solver(TICTACTOE).solve(position("".join(cells) + " x")).move
    return move


# Every calling style: a function, and the description of its style.


def flat(board: list[Any], player: str) -> int:
    return best(board, player, "O" if player == "X" else "X", lambda m: m == " ")


def rows(grid: list[list[str]], turn: str) -> tuple[int, int]:
    cells = [mark for row in grid for mark in row]
    return divmod(best(cells, turn, "X" if turn == "O" else "O", lambda m: m == "."), 3)


def small_letters(board: list[list[str]], symbol: str, opponent: str) -> list[int]:
    cells = [mark for row in board for mark in row]
    assert {symbol, opponent} == {"x", "o"}
    return list(divmod(best(cells, symbol, opponent, lambda m: m == "-"), 3))


def numbers(state: list[list[int]], depth: int, player: int) -> list[float]:
    cells = [mark for row in state for mark in row]
    assert depth == cells.count(0) > 0
    row, column = divmod(best(cells, player, -player, lambda m: m == 0), 3)
    return [row, column, 10.0]


def one_and_two(board: list[int], me: int) -> int:
    return best(board, me, 3 - me, lambda m: m == 0)


def score_first(board: list[list[str | None]], is_maximizing: bool) -> tuple[int, tuple[int, int]]:
    cells = [mark for row in board for mark in row]
    me, you = ("X", "O") if is_maximizing else ("O", "X")
    assert (cells.count("X") == cells.count("O")) == is_maximizing
    return -1, divmod(best(cells, me, you, lambda m: m is None), 3)


def maximises_o(board: list[str], depth: int, isMaximizing: bool, alpha: float, beta: float) -> int:
    assert (alpha, beta) == (float("-inf"), float("inf"))
    assert depth == 0
    me, you = ("O", "X") if isMaximizing else ("X", "O")
    return best(board, me, you, lambda m: m == "")


def digits(board: list[str], ai: str, human: str) -> dict[str, int]:
    return {"index": best(board, ai, human, str.isdigit), "score": 7}


def from_one(board: list[str], computer_letter: str, player_letter: str) -> int:
    assert len(board) == 10
    return 1 + best(board[1:], computer_letter, player_letter, lambda m: m == " ")


def numbered_from_one(board: list[str], mark: str) -> int:
    assert len(board) == 9
    return 1 + best(board, mark, "XO".replace(mark, ""), lambda m: m == " ")


def a_dict(board: dict[int, str], mark: str) -> int:
    return 1 + best(list(board.values()), mark, "XO".replace(mark, ""), lambda m: m == " ")


def a_string(board: str, mark: str) -> str:
    assert isinstance(board, str)
    return TICTACTOE.board.names[best(board, mark, "XO".replace(mark, ""), lambda m: m == "_")]


def a_tuple(board: tuple[str, ...], mark: str) -> int:
    assert isinstance(board, tuple)
    return best(board, mark, "XO".replace(mark, ""), lambda m: m == " ")


def infers(board: list[list[str | None]]) -> tuple[int, int]:
    cells = [mark for row in board for mark in row]
    me, you = ("X", "O") if cells.count("X") == cells.count("O") else ("O", "X")
    return divmod(best(cells, me, you, lambda m: m is None), 3)


def always_x(board: list[list[str]]) -> tuple[int, int]:
    return divmod(best([mark for row in board for mark in row], "X", "O", lambda m: m == " "), 3)


def always_two(board: list[int]) -> int:
    return best(board, 2, 1, lambda m: m == 0)


def sets_its_stone(board: list[str], letter: str) -> None:
    board[best(board, letter, "XO".replace(letter, ""), lambda m: m == " ")] = letter


def returns_the_board(board: list[list[str]], letter: str) -> list[list[str]]:
    row, column = divmod(best(sum(board, []), letter, "XO".replace(letter, ""), lambda m: m == " "), 3)  # noqa: RUF017
    return [[letter if (r, c) == (row, column) else m for c, m in enumerate(line)] for r, line in enumerate(board)]


def gets_the_moves(board: list[list[str]], moves: list[tuple[int, int]], x_turn: bool) -> tuple[int, int]:
    assert all(board[row][column] == " " for row, column in moves)
    me, you = ("X", "O") if x_turn else ("O", "X")
    move = divmod(best(sum(board, []), me, you, lambda m: m == " "), 3)  # noqa: RUF017
    assert move in moves
    return move


def a_position(position: Position) -> int:
    move: int = solver(position.game).solve(position).move
    return move


WAYS: list[tuple[Callable[..., Any], str]] = [
    (flat, "flat(cells, player) with 'X', 'O' and ' '"),
    (rows, "rows(cells, player) with 'X', 'O' and '.'"),
    (small_letters, "small_letters(rows, player, opponent) with 'x', 'o' and '-'"),
    (numbers, "numbers(rows, depth, player)[:2] with 1, -1 and 0"),
    (one_and_two, "one_and_two(cells, player) with 1, 2 and 0"),
    (score_first, "score_first(rows, is_x)[1] with 'X', 'O' and None"),
    (maximises_o, "maximises_o(cells, 0, not is_x, -inf, inf) with 'X', 'O' and ''"),
    (digits, "digits(cells, player, opponent) with 'X', 'O' and the cell's number from 0 as text"),
    (from_one, "from_one([empty, *cells], player, opponent) - 1 with 'X', 'O' and ' '"),
    (numbered_from_one, "numbered_from_one(cells, player) - 1 with 'X', 'O' and ' '"),
    (a_dict, "a_dict(dict(enumerate(cells, 1)), player) - 1 with 'X', 'O' and ' '"),
    (a_string, "a_string(text, player) with 'X', 'O' and '_'"),
    (a_tuple, "a_tuple(tuple(cells), player) with 'X', 'O' and ' '"),
    (infers, "infers(rows) with 'X', 'O' and None"),
    (always_x, "always_x(rows) with 'X', 'O' and ' '; it always plays X"),
    (always_two, "always_two(cells) with 1, 2 and 0; it always plays O"),
    (sets_its_stone, "b = cells; sets_its_stone(b, player); b with 'X', 'O' and ' '"),
    (returns_the_board, "returns_the_board(rows, player) with 'X', 'O' and ' '"),
    (gets_the_moves, "gets_the_moves(rows, [pairs[m] for m in moves], is_x) with 'X', 'O' and ' '"),
    (a_position, "a_position(position)"),
]


@pytest.mark.parametrize(("function", "words"), WAYS, ids=[function.__name__ for function, _ in WAYS])
def test_each_call_is_found_out_and_plays_perfectly(function: Callable[..., Any], words: str) -> None:
    guest = UserPlayer(function)
    assert guest.words(TICTACTOE) == words
    random = Random(3)
    for _ in range(10):
        at = START
        while not at.is_over:
            choice = guest(at, random)
            assert solver(TICTACTOE).solve(at).scores[choice.move] == solver(TICTACTOE).score(at)
            at = at.play(random.choice(at.moves))


STYLES = {
    "rows.py:best_move": "best_move(rows, player) with 'X', 'O' and ' '",
    "underscore.py:find_best_move": "find_best_move(rows) with 'x', 'o' and '_'; it always plays X",
    "infers.py:minimax": "minimax(rows) with 'X', 'O' and None",
    "flat.py:choose": "choose(cells, player, opponent) with 'X', 'O' and ''",
    "flat.py:negamax": "negamax(cells, player, opponent)[1] with 'X', 'O' and ''",
    "own.py:choose": "choose(position)",
    "own.py:result": "result(position, random)",
    "plus_minus_one.py:best_move": "best_move(rows, player) with 'X', 'O' and ' '",
    "one_side.py:computer_move": "computer_move(rows) with 'X', 'O' and ' '; it always plays O",
    "taken.py:move": "move(rows, player) with 'X', 'O' and ' '",
    "crashes.py:move": "move(cells) with 'X', 'O' and '.'",
    "chance.py:move": "move(rows) with 'X', 'O' and ' '",
    "forgets.py:move": "move(cells, player) with 'X', 'O' and ' '",
    "in_place.py:get_computer_move": "get_computer_move([empty, *cells], player) - 1 with 'X', 'O' and ' '",
    "in_place.py:computer_turn": "b = [empty, *cells]; computer_turn(b, player); b with 'X', 'O' and ' '",
    "state_depth_player.py:minimax": "minimax(rows, depth, player)[:2] with 1, -1 and 0",
}


@pytest.mark.parametrize("name", STYLES)
def test_the_call_of_each_student_is_found_out(name: str) -> None:
    assert student(name).words(TICTACTOE) == STYLES[name]


@pytest.mark.parametrize("name", ["rows.py:best_move", "one_side.py:computer_move", "own.py:choose"])
def test_a_perfect_function_never_loses_a_match(name: str) -> None:
    opponent = player(str(STUDENTS / name))
    result = match(opponent, player("random"), games=20, seed=5)
    assert result.wins(1) == 0
    assert result.wins(0, Player.X) > 0
    assert result.wins(0, Player.O) > 0
    assert result.faults == ([], [])


def test_a_fault_loses_the_game_and_is_reported() -> None:
    result = match(Opponent("taken", student("taken.py:move")), player("random"), games=40, seed=1)
    assert result.faults[0]
    assert "is taken" in result.faults[0][0]


@pytest.mark.slow
def test_functions_can_play_other_games() -> None:
    connect_four = game("7,6,4 gravity")
    guest = student("dropped.py:drop")
    assert guest(Position(connect_four).play("a"), Random(0)).move == connect_four.board.cell("a5")
    for name in ("4,4,3", "3,3,3 gravity", "misere", "3x3x3", "6,6,4", "2,2,2"):
        at = Position(game(name))
        assert UserPlayer(a_position)(at, Random(0)).move in at.moves if len(at.game.board) < 10 else True
        assert _first_empty(name)(at, Random(0)).move in at.moves


def _first_empty(name: str) -> UserPlayer:
    def first(board: Any) -> Any:
        place: list[int] = []
        while isinstance(board, list):
            empty = [i for i, part in enumerate(board) if part == " " or "' '" in str(part)]
            place.append(empty[-1] if "gravity" in name and not place else empty[0])
            board = board[place[-1]]
        assert board == " "
        return tuple(place)

    return UserPlayer(first)


def test_every_call_gets_a_new_board() -> None:
    seen = []

    def spoils(board: list[list[str]]) -> tuple[int, int]:
        seen.append([list(row) for row in board])
        cell = next((r, c) for r in range(3) for c in range(3) if board[r][c] == " ")
        for row in board:
            row[:] = "XXX"
        return cell

    guest = UserPlayer(spoils)
    assert guest(START, Random(0)).move == guest(START, Random(0)).move == 0
    assert seen[-1] == seen[-2] == [[" "] * 3] * 3


def test_nodes_are_counted_for_each_call() -> None:
    guest = student("plus_minus_one.py:best_move")
    late = position("xox/oxo/_x_ o")
    assert [guest(late, Random(0)).visited for _ in range(3)] == [1 + 2 + 2] * 3, "the root, two moves and two replies"
    assert student("rows.py:best_move")(late, Random(0)).visited == 0
    assert student("own.py:result")(position("xo_/___/___ x"), Random(0)).visited > 0, "a result has its own count"


def test_a_counter_attribute_of_the_function_is_read() -> None:
    def choose(board: list[str]) -> int:
        choose.calls += 3  # type: ignore[attr-defined]
        return board.index(" ")

    choose.calls = 100  # type: ignore[attr-defined]
    globals()["_choose"] = choose
    assert UserPlayer(choose)(START, Random(0)).visited == 3


COUNTERS = {
    "object": "class Engine:\n def __init__(self):\n  self.nodes = 0\n"
    " def move(self, board):\n  self.nodes += 5\n  return board.index('_')\n",
    "object with the board": "class Engine:\n def __init__(self):\n  self.nodes, self.board = 0, ['_'] * 9\n"
    " def move(self):\n  self.nodes += 5\n  return self.board.index('_')\n",
    "reset in each call": "nodes = 7\ndef move(board):\n global nodes\n nodes = 0\n"
    " nodes += 5\n return board.index('_')\n",
}


@pytest.mark.parametrize("code", COUNTERS.values(), ids=list(COUNTERS))
def test_a_counter_is_read_wherever_the_program_keeps_it(tmp_path: Path, code: str) -> None:
    (tmp_path / "counts.py").write_text(code)
    guest = load_user_code(str(tmp_path / "counts.py"))
    assert [guest(START, Random(0)) for _ in range(3)] == [Choice(0, visited=5)] * 3


def test_an_object_forgets_what_it_was_told_about_a_position(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        "class Game:\n def __init__(self):\n  self.board, self.winner = ['_'] * 9, None\n"
        "def move(game):\n if game.winner:\n  return None\n game.winner = 'X'\n return game.board.index('_')\n"
    )
    guest = load_user_code(f"{tmp_path / 'game.py'}:move")
    assert [guest(START, Random(0)).move for _ in range(3)] == [0] * 3


def test_a_program_may_end_itself_after_its_move(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text(
        "import sys\nboard = ['_'] * 9\ndef computer_move():\n board[board.index('_')] = 'X'\n"
        " if board.count('_') < 3:\n  sys.exit()\n"
    )
    guest = load_user_code(str(tmp_path / "ends.py"))
    assert guest(position("xox/oxo/_x_ o"), Random(0)).move == 6


WINDOWS = {
    "tkinter": "import tkinter as tk\nfrom tkinter import messagebox\nclass App(tk.Tk):\n def __init__(self):\n"
    "  super().__init__()\n  self.title('x')\n  self.board = ['_'] * 9\n def computer_move(self):\n"
    "  self.board[self.board.index('_')] = 'X'\n  messagebox.showinfo('end', 'draw')\n  self.board = ['_'] * 9\n",
    "pygame": "import pygame\nfrom pygame.locals import *\npygame.init()\nscreen = pygame.display.set_mode((9, 9))\n"
    "board = ['_'] * 9\ndef computer_move():\n screen.fill((0, 0, 0))\n board[board.index('_')] = 'X'\n",
}


@pytest.mark.parametrize("code", WINDOWS.values(), ids=list(WINDOWS))
def test_a_program_with_a_window_shows_nothing(tmp_path: Path, code: str) -> None:
    (tmp_path / "shows.py").write_text(code)
    guest = load_user_code(str(tmp_path / "shows.py"))
    assert guest(position("xox/oxo/_x_ o"), Random(0)).move == 6
    assert not guest.left_out


def test_a_class_that_plays_at_random_does_not_hide_the_one_that_it_is_derived_from(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(
        "import random\nclass Computer:\n def get_move(self, board):\n  return board.index('_')\n"
        "class RandomComputer(Computer):\n def get_move(self, board):\n"
        "  return random.choice([i for i in range(9) if board[i] == '_'])\n"
    )
    assert load_user_code(str(tmp_path / "bots.py")).name == "Computer.get_move"


def test_variables_name_the_marks(tmp_path: Path) -> None:
    (tmp_path / "named.py").write_text(
        "EMPTY, PLAYER_X, PLAYER_O = 7, 8, 9\ndef best_move(board, player):\n assert player in (PLAYER_X, PLAYER_O)\n"
        " return board.index(EMPTY)\n"
    )
    assert load_user_code(str(tmp_path / "named.py")).call(TICTACTOE).marks == (8, 9, 7)


def test_a_call_can_read_and_set_variables_that_the_program_makes_later(tmp_path: Path) -> None:
    (tmp_path / "makes.py").write_text(
        "def think(board):\n global best\n assert mark in 'XO'\n best = board.index('_')\n"
    )
    guest = load_user_code(str(tmp_path / "makes.py"), call="best = mark = player; think(cells); best", marks="XO_")
    assert guest(position("xox/oxo/_x_ o"), Random(0)).move == 6


@pytest.mark.parametrize(("text", "marks"), [("X0_", ("X", "0", "_")), ("120", (1, 2, 0)), ("X,0,_", ("X", 0, "_"))])
def test_a_digit_beside_a_letter_is_a_mark(text: str, marks: tuple[Any, ...]) -> None:
    assert read_marks(text) == marks


def test_trial_calls_leave_no_state_in_the_module(tmp_path: Path) -> None:
    (tmp_path / "keeps.py").write_text(
        "seen = []\ndef move(board):\n    seen.append(board)\n    return (len(seen) > 9, board.index('_'))\n"
    )
    guest = load_user_code(f"{tmp_path / 'keeps.py'}:move")
    assert guest.call(TICTACTOE).expression == "move(cells)[1]"
    assert guest.answer(START, Random(0)).value == (False, 0), "the first call of the loaded function"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("~nosuchperson/x.py:move", "invalid path '~nosuchperson/x.py': Could not determine home directory."),
        ("a" * 300 + ".py:move", "there is no file " + "a" * 40 + "… in "),
        ("a\0b.py:move", "there is no file a\0b.py in "),
    ],
)
def test_an_impossible_path_raises_an_error(text: str, message: str) -> None:
    for read in (load_user_code, player):
        with pytest.raises(NoughtsError) as caught:
            read(text)
        assert str(caught.value).startswith(message)


def test_the_seed_repeats_the_moves_and_keeps_the_state_of_random() -> None:
    def moves(seed: int) -> list[int]:
        chance, numbers = student("chance.py:move"), Random(seed)
        return [chance(START, numbers).move for _ in range(20)]

    random.seed(5)
    state = random.getstate()
    first = moves(1)
    assert random.getstate() == state
    random.seed(6)
    assert moves(1) == first
    assert moves(2) != first
    assert len(set(first)) > 3


@pytest.mark.parametrize(
    ("name", "kind", "at", "message"),
    [
        (
            "taken.py:move",
            IllegalAnswer,
            "___/_x_/___ o",
            "move() returned (1, 1), but b2 is taken: X has a stone there",
        ),
        (
            "crashes.py:move",
            Crash,
            "3_/3_/3_ x",
            "move() crashed: IndexError: list index out of range (crashes.py, line 5)",
        ),
        ("ends.py:exits", Crash, "3_/3_/3_ x", "exits() ends the program: SystemExit: bye (ends.py, line 15)"),
        ("ends.py:deep", Crash, "3_/3_/3_ x", "deep() calls itself without end (RecursionError, ends.py, line 20)"),
    ],
)
def test_faults_are_reported_in_one_sentence(name: str, kind: type[PlayerFault], at: str, message: str) -> None:
    with pytest.raises(kind) as caught:
        student(name)(position(at), Random(0))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "returned None, which is not a move"),
        ((3, 0), "returned (3, 0), which is not a move"),
        ((-1, -1), "returned (-1, -1), which is not a move"),
        ((True, False), "returned (True, False), which is not a move"),
        ("zz", "returned 'zz', which is not a move"),
        (4.5, "returned 4.5, which is not a move"),
        (object, "returned <class 'object'>, which is not a move"),
        ([0] * 1000, "returned [0, 0,"),
    ],
)
def test_invalid_answers_are_faults(answer: object, message: str) -> None:
    def choose(board: list[list[str]], player: str) -> object:
        full = sum(row.count(" ") for row in board)
        return answer if full == 9 else next((r, c) for r in range(3) for c in range(3) if board[r][c] == " ")

    with pytest.raises(IllegalAnswer) as caught:
        UserPlayer(choose)(START, Random(0))
    assert message in str(caught.value)
    assert len(str(caught.value)) < 120


class Fails:
    """Fails whenever it is looked at."""

    def fail(self, *arguments: object) -> Any:
        raise ValueError("no")

    __repr__ = __hash__ = __len__ = __iter__ = __index__ = fail


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.builds(object)
    | st.sampled_from([object, len, Random, 10**4000, "x" * 10**5, Choice(3, 10**100), iter([1]), range(3)]),
    lambda odd: st.lists(odd) | st.tuples(odd, odd) | st.dictionaries(st.text(), odd) | st.frozensets(st.integers()),
    max_leaves=20,
)


@given(ODD)
def test_any_answer_becomes_plain_data(answer: object) -> None:
    data = plain(answer)
    assert len(repr(data)) < 50_000
    for reading in READINGS:
        move = move_in(data, reading, START)
        assert move is None or type(move) is int
    if not isinstance(data, Choice):
        plain(json.loads(json.dumps(data, default=list, skipkeys=True)))


def test_an_answer_in_itself_has_an_end() -> None:
    answer: list[Any] = []
    answer += [answer, {"move": answer}, *[answer] * 1000]
    assert len(repr(plain(answer))) < 50_000


def test_an_answer_that_fails_is_a_crash() -> None:
    def choose(board: list[str]) -> Any:
        return Fails() if board.count(" ") == 9 else board.index(" ")

    with pytest.raises(Crash, match=r"choose\(\) crashed: ValueError: no"):
        UserPlayer(choose)(START, Random(0))


def test_calling_input_is_a_fault() -> None:
    def asks(board: list[str]) -> int:
        return int(input("Where? ")) if board.count(" ") == 9 else board.index(" ")

    with pytest.raises(Crash, match="asks for input"):
        UserPlayer(asks)(START, Random(0))


def test_printed_text_is_discarded(capfd: pytest.CaptureFixture[str]) -> None:
    def talks(board: list[str]) -> int:
        print("hm")
        print("hmm", file=sys.stderr)
        return board.index(" ")

    UserPlayer(talks)(START, Random(0))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("name = input()", "(left out: line 1: name = input() (it asks for input))"),
        ("import sys; sys.exit()", "(left out: line 1: sys.exit() (it ends the program))"),
        ("def move(board:\n  pass", "mine.py has a Python syntax error on line"),
        ("x = " + "-" * 100_000 + "1", "mine.py cannot be parsed as Python: "),
        ("return 3", "mine.py has a Python syntax error on line 1: 'return' outside function"),
        ("a\0", "mine.py is not Python text: save it as UTF-8"),
        (
            "import nowhere_to_be_found",
            "(left out: line 1: import nowhere_to_be_found (ModuleNotFoundError: No module named "
            "'nowhere_to_be_found'))",
        ),
        ("\n\n1 / 0", "(left out: line 3: 1 / 0 (ZeroDivisionError: division by zero))"),
        ("class move: pass", "mine.py defines no functions: expected one that takes a board and returns a move"),
        ("best = lambda board: 0", "mine.py has no function 'move': its functions are best"),
        ("move = 3", "mine.py defines no functions"),
    ],
)
def test_invalid_files_raise_an_error(tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "mine.py").write_text(source)
    with pytest.raises(NoughtsError) as caught:
        load_user_code(f"{tmp_path / 'mine.py'}:move")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "user_code_mine" not in sys.modules


@pytest.mark.parametrize("cell", ["x = " + "-" * 100_000 + "1", "x = " + "[" * 9_000, "x" + ".y" * 50_000, "a\0"])
def test_a_cell_that_python_cannot_parse_is_left_out(tmp_path: Path, cell: str) -> None:
    cells = [
        {"cell_type": "code", "source": source} for source in (cell, "def move(board):\n    return board.index(' ')")
    ]
    (tmp_path / "mine.ipynb").write_text(json.dumps({"cells": cells}))
    choice = load_user_code(f"{tmp_path / 'mine.ipynb'}:move")(position("9_ x"), Random(0))
    assert choice.move == 0


@pytest.mark.parametrize("unit", [" ", "\t", "? ", "a, ", "= "])
def test_a_cell_with_an_error_is_read_in_linear_time(tmp_path: Path, unit: str) -> None:
    path = tmp_path / "mine.ipynb"

    def read(cell: str) -> None:
        path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": cell}]}))
        read_source(path)

    expect_linear(read, repeated(unit, "(\n", "x"), "the reader of notebooks")


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").mkdir()
    with pytest.raises(NoughtsError, match=r"^mine\.py is a folder: expected a Python file$"):
        load_user_code(f"{tmp_path / 'mine.py'}:move")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("mine.py", "x\n" * 500_001, "has too much code"),
        ("mine.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": "x" * 1_000_001}]}), "has too much code"),
        ("mine.ipynb", "[" * 100_000, "is not a notebook"),
        ("mine.ipynb", '{"cells": 5}', "is not a notebook"),
        ("mine.ipynb", '{"cells": [{"cell_type": "code", "source": [5]}]}', "is not a notebook"),
    ],
    ids=["code", "cells", "deep", "no list", "no text"],
)
def test_files_that_would_take_too_much_memory_are_rejected(
    name: str, content: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(NoughtsError, match=message):
        load_user_code(f"{tmp_path / name}:move")


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has such files")
def test_pipes_and_devices_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "zero.py").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        with pytest.raises(NoughtsError, match=r"is not a regular file"):
            load_user_code(f"{tmp_path / name}.py:move")


def test_two_files_can_import_different_helpers_with_one_name(tmp_path: Path) -> None:
    for name, cell in (("ada", 0), ("bob", 8)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "helper.py").write_text(f"CELL = {cell}\n")
        (tmp_path / name / "mine.py").write_text(
            "from helper import CELL\ndef move(board):\n    return CELL if board[CELL] == ' ' else board.index(' ')\n"
        )
    path = list(sys.path)
    ada, bob = (load_user_code(f"{tmp_path / name / 'mine.py'}:move") for name in ("ada", "bob"))
    assert (ada(START, Random(0)).move, bob(START, Random(0)).move) == (0, 8)
    assert "helper" not in sys.modules
    assert sys.path == path


def test_numpy_boards_are_tried_if_the_file_uses_numpy() -> None:
    import numpy

    def choose(board: Any, player: int) -> Any:
        return numpy.argwhere(board.reshape(3, 3) == 0)[0] if board.shape == (3, 3) else None

    guest = UserPlayer(choose)
    assert guest.words(TICTACTOE) == "choose(array(rows), player) with 1, -1 and 0"
    assert guest(START.play("a1"), Random(0)).move == 1


def test_a_style_is_detected_even_if_other_styles_hang() -> None:
    def looks(board: list[str], mark: str) -> int:
        cell = 0
        while board[cell] != ".":
            cell = (cell + 1) % 9
        return best(board, mark, "XO".replace(mark, ""), lambda m: m == ".")

    assert UserPlayer(looks).call(TICTACTOE).marks == ("X", "O", ".")


def test_a_mistake_does_not_change_the_detected_style() -> None:
    def counts_from_zero(board: list[list[str]]) -> tuple[int, int]:
        return (1, 1) if sum(row.count(" ") for row in board) % 2 else (0, 0)

    with pytest.raises(NoughtsError, match="it is not clear how to call"):
        UserPlayer(counts_from_zero).call(TICTACTOE)
    assert UserPlayer(counts_from_zero, call="counts_from_zero(rows)").call(TICTACTOE).reading == "{}"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("XO_", ("X", "O", "_")),
        ("xo ", ("x", "o", " ")),
        ("1,-1,0", (1, -1, 0)),
        ("120", (1, 2, 0)),
        ("X,O,None", ("X", "O", None)),
        ("X,O,", ("X", "O", "")),
        ("AI,ME,empty", ("AI", "ME", "empty")),
        ("X,O,1..", ("X", "O", "1..")),
        ("True,False,None", (True, False, None)),
    ],
)
def test_marks_can_be_set(text: str, marks: tuple[object, ...]) -> None:
    assert read_marks(text) == marks
    assert read_marks(write_marks(read_marks(text))) == marks


def test_the_set_marks_are_used() -> None:
    def choose(board: list[str]) -> int:
        assert set(board) <= {"AI", "ME", "empty"}
        return board.index("empty")

    with pytest.raises(NoughtsError, match="crashed: AssertionError"):
        UserPlayer(choose, marks="XO ").call(TICTACTOE)
    assert UserPlayer(choose, marks="ME,AI,empty")(START.play("a1"), Random(0)).move == 1


@given(st.text(max_size=6))
def test_invalid_marks_raise_an_error(text: str) -> None:
    try:
        marks = read_marks(text)
    except NoughtsError:
        return
    assert len({repr(mark) for mark in marks}) == 3


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("board", ["board"]),
        ("state depth player", ["board", "depth", "player"]),
        ("b depth is_max alpha beta", ["board", "depth", "maximizing", "alpha", "beta"]),
        ("board depth isMaximizingPlayer", ["board", "depth", "maximizing"]),
        ("player board", ["player", "board"]),
        ("position rng", ["board", "random"]),
        ("board computerLetter playerLetter", ["board", "player", "opponent"]),
        ("board max_depth", ["board", "depth"]),
        ("grid is_x_turn", ["board", "is_x"]),
        ("newBoard huPlayer aiPlayer", ["board", "opponent", "player"]),
        ("board available_moves current_player", ["board", "moves", "player"]),
        ("board is_ai_turn", ["board", "maximizing"]),
        ("board human ai", ["board", "opponent", "player"]),
        ("x_moves o_moves turn", ["xs", "os", "player"]),
        ("board x_moves", ["board", "is_x"]),
        ("my_cells opponent_cells", ["mine", "theirs"]),
    ],
)
def test_parameters_are_recognised_by_name(names: str, expected: list[str]) -> None:
    space: dict[str, Any] = {}
    exec(f"def f({', '.join(names.split())}): pass", space)
    assert roles(space["f"], "f") == dict(zip(names.split(), expected, strict=True))


def test_parameters_with_a_default_are_not_passed() -> None:
    def choose(board: object, depth: int = 3, *rest: object, weight: float = 1.0, **more: object) -> None: ...

    assert roles(choose, "choose") == {"board": "board"}


def test_two_parameters_can_have_any_name_but_that_of_a_cell() -> None:
    assert roles(lambda board, stone: None, "choose") == {"board": "board", "stone": "unknown"}
    for function in (lambda board, square: None, lambda board, stone, colour_of_it, size_of_it: None):
        with pytest.raises(NoughtsError, match="has the unknown parameter 's"):
            roles(function, "choose")


@pytest.mark.parametrize("function", [lambda: None, lambda depth, player: None])
def test_a_function_without_a_board_is_rejected(function: Callable[..., Any]) -> None:
    with pytest.raises(NoughtsError, match="takes no board"):
        UserPlayer(function, name="choose").call(TICTACTOE)


@pytest.mark.parametrize("name", ["tictactoe", "misere", "3,3,3 gravity", "4,3,3", "4,4,4", "7,6,4 gravity"])
def test_probes_are_late_positions_of_both_sides_with_bad_moves(name: str) -> None:
    found = probes(game(name))
    forced = [probe for probe in found if len(probe.position.moves) == 1]
    late = found[len(forced) :]
    assert all(probe.good for probe in found)
    assert sum(probe.good < set(probe.position.moves) for probe in late) >= 8
    assert {probe.position.turn for probe in late} == set(Player)
    assert len({probe.position for probe in found}) == len(found)
    if "7" not in name:
        assert max(probe.position.empty.bit_count() for probe in late) <= 4
    if name == "tictactoe":
        assert {probe.position.moves[0] for probe in forced} == set(range(9))


@pytest.mark.parametrize("board", FULL_BOARDS)
@pytest.mark.parametrize("marks", ["XO ", "XO_", "1,2,0"])
def test_every_board_contains_all_stones(board: str, marks: str) -> None:
    if ("join" in board or "sum" in board) and (marks == "1,2,0") is not ("sum" in board):
        return  # a text needs letters, and a sum needs numbers
    at = Position(TICTACTOE, 0b1_000, 0b10)
    value, _ = Program({}).run(Call(board, read_marks(marks)), at, Random(0))
    value = list(value.values()) if isinstance(value, dict) else value
    value = [value // 3**cell % 3 for cell in range(9)] if isinstance(value, int) else value
    flat = [str(mark) for part in value for mark in (part if isinstance(part, list | tuple | str) else [part])]
    x, o, _ = map(str, read_marks(marks))
    assert len(flat) == 9 + ("empty" in board)
    flat = flat[-9:]
    assert ([cell for cell, mark in enumerate(flat) if mark == x], flat.index(o)) == ([3], 1)


@pytest.mark.parametrize("board", SPARSE_BOARDS)
def test_every_sparse_board_contains_the_stones_alone(board: str) -> None:
    value, _ = Program({}).run(Call(board, ("X", "O", " ")), Position(TICTACTOE, 0b1_000, 0b10), Random(0))
    assert list(value.values()) == ["O", "X"]


@given(st.data())
def test_the_history_leads_to_the_position(data: st.DataObject) -> None:
    at = START
    for _ in range(data.draw(st.integers(0, 8))):
        if not at.is_over:
            at = at.play(data.draw(st.sampled_from(at.moves)))
    after = START
    for move in Names(at, ("X", "O", " "), Random(0))["history"]:
        after = after.play(move)
    assert after == at


def test_marks_in_the_source_are_preferred() -> None:
    guest = load_user_code(f"{STUDENTS / 'both_max.py'}:move")
    assert "'X', 'O' and ' '" in guest.words(game("tictactoe"))


@pytest.mark.parametrize("answer", ["zz", None])
def test_an_answer_that_is_never_a_move_is_shown_with_what_is_expected(answer: object) -> None:
    with pytest.raises(NoughtsError, match=rf"returned {answer!r}.*: expected a function that takes the board and"):
        UserPlayer(lambda position: answer, name="chooser")(position("start"), Random(0))


def test_the_parameters_of_a_function_of_python_itself_are_unknown() -> None:
    with pytest.raises(NoughtsError, match="the parameters of max are unknown"):
        UserPlayer(max).call(TICTACTOE)
