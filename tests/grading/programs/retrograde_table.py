"""All 3**9 boards are rated once when the program starts; afterwards a move is a look into the table."""

from itertools import product

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
VALUE = {}  # for X
POLICY = {}


def rate(board):
    stones = 9 - board.count("-")
    for mark, sign in (("X", 1), ("O", -1)):
        if any(board[a] == board[b] == board[c] == mark for a, b, c in LINES):
            return sign * (10 - stones), None
    if stones == 9:
        return 0, None
    turn = "XO"[stones % 2]
    rated = [(VALUE[board[:i] + turn + board[i + 1 :]], i) for i in range(9) if board[i] == "-"]
    return max(rated, key=lambda v: v[0]) if turn == "X" else min(rated, key=lambda v: v[0])


for board in sorted(map("".join, product("XO-", repeat=9)), key=lambda b: b.count("-")):
    if board.count("X") - board.count("O") in (0, 1):
        VALUE[board], POLICY[board] = rate(board)


def lookup(board):
    return POLICY[board]
