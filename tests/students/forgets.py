"""Tries its moves on the board it was given and takes none of them back."""

from lines import LINES


def move(board, player):
    for i in range(9):
        if board[i] == " ":
            board[i] = player
            if any(board[a] == board[b] == board[c] == player for a, b, c in LINES):
                return i
    return i
