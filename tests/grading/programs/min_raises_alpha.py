"""Minimax with alpha-beta pruning for N x N boards given as a flat list."""


def lines(n):
    rows = [[r * n + c for c in range(n)] for r in range(n)]
    return rows + [list(c) for c in zip(*rows)] + [[i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]]


def full_line(board, n, mark):
    return any(all(board[i] == mark for i in line) for line in lines(n))


def max_value(board, n, me, you, alpha, beta):
    if full_line(board, n, you):
        return -1
    if None not in board:
        return 0
    v = -2
    for i, m in enumerate(board):
        if m is None:
            v = max(v, min_value(board[:i] + [me] + board[i + 1 :], n, me, you, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
    return v


def min_value(board, n, me, you, alpha, beta):
    if full_line(board, n, me):
        return 1
    if None not in board:
        return 0
    v = 2
    for i, m in enumerate(board):
        if m is None:
            v = min(v, max_value(board[:i] + [you] + board[i + 1 :], n, me, you, alpha, beta))
            if v <= alpha:
                return v
            alpha = max(alpha, v)
    return v


def get_move(board, size, player):
    other = "O" if player == "X" else "X"
    best, move = -2, None
    for i, m in enumerate(board):
        if m is None:
            v = min_value(board[:i] + [player] + board[i + 1 :], size, player, other, -2, 2)
            if v > best:
                best, move = v, i
    return move
