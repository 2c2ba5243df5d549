"""Functions that cannot be used: what they want or answer is not understood."""


def needs(board, radius):
    return 0


def nothing():
    return 0


def score(board, is_maximizing):
    return 0 if board.count(" ") % 2 else -1


def always_none(board):
    return None
