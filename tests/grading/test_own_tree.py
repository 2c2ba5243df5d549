"""The tree of a user's own search: its calls are the states that it visits, and wrong scores are named."""

import json
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, game, position
from noughts.explain.story.build_story import tell
from noughts.grading.conversation import Conversation
from noughts.grading.own_tree import own_tree
from noughts.grading.user_code.recording import MOST_CALLS, read_recording
from noughts.grading.worker import Process
from noughts.players.opponent import Crash
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import cell_string

RULES = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
def winner(b):
    return next((b[i] for i, j, k in LINES if b[i] != " " and b[i] == b[j] == b[k]), None)
def other(p):
    return "O" if p == "X" else "X"
"""
IN_PLACE = """
def minimax(board, player):
    if winner(board) == "X": return 1
    if winner(board) == "O": return -1
    if " " not in board: return 0
    scores = []
    for i in range(9):
        if board[i] == " ":
            board[i] = player
            scores.append(minimax(board, other(player)))
            board[i] = " "
    return max(scores) if player == "X" else min(scores)
def best_move(board, player):
    scores = {}
    for i in range(9):
        if board[i] == " ":
            board[i] = player
            scores[i] = minimax(board, other(player))
            board[i] = " "
    return (max if player == "X" else min)(scores, key=scores.get)
"""
NEGAMAX = """
class Search:
    def __init__(self, rows):
        self.board = [list(row) for row in rows]
    def value(self, player):
        flat = [cell for row in self.board for cell in row]
        if winner(flat): return -10, None
        if " " not in flat: return 0, None
        best = -100, None
        for i in range(9):
            if flat[i] == " ":
                self.board[i // 3][i % 3] = player
                score = -self.value(other(player))[0]
                self.board[i // 3][i % 3] = " "
                if score > best[0]: best = score, (i // 3, i % 3)
        return best
def choose(rows, player):
    return Search(rows).value(player)[1]
"""
PRUNED = """
def max_value(b, me, alpha, beta):
    if winner(b): return -1, None
    if " " not in b: return 0, None
    best = -2, None
    for i in range(9):
        if b[i] == " ":
            score = min_value(b[:i] + me + b[i + 1:], me, alpha, beta)[0]
            if score > best[0]: best = score, i
            if score >= beta: return best
            alpha = max(alpha, score)
    return best
def min_value(b, me, alpha, beta):
    if winner(b): return 1, None
    if " " not in b: return 0, None
    best = 2, None
    for i in range(9):
        if b[i] == " ":
            score = max_value(b[:i] + other(me) + b[i + 1:], me, alpha, beta)[0]
            if score < best[0]: best = score, i
            if score <= alpha: return best
            beta = min(beta, score)
    return best
def best_move(text, player):
    return max_value(text, player, -2, 2)[1]
"""
PLAIN = "def best_move(board):\n    return board.index(' ')\n"
PLACES = ["o_x/x2_/x2o x", "xox/_o_/__x o"]


def shown(code: str, text: str, folder: Path) -> Any:
    """Return the trees of a program."""
    file = folder / "mine.py"
    file.write_text(RULES + code)
    process, at = Process(file), position(text)
    try:
        conversation = Conversation(str(file), game("tictactoe"), seconds=10)
        return own_tree(process.run(conversation.record(at)), at, file.read_text().splitlines())
    finally:
        process.close()


@pytest.mark.parametrize("text", PLACES)
@pytest.mark.parametrize(
    ("code", "algorithm"),
    [(IN_PLACE, "minimax"), (NEGAMAX, "minimax"), (PRUNED, "alphabeta")],
    ids=["in place", "class", "cuts"],
)
def test_a_right_search_has_the_states_of_the_textbook(code: str, algorithm: Any, text: str, tmp_path: Path) -> None:
    found = shown(code, text, tmp_path)
    own, right = found["documents"]
    story = tell(position(text), algorithm=algorithm, unit="one")
    searched = [
        cell_string(node.position) for node in sorted(story.nodes, key=lambda node: node.asked or 0) if node.searched
    ]
    assert [node["board"] for node in own["nodes"]] == searched
    assert "Every score says the right thing." in found["summary"]
    assert [event["step"] for event in own["events"]] == list(range(1, own["steps"] + 1))
    assert right["algorithm"] == "minimax"
    code_lines = own["pseudocode"]["lines"]
    assert all(1 <= event["line"] <= len(code_lines) for event in own["events"])
    assert "return" in code_lines[next(event for event in own["events"] if event["kind"] == "answer")["line"] - 1]


def test_a_wrong_score_is_named_and_its_deepest_state_first(tmp_path: Path) -> None:
    found = shown(IN_PLACE.replace("else min(scores)", "else max(scores)"), PLACES[0], tmp_path)
    assert found["summary"].endswith("2 scores wrong: look at state 2 first.")
    assert found["documents"][0]["events"][found["step"] - 1]["node"] == 2, "the explorer begins there"
    texts = [event["text"] for event in found["documents"][0]["events"]]
    assert "State 2: minimax() returns +1, which is wrong: it is a win for O." in texts
    assert "State 6: minimax() returns +1, which is right: a win for X." in texts


def test_a_program_without_a_recursive_search_has_no_tree(tmp_path: Path) -> None:
    with pytest.raises(NoughtsError, match="no function of this file calls itself"):
        shown(PLAIN, PLACES[0], tmp_path)


def test_too_many_calls_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Crash, match=f"more than {MOST_CALLS:,} calls: choose a position with fewer empty cells"):
        shown(IN_PLACE, "9_ x", tmp_path)


@pytest.mark.parametrize(
    "calls",
    [
        [[5, -1, "", [], 0]],
        [[0, 3, "", [], 0]],
        [[0, -1, 7, [], 0]],
        [[0]],
        [[0, -1, "", ["a"], 0]],
        [[0, -1, "", [10**400], 0]],
        "no",
    ],
)
def test_a_recording_of_another_form_is_refused(calls: Any) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        read_recording(calls, [["minimax", 1, 2]])


@pytest.mark.parametrize("score", [float("inf"), float("-inf"), float("nan"), 1e300])
def test_a_made_up_score_that_is_no_number_is_left_out(score: float) -> None:
    calls = [[0, -1, "o_xx__xoo", [score], 0], [0, 0, "oxxx__xoo", [score], 0]]
    tree = own_tree(read_recording(calls, [["minimax", 1, 2]]), position("o_x/x2_/x2o x"), [])
    own, _ = json.loads(json.dumps(tree, allow_nan=False))["documents"]
    assert [node["score"] for node in own["nodes"]] == [None, None]


def test_a_recording_that_is_made_up_shows_no_wrong_tree() -> None:
    made_up = read_recording([[0, -1, "xxxxxxxxx", [1], 0], [0, 0, "ooooooooo", [1], 0]], [["minimax", 1, 99]])
    with pytest.raises(NoughtsError, match=r"cannot find the board in the calls of minimax\(\)"):
        own_tree(made_up, Position(), [])
