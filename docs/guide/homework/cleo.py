"""Cleo takes the first empty cell, and counts rows and columns from 1."""


def move(board):
    for row in range(3):
        for column in range(3):
            if board[row][column] == " ":
                return row + 1, column + 1
    return None
