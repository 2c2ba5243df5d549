"""Ends the whole program on the empty board."""

import os
import sys


def leaves(board):
    if board.count(0) == 9:
        os._exit(3)
    return board.index(0)


def exits(board):
    if board.count(0) == 9:
        sys.exit("bye")
    return board.index(0)


def deep(board):
    return deep(board) if board.count(0) == 9 else board.index(0)
