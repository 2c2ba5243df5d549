from brain import LINES, free, other, put, value


def best_move(board, player):
    cells = "".join(board)
    return min(free(cells), key=lambda i: -value(put(cells, i, player), other(player), 1, LINES))
