"""A function is called as its program calls it in its own game, which is played with made-up input."""

from pathlib import Path
from textwrap import dedent

import pytest

from noughts import Choice, Solver, game
from noughts.grading.grade import Answer, Exam, judge, of_own_game, positions
from noughts.grading.processes import grade_file
from noughts.grading.report import verdict
from noughts.grading.task import Task
from noughts.grading.user_code import load_user_code
from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.loading import load
from noughts.grading.user_code.rehearsal import seen_in_own_game
from noughts.rules.game import Player
from noughts.rules.position import Position
from tests.grading.brute_force import entries, path_of

TICTACTOE = game("tictactoe")
SEARCH = """
from collections import namedtuple

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def line(b, p):
    return any(b[i] == b[j] == b[k] == p for i, j, k in LINES)

def free(b):
    return [i for i in range(9) if b[i] == " "]

def over(b):
    return line(b, "X") or line(b, "O") or not free(b)

def take(b, p):
    wins = [i for i in free(b) if line([*b[:i], p, *b[i + 1:]], p)]
    return (wins or free(b))[0]
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.py"
    file.write_text(SEARCH + dedent(text), encoding="utf-8")
    return file


ASKS = """
def ask(b):
    move = int(input("Your move (1-9): ")) - 1
    while b[move] != " ":
        move = int(input("Taken. Your move (1-9): ")) - 1
    return move
