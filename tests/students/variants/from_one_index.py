from brain import no_diagonal


def computer_move(board, mark):
    return no_diagonal(board, mark) + 1
