from brain import lazy


def best_move(board, player):
    row, col = divmod(lazy(sum(board, []), player), 3)
    return [col, row]
