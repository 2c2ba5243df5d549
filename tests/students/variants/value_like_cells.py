from brain import value, LINES, turn_of


def minimax(board):
    """+1, 0 or -1 for the player who is to move: these could be cells, too."""
    return value("".join(board), turn_of(board), 0, LINES)


def evaluate(board):
    return minimax(board) * (1 if turn_of(board) == "X" else -1)


def is_won(board):
    return minimax(board) == 1
