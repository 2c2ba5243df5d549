from brain import perfect


def best_move(board):
    """Always looks for the best move of X."""
    return divmod(perfect(sum(board, []), "X"), 3)
