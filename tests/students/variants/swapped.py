from brain import perfect


def best_move(board, player):
    row, col = divmod(perfect(sum(board, []), player), 3)
    return col, row
