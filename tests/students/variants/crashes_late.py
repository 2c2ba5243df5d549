from brain import lazy


def best_move(board, player):
    empty = [i for i in range(9) if board[i] == " "]
    second = empty[1]
    return lazy(board, player)
