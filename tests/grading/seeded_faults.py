"""Programs with one seeded fault each, written as students write them, and the causes that must be named.

A fault is a replacement in a correct program, so these programs share no code with the models of faulty programs.
"""

from typing import NamedTuple

RULES = """
import math, random
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def other(player):
    return "O" if player == "X" else "X"

def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None

def put(board, i, mark):
    return board[:i] + mark + board[i + 1:]

def empty(board):
    return [i for i in range(9) if board[i] == " "]
"""

# Minimax from the point of view of the player that searches.
MINIMAX = (
    RULES
    + """
@cache
def minimax(board, turn, me, depth):
    won = winner(board)
    if won == me:
        return 10 - depth
    if won == other(me):
        return depth - 10
    if not empty(board):
        return 0
    scores = []
    for i in empty(board):
        scores.append(minimax(put(board, i, turn), other(turn), me, depth + 1))
    return max(scores) if turn == me else min(scores)

def best_move(board, me):
    best, move = -math.inf, None
    for i in empty(board):
        score = minimax(put(board, i, me), other(me), me, 1)
        if score > best:
            best, move = score, i
    return move
"""
)

# X takes the maximum, O the minimum. The board is a list that is changed and restored.
IN_PLACE = (
    RULES
    + """
def minimax(board, depth, is_x, alpha, beta):
    won = winner(board)
    if won == "X":
        return 10 - depth
    if won == "O":
        return depth - 10
    if not empty(board):
        return 0
    if is_x:
        best = -math.inf
        for i in empty(board):
            board[i] = "X"
            best = max(best, minimax(board, depth + 1, False, alpha, beta))
            board[i] = " "  # undo X
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = math.inf
    for i in empty(board):
        board[i] = "O"
        best = min(best, minimax(board, depth + 1, True, alpha, beta))
        board[i] = " "  # undo O
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best

def best_move(text, me):
    board = list(text)
    best = -math.inf if me == "X" else math.inf
    move = None
    for i in empty(board):
        board[i] = me
        score = minimax(board, 1, me == "O", -math.inf, math.inf)
        board[i] = " "  # undo
        if (score > best) if me == "X" else (score < best):
            best, move = score, i
    return move
"""
)

NEGAMAX = (
    RULES
    + """
@cache
def negamax(board, player, alpha, beta):
    if winner(board):
        return -1 - board.count(" ")
    if " " not in board:
        return 0
    best = -math.inf
    for i in empty(board):
        score = -negamax(put(board, i, player), other(player), -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best

def best_move(board, player):
    best, move, alpha = -math.inf, None, -math.inf
    for i in empty(board):
        score = -negamax(put(board, i, player), other(player), -math.inf, -alpha)
        if score > best:
            best, move = score, i
        alpha = max(alpha, best)
    return move
"""
)

# Rules of thumb before or instead of a search.
TACTICS = (
    MINIMAX.replace("def best_move", "def search")
    + """
def completes(board, mark):
    return [i for i in empty(board) if winner(put(board, i, mark)) == mark]

def best_move(board, me):
    for i in completes(board, me):
        return i
    for i in completes(board, other(me)):
        return i
    return search(board, me)
"""
)


class Seeded(NamedTuple):
    """A fault: a correct program, what is replaced in it, and the causes that must be named."""

    name: str
    program: str
    replaced: dict[str, str]
    causes: dict[str, str]  # keys, with a part of the sentence
    shows_in_sample: bool = True  # otherwise, the sample has too few mistakes


