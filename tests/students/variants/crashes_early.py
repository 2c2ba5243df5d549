from brain import perfect


def best_move(board, player):
    if board.count(" ") == 9:
        return board["centre"]
    return perfect(board, player)