"""


@pytest.mark.parametrize(
    ("text", "expression", "plays"),
    [
        pytest.param(
            """
            def zog(etwas, wer):
                return take(etwas, wer)

            b = [" "] * 9
            while not over(b):
                b[ask(b)] = "X"
                if not over(b):
                    b[zog(b, "O")] = "O"
            """,
            "b = cells; zog(b, player)",
            None,
            id="parameters with unknown names",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            """
            b = [" "] * 9

            def best_move():
                return take(b, "O")

            def game():
                while not over(b):
                    b[ask(b)] = "X"
                    if not over(b):
                        b[best_move()] = "O"

            if __name__ == "__main__":
                game()
            """,
            "b = cells; best_move()",
            Player.O,
            id="a global board and one side",
        ),
        pytest.param(
            """
            def best_move(state):
                cells, turn, stones = state
                return take(cells, turn)

            def main():
                state = [" "] * 9, "X", 0
                human = input("X or O? ")
                while not over(state[0]):
                    cells, turn, stones = state
                    move = ask(cells) if turn == human else best_move(state)
                    cells = [*cells[:move], turn, *cells[move + 1:]]
                    state = cells, "O" if turn == "X" else "X", stones + 1

            main()
            """,
            "best_move((cells, player, len(history)))",
            None,
            id="a state of three parts",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            """
            class Game:
                def __init__(self):
                    self.cells = [" "] * 9
                    self.names = {"X": "", "O": ""}
                    self.whose = 1

            def best_move(game):
                return take(game.cells, " XO"[game.whose])

            game = Game()
            game.names["X"] = input("Name of the first player: ")
            game.names["O"] = input("Name of the second player: ")
            while not over(game.cells):
                print("You could play", best_move(game) + 1)
                game.cells[ask(game.cells)] = " XO"[game.whose]
                game.whose = 3 - game.whose
            """,
            "game.cells = cells; game.whose = 1 if is_x else 2; best_move(game)",
            None,
            id="an object that knows who is to move",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            """
            class Node:
                def __init__(self, cells, turn):
                    self.cells, self.turn, self.below = cells, turn, []

            def grow(node):
                for i in free(node.cells):
                    cells = [*node.cells[:i], node.turn, *node.cells[i + 1:]]
                    node.below.append(Node(cells, "O" if node.turn == "X" else "X"))

            def best_move(node):
                after = take(node.cells, node.turn)
                return next(one for one in node.below if one.cells[after] != " ")

            def play():
                cells = [" "] * 9
                while not over(cells):
                    cells[ask(cells)] = "X"
                    if over(cells):
                        break
                    root = Node(cells, "O")
                    grow(root)
                    cells = best_move(root).cells

            play()
            """,
            "it = Node(cells, player); grow(it); best_move(it)",
            None,
            id="nodes whose children are made before",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            """
            me, you = [], []

            def marks():
                return ["O" if i + 1 in me else "X" if i + 1 in you else " " for i in range(9)]

            def my_turn():
                me.append(take(marks(), "O") + 1)

            def main():
                while not over(marks()):
                    you.append(ask(marks()) + 1)
                    if not over(marks()):
                        my_turn()

            main()
            """,
            "me = [c + 1 for c in mine]; you = [c + 1 for c in theirs]; my_turn(); "
            "[n for n in me if n not in [c + 1 for c in mine]][0] - 1",
            None,
            id="two global lists",
        ),
        pytest.param(
            """
            def zog(s):
                b = [" "] * 9
                for n, move in enumerate(s):
                    b[move - 1] = "XO"[n % 2]
                return take(b, "XO"[len(s) % 2]) + 1

            s = []
            first = input("Do you begin (y/n)? ") == "y"
            while len(s) < 9:
                if (len(s) % 2 == 0) == first:
                    move = int(input("Your move (1-9): "))
                    while move in s:
                        move = int(input("Taken. Your move (1-9): "))
                else:
                    move = zog(s)
                s.append(move)
            """,
            "s = [c + 1 for c in history]; zog(s) - 1",
            None,
            id="the moves so far",
        ),
        pytest.param(
            """
            State = namedtuple("State", "board to_move free")

            def zog(state):
                b = [state.board.get((c // 3 + 1, c % 3 + 1), " ") for c in range(9)]
                move = take(b, state.to_move)
                return (move // 3 + 1, move % 3 + 1) if move in [3 * r + c - 4 for r, c in state.free] else None

            board, all_cells = {}, [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
            while len(board) < 9:
                row, column = int(input("Row (1-3): ")), int(input("Column (1-3): "))
                if (row, column) in board:
                    continue
                board[row, column] = "X"
                if len(board) < 9:
                    board[zog(State(board, "O", [c for c in all_cells if c not in board]))] = "O"
            """,
            "board = {tuple(n + 1 for n in pairs[c]): mark for c, mark in stones}; "
            "[n - 1 for n in zog(State({tuple(n + 1 for n in pairs[c]): mark for c, mark in stones}, player, "
            "[tuple(n + 1 for n in pairs[m]) for m in moves]))]",
            None,
            id="only the stones, and the free cells",
        ),
        pytest.param(
            """
            import tkinter as tk
            from tkinter import messagebox

            class Window:
                def __init__(self, root):
                    self.buttons = [tk.Button(root, command=lambda i=i: self.click(i)) for i in range(9)]
                    tk.Button(root, text="New", command=self.new)
                    self.new()

                def new(self):
                    self.b = [" "] * 9
                    if messagebox.askyesno("Begin", "Shall I begin?"):
                        self.b[zog(self.b, "O")] = "O"

                def click(self, i):
                    if self.b[i] == " " and not over(self.b):
                        self.b[i] = "X"
                        self.buttons[i].config(text="X")
                        if not over(self.b):
                            self.b[zog(self.b, "O")] = "O"

            def zog(etwas, wer):
                return take(etwas, wer)

            if __name__ == "__main__":
                root = tk.Tk()
                Window(root)
                root.mainloop()
            """,
            "zog(cells, player)",
            None,
            id="buttons in a window",
        ),
        pytest.param(
            """
            class Position:
                def __init__(self):
                    self.b, self.side, self.code = [" "] * 9, "X", 0

                def put(self, cell):
                    self.b[cell] = self.side
                    self.code ^= 7 ** (cell + 9 * (self.side == "O"))
                    self.side = "O" if self.side == "X" else "X"

            def zog(at):
                codes = [7 ** (cell + 9 * (mark == "O")) for cell, mark in enumerate(at.b) if mark != " "]
                code = 0
                for one in codes:
                    code ^= one
                return take(at.b, at.side) if code == at.code else None

            at = Position()
            me = input("Do you begin (y/n)? ") == "y"
            while not over(at.b):
                at.put(ask(at.b) if (at.side == "X") == me else zog(at))
            """,
            "it = new(Position); [it.put(c) for c in history]; zog(it)",
            None,
            id="an object that counts",
        ),
        pytest.param(
            """
            VALUES = {}

            def fill():
                for n in range(3 ** 9):
                    VALUES[n] = n % 3

            def zog(b):
                return take(b, "O") if VALUES else None

            def main():
                fill()
                b = [" "] * 9
                while not over(b):
                    b[ask(b)] = "X"
                    if not over(b):
                        b[zog(b)] = "O"

            main()
            """,
            "once(fill); zog(cells)",
            Player.O,
            id="a table that is filled first",
        ),
        pytest.param(
            """
            def zog(b, plies):
                return take(b, "O") if plies == 9 else free(b)[-1]

            b, plies = [" "] * 9, {"a": 1, "b": 9}[input("Level (a/b)? ")]
            while not over(b):
                b[ask(b)] = "X"
                if not over(b):
                    b[zog(b, plies)] = "O"
            """,
            "zog(cells, 9)",
            Player.O,
            id="a level",
        ),
    ],
)
def test_the_call_is_that_of_the_programs_own_game(
    tmp_path: Path, text: str, expression: str, plays: Player | None
) -> None:
    file = written(tmp_path, ASKS + dedent(text))
    name = "zog" if "zog" in text else "my_turn" if "my_turn" in text else "best_move"
    call = load_user_code(f"{file}:{name}").call(TICTACTOE)
    assert call.expression == expression
    assert call.plays == plays


def test_a_call_that_plays_worse_than_the_programs_own_game_is_not_certain(tmp_path: Path) -> None:
    text = """
        def smart(b):
            block = [i for i in free(b) if line([*b[:i], "X", *b[i + 1:]], "X")]
            return block[0] if block else 4 if b[4] == " " else take(b, "O")

        def zog(b, number):
            return free(b)[number]

        b = [" "] * 9
        while not over(b):
            b[ask(b)] = "X"
            if not over(b):
                b[zog(b, free(b).index(smart(b)))] = "O"
    """
    with pytest.raises(NotGradable, match=r"called as .*zog\(.*where it plays [abc][123] in the program's own game"):
        load_user_code(f"{written(tmp_path, ASKS + dedent(text))}:zog").call(TICTACTOE)


def test_positions_that_never_occur_in_the_programs_own_game_do_not_count() -> None:
    file = path_of("always_begins.py")
    graded = grade_file(str(file), Task(TICTACTOE, None, 10.0, None, Exam.of(TICTACTOE)))
    assert graded.report.side is Player.X
    assert graded.report.beyond == entries()[file.name]["faults"] > 0
    assert graded.passed
    assert "with X to move, as in its own game. With O to move, it makes 4 mistakes" in verdict(graded).sentence


def test_with_a_given_call_all_positions_count() -> None:
    file = path_of("always_begins.py")
    call = "mie = {magic[c] for c in mine}; sue = {magic[c] for c in theirs}; magic.index(mossa_computer())"
    graded = grade_file(str(file), Task(TICTACTOE, None, 10.0, None, Exam.of(TICTACTOE)), call=call)
    assert (graded.report.side, graded.report.beyond, graded.passed) == (None, 0, False)


def with_all_kinds(side: Player) -> tuple[Position, dict[str, int]]:
    """Return a position with a best move, a move that wins later, and a move that gives the win away."""
    for at in positions(TICTACTOE, side):
        scores = Solver(TICTACTOE).solve(at).scores
        late = [move for move in scores if 0 < scores[move] < max(scores.values())]
        if late and min(scores.values()) <= 0:
            return at, {
                "": max(scores, key=scores.__getitem__),
                "slow win": late[0],
                "value": min(scores, key=scores.__getitem__),
            }
    raise AssertionError("no such position")


@pytest.mark.parametrize(
    ("mistakes", "counted", "beyond"),
    [
        pytest.param({"X": "value", "O": "value"}, 2, 0, id="serious ones of both sides"),
        pytest.param({"X": "slow win", "O": "slow win"}, 2, 0, id="late wins of both sides"),
        pytest.param({"X": "slow win", "O": "value"}, 1, 1, id="serious ones only of the other side"),
        pytest.param({"O": "slow win"}, 0, 1, id="late wins only of the other side"),
        pytest.param({"X": "value", "O": "slow win"}, 2, 0, id="serious ones only of its own side"),
        pytest.param({}, 0, 0, id="no mistakes"),
    ],
)
def test_mistakes_of_the_other_side_do_not_count_if_they_would_decide(
    mistakes: dict[str, str], counted: int, beyond: int
) -> None:
    answers: dict[Position, Answer] = {}
    for side in Player:
        at, ranked = with_all_kinds(side)
        answers[at] = Choice(ranked[mistakes.get(side.name, "")])
    report = of_own_game(judge(TICTACTOE, answers), Player.X)
    assert (len(report.findings), report.beyond) == (counted, beyond)
    assert report.side is (Player.X if beyond else None)


def test_a_function_that_never_looks_at_the_stones_has_the_usual_marks(tmp_path: Path) -> None:
    file = written(tmp_path, "print('go?')\n\ndef best_move(board):\n    return free(board)[0]\n")
    assert load_user_code(f"{file}:best_move").call(TICTACTOE).marks == ("X", "O", " ")


def test_a_game_that_never_ends_is_stopped(tmp_path: Path) -> None:
    text = """
        def best_move(b):
            return 0

        while True:
            try:
                input("Move: ")
            except BaseException:
                pass
    """
    assert seen_in_own_game(load(written(tmp_path, text)), "best_move")[0] == []


def test_what_a_game_prints_and_changes_stays_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
        import time

        b = [" "] * 9

        def best_move(b):
            return take(b, "O")

        while not over(b):
            b[ask(b)] = "X"
            if not over(b):
                print("I play", best_move(b))
                b[best_move(b)] = "O"
                time.sleep(3_600)
    """
    loaded = load(written(tmp_path, ASKS + dedent(text)))
    moments, _ = seen_in_own_game(loaded, "best_move")
    assert len(moments) > 5
    assert all(moment.given["b"].count("X") == moment.given["b"].count("O") + 1 for moment in moments)
    assert vars(loaded.module)["b"] == [" "] * 9
    assert capsys.readouterr().out == ""
