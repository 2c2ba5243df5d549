from brain import perfect


def minimax(board, depth, alpha, beta, maximizingPlayer):
    if depth == 0:
        return 0, None
    i = perfect([c.upper() for c in board], "X" if maximizingPlayer else "O")
    return 1, i