LOOP = "for i in empty(board):\n        score"
SHUFFLED = "for i in random.sample(empty(board), len(empty(board))):\n        score"
RECURSION = "-negamax(put(board, i, player), other(player), -beta, -alpha)"
FIRST_MOVES = "-negamax(put(board, i, player), other(player), -math.inf, -alpha)"
NO_MINUS = "negamax(put(board, i, player), other(player), -math.inf, math.inf)"
BLOCKS = "    for i in completes(board, other(me)):\n        return i\n"
WINS = "    for i in completes(board, me):\n        return i\n"
PLAIN = {"10 - depth": "10", "depth - 10": "-10"}
FAULTS = [
    Seeded("diagonal missing", MINIMAX, {", (0, 4, 8)": ""}, {"unseen-line": "the diagonal"}),
    Seeded("row missing", NEGAMAX, {"(6, 7, 8), ": ""}, {"unseen-line": "the row a3, b3, c3"}),
    Seeded("columns missing", MINIMAX, {"(0, 3, 6), (1, 4, 7), (2, 5, 8), ": ""}, {"unseen-lines": "any column"}),
    Seeded("diagonals missing", IN_PLACE, {", (0, 4, 8), (2, 4, 6)": ""}, {"unseen-lines": "any diagonal"}),
    Seeded(
        "diagonal missing, scores of 10",
        MINIMAX,
        PLAIN | {", (2, 4, 6)": ""},
        {"unseen-line": "the diagonal", "same-score": "the same score"},
    ),
    Seeded(
        "opponent's column not seen",
        MINIMAX,
        {
            "if won == other(me):": "if any(set(map(board.__getitem__, line)) == {other(me)} "
            "for line in LINES[:4] + LINES[5:]):"
        },
        {"unseen-line": "its opponent wins with the column"},
    ),
    Seeded(
        "own row not seen",
        MINIMAX,
        {"if won == me:": "if any({*map(board.__getitem__, line)} == {me} for line in LINES[:1] + LINES[2:]):"},
        {"unseen-line": "it wins with the row"},
    ),
    Seeded("line with a wrong cell", MINIMAX, {"(2, 4, 6)": "(2, 4, 7)"}, {"wrong-line": "instead of"}),
    Seeded("wins of X only", IN_PLACE, {'if won == "O":': 'if won == "N":'}, {"unseen-lines": "O wins with any line"}),
    Seeded("own wins only", MINIMAX, {"if won == other(me):": "if won == 0:"}, {"unseen-lines": "opponent wins"}),
    Seeded(
        "empty row is a line",
        MINIMAX,
        {'board[a] != " " and ': "", "if won == other(me)": "if won"},
        {"empty-line": ""},
    ),
    *(
        Seeded(
            f"{plies} plies",
            MINIMAX,
            {"    scores = []": f"    if depth == {plies}:\n        return 0\n    scores = []"},
            {"depth": f"only {plies} pl"},
        )
        for plies in (1, 2, 3, 4, 5)
    ),
    Seeded(
        "3 plies, in a random order",
        MINIMAX,
        {
            "    scores = []": "    if depth == 3:\n        return 0\n    scores = []",
            LOOP: SHUFFLED,
        },
        {"depth": "only 3 plies"},
    ),
    Seeded("scores of 10", MINIMAX, PLAIN, {"same-score": "every win the same score"}),
    Seeded(
        "scores of 10, last of equals", MINIMAX, PLAIN | {"score > best": "score >= best"}, {"same-score": "every win"}
    ),
    Seeded(
        "scores of 10, random move",
        MINIMAX,
        PLAIN | {LOOP: SHUFFLED},
        {"same-score": "every win"},
    ),
    Seeded("wins of 10", MINIMAX, {"10 - depth": "10"}, {"same-score": "every win the same score"}),
    Seeded("losses of 10", MINIMAX, {"depth - 10": "-10"}, {"same-score": "every loss the same score"}),
    Seeded("depth subtracted twice", MINIMAX, {"depth - 10": "-10 - depth"}, {"depth-sign": "an early loss"}),
    Seeded(
        "depth added", MINIMAX, {"10 - depth": "10 + depth", "depth - 10": "-10 - depth"}, {"depth-sign": "a late win"}
    ),
    Seeded(
        "depth for X and O alike",
        IN_PLACE,
        {"depth - 10": "-10 - depth"},
        {"depth-sign": "the same sign in the scores of both players"},
    ),
    Seeded("depth added for X and O alike", IN_PLACE, {"10 - depth": "10 + depth"}, {"depth-sign": "the same sign"}),
    Seeded(">= after pruning", NEGAMAX, {"score > best": "score >= best"}, {"last-of-equals": ""}),
    Seeded("window not swapped", NEGAMAX, {"-beta, -alpha)": "alpha, beta)"}, {"window": "(alpha, beta)"}, False),
    Seeded("window negated", NEGAMAX, {"-beta, -alpha)": "-alpha, -beta)"}, {"window": "(−alpha, −beta)"}),
    *(
        Seeded(
            f"window ({window}), whole at the root",
            NEGAMAX,
            {"-beta, -alpha)": f"{window})", "-math.inf, -alpha)": "-math.inf, math.inf)"},
            {"window": "a wrong window, such as ("},
        )
        for window in ("-beta, alpha", "beta, -alpha", "alpha, -beta", "-alpha, beta", "beta, alpha", "-alpha, -beta")
    ),
    Seeded(
        "window swapped after O's moves",
        IN_PLACE,
        {"True, alpha, beta)": "True, beta, alpha)"},
        {"window": "wrong window after O’s moves"},
    ),
    Seeded(
        "window swapped after all moves",
        IN_PLACE,
        {"True, alpha, beta)": "True, beta, alpha)", "False, alpha, beta)": "False, beta, alpha)"},
        {"window": "wrong window, such as"},
    ),
    Seeded(
        "no minus in negamax",
        NEGAMAX,
        {RECURSION: NO_MINUS},
        {"sign": "minus"},
    ),
    Seeded(
        "no minus at all",
        NEGAMAX,
        {
            RECURSION: NO_MINUS,
            FIRST_MOVES: NO_MINUS,
        },
        {"sign": "minus"},
    ),
    Seeded(
        "no minus at the root",
        NEGAMAX,
        {FIRST_MOVES: NO_MINUS},
        {"sign": "worst"},
    ),
    Seeded("worst move", MINIMAX, {"-math.inf": "math.inf", "score > best": "score < best"}, {"sign": "worst"}),
    Seeded(
        "max for both",
        MINIMAX,
        {"max(scores) if turn == me else min(scores)": "max(scores)"},
        {"both-players": "maximum"},
    ),
    Seeded(
        "min for both",
        MINIMAX,
        {"max(scores) if turn == me else min(scores)": "min(scores)"},
        {"both-players": "minimum"},
    ),
    Seeded(
        "max and min swapped",
        MINIMAX,
        {"max(scores) if": "min(scores) if", "else min": "else max"},
        {"max-min-swapped": ""},
    ),
    Seeded(
        "adds up the scores",
        MINIMAX,
        PLAIN
        | {
            "max(scores) if turn == me else min(scores)": "sum(scores)",
            "return 10": "return 1",
            "return -10": "return -1",
        },
        {"adds-scores": ""},
    ),
    Seeded(
        "average of the replies",
        MINIMAX,
        PLAIN | {"else min(scores)": "else sum(scores) / len(scores)"},
        {"adds-scores": "averaged"},
    ),
    Seeded(
        "returns in the loop",
        MINIMAX,
        {"    return max(scores) if turn": "        return max(scores) if turn"},
        {"first-reply": ""},
    ),
    Seeded("cuts off at once", NEGAMAX, {"if alpha >= beta": "if alpha <= beta"}, {"first-reply": ""}),
    Seeded("own turn again", MINIMAX, {"other(me), me, 1)": "me, me, 1)"}, {"turns": "its own turn again"}),
    Seeded(
        "wrong turn for O",
        IN_PLACE,
        {'me == "O", -math.inf, math.inf': "False, -math.inf, math.inf"},
        {"turns": "As O"},
    ),
    Seeded(
        "opponent never moved",
        MINIMAX,
        {"other(me), me, 1)": "me, me, 1)", "other(turn), me": "turn, me"},
        {"turns": "opponent never moved"},
    ),
    Seeded("only the opponent moves", MINIMAX, {"other(turn), me": "other(me), me"}, {"turns": "only the opponent"}),
    Seeded(
        "always plays X",
        MINIMAX,
        {"best, move = -math.inf, None": "best, move, me = -math.inf, None, 'X'"},
        {"one-side": "the move that X should make"},
    ),
    Seeded(
        "always plays O",
        MINIMAX,
        {"best, move = -math.inf, None": "best, move, me = -math.inf, None, 'O'"},
        {"one-side": "the move that O should make"},
    ),
    Seeded(
        "maximises for X",
        IN_PLACE,
        {
            'best = -math.inf if me == "X" else math.inf': "best = -math.inf",
            '(score > best) if me == "X" else (score < best)': "score > best",
        },
        {"one-side": "best move for X"},
    ),
    Seeded(
        "draw is a win", MINIMAX, {"        return 0": "        return 10 - depth"}, {"full-board": "a draw were a win"}
    ),
    Seeded(
        "draw is a loss", MINIMAX, {"        return 0": "        return depth - 10"}, {"full-board": "draw were a loss"}
    ),
    Seeded(
        "draw is a win for X",
        IN_PLACE,
        PLAIN | {"        return 0": "        return 10"},
        {"full-board": "win for X", "same-score": ""},
    ),
    *(
        Seeded(name, source, {won: full + won}, {"full-board": "not tell a win with the last stone from a draw"})
        for name, source, won, full in (
            ("draw before winner", MINIMAX, "    won =", "    if not empty(board):\n        return 0\n"),
            ("draw before winner, negamax", NEGAMAX, "    if winner(", "    if ' ' not in board:\n        return 0\n"),
        )
    ),
    Seeded(
        "full board is a late win for X",
        IN_PLACE,
        {"        return 0": "        return 10 - depth"},
        {"full-board": "not tell a win with the last stone from a draw"},
    ),
    Seeded(
        "draw before winner, scores of 10",
        MINIMAX,
        PLAIN | {"    won =": "    if not empty(board):\n        return 0\n    won ="},
        {"full-board": "not tell a win with the last stone from a draw", "same-score": ""},
    ),
    Seeded(
        "no draw: the best of nothing",
        IN_PLACE,
        {
            "    if not empty(board):\n        return 0\n": "",
            "best = -math.inf\n        for": "best = -1000\n        for",
            "best = math.inf\n    for": "best = 1000\n    for",
        },
        {"full-board": "better for X than any win"},
    ),
    Seeded(
        "draw is worst", MINIMAX, {"        return 0": "        return -100"}, {"full-board": "worse than any loss"}
    ),
    Seeded("draw is best", MINIMAX, {"        return 0": "        return 100"}, {"full-board": "better than any win"}),
    Seeded(
        "no draw: max of nothing",
        MINIMAX,
        {"    if not empty(board):\n        return 0\n": ""},
        {"full-board": "crashes"},
    ),
    Seeded(
        "maximum from 0",
        MINIMAX,
        {"max(scores) if": "max(0, *scores) if"},
        {"starts-at-0": "so that a loss looks like a draw"},
    ),
    Seeded("minimum from 0", MINIMAX, {"else min(scores)": "else min(0, *scores)"}, {"starts-at-0": "its own win"}),
    Seeded("a best score of 0 at first", MINIMAX, {"-math.inf, None": "0, None"}, {"none-wins": "no legal move"}),
    Seeded(
        "a best score of -1 at first",
        MINIMAX,
        PLAIN | {"-math.inf, None": "-10, None"},
        {"all-lose": "no legal move", "same-score": ""},
    ),
    Seeded("no undo at the root", IN_PLACE, {'        board[i] = " "  # undo\n': ""}, {"no-undo": ""}),
    Seeded(
        "no undo in the search",
        IN_PLACE,
        {'            board[i] = " "  # undo X\n': "", '        board[i] = " "  # undo O\n': ""},
        {"no-undo": ""},
    ),
    Seeded("no undo of X", IN_PLACE, {'            board[i] = " "  # undo X\n': ""}, {"no-undo": ""}),
    Seeded("no undo of O", IN_PLACE, {'        board[i] = " "  # undo O\n': ""}, {"no-undo": ""}),
    Seeded(
        "cut-off before undo",
        IN_PLACE,
        {
            '            board[i] = " "  # undo X\n': "",
            '        board[i] = " "  # undo O\n': "",
            "                break\n": '                break\n            board[i] = " "\n',
            "\n            break\n    return": '\n            break\n        board[i] = " "\n    return',
        },
        {"no-undo": ""},
    ),
    Seeded("keeps no best score", MINIMAX, {"best, move = score, i": "move = i"}, {"no-search": "fixed order"}),
    Seeded(
        "keeps no best score, from -1",
        MINIMAX,
        {"best, move = score, i": "move = i", "-math.inf, None": "-1, None"},
        {"all-lose": "no legal move", "full-board": "a draw were a win", "same-score": ""},
    ),
    Seeded(
        "first empty cell", MINIMAX, {"    return move": "    return board.index(' ')"}, {"no-search": "fixed order"}
    ),
    Seeded("random moves", MINIMAX, {"    return move": "    return random.choice(empty(board))"}, {"random": ""}),
    Seeded(
        "random moves, seeded for each answer",
        MINIMAX,
        {"    return move": "    random.seed(3)\n    return random.choice(empty(board))"},
        {"random": ""},
    ),
    Seeded(
        "last cell never tried",
        MINIMAX,
        {"range(9) if board[i]": "range(8) if board[i]"},
        {"skips-cells": "It never tries c3.", "cell": "c3 is the only empty cell"},
    ),
    Seeded(
        "first row never tried",
        MINIMAX,
        {"range(9) if board[i]": "range(3, 9) if board[i]"},
        {"skips-cells": "It never tries a1, b1, c1.", "cell": "no cell but a1, b1, c1 is empty"},
    ),
    Seeded("blocks first", TACTICS, {WINS + BLOCKS: BLOCKS + WINS}, {"block-first": "before it looks"}),
    Seeded(
        "wins or blocks, whichever comes first",
        TACTICS,
        {WINS + BLOCKS: "    for i in sorted(completes(board, me) + completes(board, other(me))):\n        return i\n"},
        {"block-first": "the first cell that wins or blocks"},
    ),
    Seeded(
        "wins, then the first cell",
        TACTICS,
        {BLOCKS: "", "return search(board, me)": "return empty(board)[0]"},
        {"depth": "1 ply"},
    ),
    Seeded(
        "wins, blocks, then the first cell",
        TACTICS,
        {"return search(board, me)": "return empty(board)[0]"},
        {"depth": "2 plies"},
    ),
    Seeded(
        "wins, blocks, then a random cell",
        TACTICS,
        {"return search(board, me)": "return random.choice(empty(board))"},
        {"depth": "2 plies"},
    ),
    Seeded(
        "wins, blocks, centre, corners",
        TACTICS,
        {"return search(board, me)": "return [i for i in (4, 0, 2, 6, 8, 1, 3, 5, 7) if i in empty(board)][0]"},
        {"depth": "2 plies"},
    ),
    Seeded(
        "crashes for O",
        MINIMAX,
        {"    best, move = -math": "    assert me == 'X'\n    best, move = -math"},
        {"one-side": "O is to move"},
    ),
    Seeded(
        "crashes with one empty cell",
        MINIMAX,
        {"    best, move = -math": "    second = empty(board)[1]\n    best, move = -math"},
        {"last-cell": "only one cell"},
    ),
    Seeded(
        "crashes if c3 is empty",
        MINIMAX,
        {"for i in empty(board):\n        score": "for i in empty(board):\n        LINES[i]\n        score"},
        {"cell": "c3 is empty"},
    ),
    Seeded(
        "crashes on the empty board",
        MINIMAX,
        {"    best, move = -math": "    board.index('X')\n    best, move = -math"},
        {"first-move": "empty board"},
    ),
]

