"""Functions with parameters or answers that noughts cannot use."""


def needs(board, radius):
    return 0


def nothing():
    return 0


def score(board, is_maximizing):
    return 0 if board.count(" ") % 2 else -1


def always_none(board):
    return None
