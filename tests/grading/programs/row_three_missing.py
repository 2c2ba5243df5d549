from typing import List

N = 3


def win(board: List[List[str]], mark: str) -> bool:
    for i in range(1, N):  # rows
        if all(board[N - 1 - i][j] == mark for j in range(N)):
            return True
    for j in range(N):
        if all(board[i][j] == mark for i in range(N)):
            return True
    return all(board[i][i] == mark for i in range(N)) or all(board[i][N - i - 1] == mark for i in range(N))


def minimax(board, depth, alpha, beta, maximizing, mark, opponent):
    if win(board, mark):
        return 100 + depth
    if win(board, opponent):
        return -100 - depth
    if depth == 0:
        return 0
    value = -1000 if maximizing else 1000
    for i in range(N):
        for j in range(N):
            if board[i][j] == " ":
                board[i][j] = mark if maximizing else opponent
                v = minimax(board, depth - 1, alpha, beta, not maximizing, mark, opponent)
                board[i][j] = " "
                if maximizing:
                    value = max(value, v)
                    alpha = max(alpha, value)
                else:
                    value = min(value, v)
                    beta = min(beta, value)
                if alpha >= beta:
                    return value
    return value


def best_move(board, mark, opponent, depth):
    moves = []
    for i in range(N):
        for j in range(N):
            if board[i][j] == " ":
                board[i][j] = mark
                moves.append((minimax(board, depth - 1, -1000, 1000, False, mark, opponent), (i, j)))
                board[i][j] = " "
    return max(moves, key=lambda m: m[0])[1]
