from brain import perfect


def best_move(board, player):
    """The last cell is never looked at."""
    i = perfect(board, player)
    return i if i < 8 else None
