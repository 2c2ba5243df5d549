"""Tries moves on the given board and does not undo them."""

from lines import LINES


def move(board, player):
    for i in range(9):
        if board[i] == " ":
            board[i] = player
            if any(board[a] == board[b] == board[c] == player for a, b, c in LINES):
                return i
    return i
