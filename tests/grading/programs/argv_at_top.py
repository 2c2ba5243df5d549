import functools
import sys

BOARD, PLAYER = sys.argv[3], sys.argv[4]  # e.g.  python argv_at_top.py play fast X-O---X-- O

TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def state(board):
    for p in "XO":
        if any(all(board[i] == p for i in t) for t in TRIPLES):
            return p
    return "draw" if "-" not in board else ""


@functools.lru_cache(maxsize=None)
def points(board, player, me, depth=0):
    s = state(board)
    if s == "draw":
        return 0
    if s:
        return 10 - depth if s == me else depth - 10
    nxt = "O" if player == "X" else "X"
    options = [points(board[:i] + player + board[i + 1 :], nxt, me, depth + 1) for i in range(9) if board[i] == "-"]
    return max(options)  # both want many points


def best_move(board, player):
    nxt = "O" if player == "X" else "X"
    free = [i for i in range(9) if board[i] == "-"]
    return max(free, key=lambda i: points(board[:i] + player + board[i + 1 :], nxt, player))


print(best_move(BOARD, PLAYER))