# Programs with faults that no hypothesis describes.
UNKNOWN = [
    Seeded(
        "one move in three is random",
        MINIMAX,
        {"    return move": "    return random.choice(empty(board)) if random.random() < 0.3 else move"},
        {},
    ),
    Seeded(
        "two faults at once",
        MINIMAX,
        {", (0, 4, 8)": "", "    scores = []": "    if depth == 3:\n        return 0\n    scores = []"},
        {},
    ),
    Seeded(
        "one move in five is random",
        MINIMAX,
        {"    return move": "    return move if random.random() < 0.8 else random.choice(empty(board))"},
        {},
    ),
    Seeded(
        "one move in fifty is random",
        MINIMAX,
        {"    return move": "    return move if random.random() < 0.98 else random.choice(empty(board))"},
        {},
    ),
    Seeded(
        "opening by heart",
        MINIMAX,
        {"    return move": "    return 1 if len(empty(board)) >= 8 and board[1] == ' ' else move"},
        {},
    ),
    Seeded(
        "random in the first four moves",
        MINIMAX,
        {"    return move": "    return random.choice(empty(board)) if len(empty(board)) > 5 else move"},
        {},
    ),
    Seeded("crashes at random", MINIMAX, {"    return move": "    assert random.random() < 0.9\n    return move"}, {}),
    Seeded(
        "misses a win with two stones",
        MINIMAX,
        {"    return move": "    return move if board.count('X') != 4 else empty(board)[-1]"},
        {},
    ),
]

CORRECT = [
    Seeded("minimax", MINIMAX, {}, {}),
    Seeded("in place", IN_PLACE, {}, {}),
    Seeded("negamax", NEGAMAX, {}, {}),
    Seeded("tactics", TACTICS, {}, {}),
]

SIMILAR = {
    *("4 plies", "5 plies", "2 plies", "3 plies, in a random order", "own row not seen", "columns missing"),
    *("scores of 10, last of equals", "wins of 10", "losses of 10", "depth for X and O alike", "draw is a win for X"),
    *("min for both", "average of the replies", "no minus at all", "cuts off at once", "always plays O"),
    *("a best score of 0 at first", "keeps no best score", "crashes on the empty board", "worst move"),
    *("no undo of O", "draw is best", "draw before winner, scores of 10", "depth added for X and O alike"),
    *("wins, blocks, then the first cell", "wins, blocks, then a random cell", "wins, then the first cell"),
}
"""The names of faults that are much like another one: they are tested only with the slow tests."""
