"""Boards are strings like 1X3O56789. best(board) returns the board after the computer's move."""
from functools import lru_cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def mover(board):
    return "X" if board.count("X") == board.count("O") else "O"

def children(board):
    m = mover(board)
    return [board.replace(d, m) for d in board if d.isdigit()]

def won(board):
    return any(board[a] == board[b] == board[c] for a, b, c in LINES)

@lru_cache(None)
def rate(board):
    """for the player who just moved"""
    digits = sum(ch.isdigit() for ch in board)
    if won(board):
        return digits + 1
    if digits == 0:
        return 0
    return -max(map(rate, children(board)))

def best(board):
    return max(children(board), key=rate)
