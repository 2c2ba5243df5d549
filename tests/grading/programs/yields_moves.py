"""best_move is a generator: first the best move, then the others."""


def winner(b):
    for x in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if b[x[0]] == b[x[1]] == b[x[2]] != " ":
            return b[x[0]]


def score(b, me, turn):
    w = winner(b)
    if w:
        return 1 if w == me else -1
    if " " not in b:
        return 0
    other = "O" if turn == "X" else "X"
    s = [score(b[:i] + [turn] + b[i + 1 :], me, other) for i in range(9) if b[i] == " "]
    return max(s) if turn == me else min(s)


def best_move(board, player):
    other = "O" if player == "X" else "X"
    free = [i for i in range(9) if board[i] == " "]
    free.sort(key=lambda i: -score(board[:i] + [player] + board[i + 1 :], player, other))
    for i in free:
        yield i
