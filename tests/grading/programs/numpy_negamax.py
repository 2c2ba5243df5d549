import numpy as np

X = 1
O = -1


def game_result(board):
    """1 / -1: somebody has won, 0: draw, None: still running"""
    sums = list(board.sum(axis=0)) + list(board.sum(axis=1))
    sums += [np.trace(board), np.trace(np.fliplr(board))]
    if 3 in sums:
        return 1
    if -3 in sums:
        return -1
    if not (board == 0).any():
        return 0
    return None


cache = {}


def negamax(board, player):
    key = (board.tobytes(), player)
    if key in cache:
        return cache[key]
    result = game_result(board)
    if result is not None:
        value = result * player * (1 + np.count_nonzero(board == 0))
    else:
        value = -np.inf
        for r, c in np.argwhere(board == 0):
            board[r, c] = player
            value = max(value, -negamax(board, -player))
            board[r, c] = 0
    cache[key] = value
    return value


def get_move(board, player):
    board = np.array(board)
    options = np.argwhere(board == 0)
    values = []
    for r, c in options:
        board[r, c] = player
        values.append(-negamax(board, -player))
        board[r, c] = 0
    return tuple(options[int(np.argmax(values))])
