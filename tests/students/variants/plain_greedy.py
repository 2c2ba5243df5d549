from brain import greedy


def best_move(board, player):
    return divmod(greedy(sum(board, []), player), 3)
