"""Forgot that the board can be empty."""


def move(board):
    first = [mark for mark in board if mark != "."][0]
    return board.index(".") if first else None
