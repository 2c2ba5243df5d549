from brain import other, put, value


def best_move(board, player):
    cells = "".join(board)
    return [
        -value(put(cells, i, player), other(player), 0, ((0, 1, 2), (3, 4, 5), (6, 7, 8))) if cells[i] == " " else None
        for i in range(9)
    ]


def best_moves(board, player):
    return {i: score for i, score in enumerate(best_move(board, player)) if score is not None}
