"""The board contains small letters and underscores, a win scores 10 - depth, and the computer is always x. Perfect as x."""

player, opponent = "x", "o"


def is_moves_left(board):
    return any("_" in row for row in board)


def evaluate(board):
    columns = [[row[i] for row in board] for i in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in board + columns + diagonals:
        if line == [player] * 3:
            return 10
        if line == [opponent] * 3:
            return -10
    return 0


def minimax(board, depth, is_max, alpha, beta):
    score = evaluate(board)
    if score == 10:
        return score - depth
    if score == -10:
        return score + depth
    if not is_moves_left(board):
        return 0
    best = -1000 if is_max else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player if is_max else opponent
                score = minimax(board, depth + 1, not is_max, alpha, beta)
                board[i][j] = "_"
                if is_max:
                    best = max(best, score)
                    alpha = max(alpha, best)
                else:
                    best = min(best, score)
                    beta = min(beta, best)
                if beta <= alpha:
                    return best
    return best


def find_best_move(board):
    best, move = -1000, (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player
                score = minimax(board, 1, False, -1000, 1000)
                board[i][j] = "_"
                if score > best:
                    best, move = score, (i, j)
    return move
