"""A game that starts when the file is imported."""

name = input("Your name? ")


def move(board):
    return board.index(" ")
