"""Crashes on the empty board."""


def move(board):
    first = [mark for mark in board if mark != "."][0]
    return board.index(".") if first else None
