LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
scores = {}


def winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != "-":
            return board[a]


def minimax(board, turn):
    if (board, turn) not in scores:
        w = winner(board)
        if w:
            scores[board, turn] = 1 if w == "X" else -1
        elif "-" not in board:
            scores[board, turn] = 0
        else:
            s = [minimax(board[:i] + turn + board[i + 1 :], "XO"[turn == "X"]) for i in range(9) if board[i] == "-"]
            scores[board, turn] = max(s) if turn == "X" else min(s)
    return scores[board, turn]


def best_move(board, turn):
    moves = [i for i in range(9) if board[i] == "-"]
    pick = max if turn == "X" else min
    return pick(moves, key=lambda i: minimax(board[:i] + turn + board[i + 1 :], "XO"[turn == "X"]))


# new version, much faster
def best_move(board, turn):
    other = "XO"[turn == "X"]
    moves = [i for i in range(9) if board[i] == "-"]
    for i in moves:
        if winner(board[:i] + turn + board[i + 1 :]):
            return i
    for i in moves:
        if not any(winner(board[:i] + turn + board[i + 1 : j] + other + board[j + 1 :]) for j in moves if j > i):
            return i
    return moves[0]
