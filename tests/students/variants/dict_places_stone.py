from brain import perfect


def computer_move(board, mark):
    board[perfect([board[i] for i in range(9)], mark)] = mark
