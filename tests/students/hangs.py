"""Looks for a corner until it finds one."""


def move(board):
    corner = 0
    while " " in board and board[corner] != " " and board[4] == " ":
        corner = (corner + 2) % 2
    return board.index(" ")
