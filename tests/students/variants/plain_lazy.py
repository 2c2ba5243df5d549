from brain import lazy


def best_move(board, player):
    return divmod(lazy(sum(board, []), player), 3)
