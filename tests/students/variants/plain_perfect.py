from brain import perfect


def best_move(board, player):
    return divmod(perfect(sum(board, []), player), 3)
