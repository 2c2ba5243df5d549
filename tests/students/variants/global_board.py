from brain import perfect, turn_of

board = [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]


def computer_move():
    cells = board[0] + board[1] + board[2]
    return divmod(perfect(cells, turn_of(cells)), 3)
