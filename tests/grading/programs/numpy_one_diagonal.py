import numpy as np

memo = {}


def check(board):
    for p in (1, 2):
        m = board == p
        if m.all(axis=0).any() or m.all(axis=1).any() or np.diag(m).all() or np.diag(m.T).all():
            return p
    return 0


def search(board, p):
    k = board.tobytes() + bytes([p])
    if k in memo:
        return memo[k]
    w = check(board)
    if w:
        memo[k] = (1 if w == p else -1), None
    elif (board != 0).all():
        memo[k] = 0, None
    else:
        best = -2, None
        for i in np.flatnonzero(board.ravel() == 0):
            child = board.copy()
            child.flat[i] = p
            v = -search(child, 3 - p)[0]
            if v > best[0]:
                best = v, int(i)
        memo[k] = best
    return memo[k]


def ai(board):
    """board: 3x3 array with 0 = empty, 1 = first player, 2 = second player"""
    p = 1 if np.sum(board == 1) == np.sum(board == 2) else 2
    return search(board, p)[1]
