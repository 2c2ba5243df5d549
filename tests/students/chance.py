"""Plays a random empty cell."""

import random


def move(board):
    return random.choice([(r, c) for r in range(3) for c in range(3) if board[r][c] == " "])
