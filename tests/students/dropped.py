"""For gravity: returns a column."""


def drop(board, piece):
    return next(c for c in range(len(board[0])) if board[0][c] == 0)
