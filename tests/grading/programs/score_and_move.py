from math import inf


def minimax(board, depth, alpha, beta, is_maximizing):
    """Returns (score, move): X maximizes, O minimizes."""
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] == board[b] == board[c] != " ":
            return (depth + 1 if board[a] == "X" else -depth - 1), None
    if depth == 0:
        return 0, None
    best = (-inf if is_maximizing else inf), None
    for i in range(9):
        if board[i] != " ":
            continue
        board[i] = "X" if is_maximizing else "O"
        score, _ = minimax(board, depth - 1, alpha, beta, not is_maximizing)
        board[i] = " "
        if is_maximizing:
            if score > best[0]:
                best = score, i
            alpha = max(alpha, score)
        else:
            if score < best[0]:
                best = score, i
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best
