"""Ada's minimax: a board of nine characters, and values that prefer early wins."""

from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def play(board, cell, player):
    return board[:cell] + player + board[cell + 1 :]


@cache
def value(board, player):
    opponent = "O" if player == "X" else "X"
    if any(board[a] == board[b] == board[c] == opponent for a, b, c in LINES):
        return -1 - board.count(" ")
    if " " not in board:
        return 0
    return max(-value(play(board, cell, player), opponent) for cell in range(9) if board[cell] == " ")


def best_move(board, player):
    opponent = "O" if player == "X" else "X"
    empty = [cell for cell in range(9) if board[cell] == " "]
    return max(empty, key=lambda cell: -value(play(board, cell, player), opponent))
