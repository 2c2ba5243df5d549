"""Cleo takes the first empty cell, and prints it."""


def move(board):
    for row in range(3):
        for column in range(3):
            if board[row][column] == " ":
                print(row, column)
                return
