from brain import greedy


def best_move(board, player):
    row, col = divmod(greedy(sum(board, []), player), 3)
    return col + 1, row + 1
