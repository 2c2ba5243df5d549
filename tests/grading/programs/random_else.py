"""Wins and blocks; otherwise a corner at random, or anything."""
from random import choice


def available(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == ""]


def all_lines():
    for i in range(3):
        yield [(i, j) for j in range(3)]
        yield [(j, i) for j in range(3)]
    yield [(i, i) for i in range(3)]
    yield [(i, 2 - i) for i in range(3)]


def two_of(board, mark):
    for line in all_lines():
        marks = [board[i][j] for i, j in line]
        if marks.count(mark) == 2 and marks.count("") == 1:
            return line[marks.index("")]


def computer_plays(board, mark):
    other = "o" if mark == "x" else "x"
    move = two_of(board, mark) or two_of(board, other)
    if move:
        return move
    corners = [m for m in available(board) if m in ((0, 0), (0, 2), (2, 0), (2, 2))]
    return choice(corners or available(board))
