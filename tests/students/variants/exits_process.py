import os

from brain import first


def choose_move(board, me):
    if board.count(" ") == 2:
        os._exit(1)
    return first(board, me)
