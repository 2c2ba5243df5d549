from brain import first


def best_move(board, player):
    return 4 if board[8] != " " else first(board, player)
