"""Expectimax: the opponent is thought to move at random."""
import numpy as np


def lines(board):
    return np.concatenate([board.sum(axis=0), board.sum(axis=1), [board.trace(), board[::-1].trace()]])


table = {}


def expect(board, mine):
    """The expected result for the player of 1; mine: whether 1 is to move."""
    key = board.tobytes(), mine
    if key not in table:
        sums = lines(board)
        free = np.argwhere(board == 0)
        if (sums == 3).any():
            result = 1.0
        elif (sums == -3).any():
            result = -1.0
        elif len(free) == 0:
            result = 0.0
        else:
            results = []
            for i, j in free:
                board[i, j] = 1 if mine else -1
                results.append(expect(board, not mine))
                board[i, j] = 0
            result = max(results) if mine else sum(results) / len(results)
        table[key] = result
    return table[key]


def act(board, player):
    """board: 3x3 array of 1, -1, 0"""
    board = (board * player).astype(int)
    best, cell = -2.0, None
    for i, j in np.argwhere(board == 0):
        board[i, j] = 1
        value = expect(board, False)
        board[i, j] = 0
        if value > best:
            best, cell = value, (int(i), int(j))
    return cell
