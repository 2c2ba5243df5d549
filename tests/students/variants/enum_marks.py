from enum import Enum

from brain import lazy


class Mark(Enum):
    X = "X"
    O = "O"
    EMPTY = "."


class Result(Enum):
    WIN = 1
    LOSS = 2


def letters(board):
    return [" " if mark is Mark.EMPTY else mark.value for row in board for mark in row]


def best_move(board, player):
    assert all(isinstance(mark, Mark) for row in board for mark in row)
    return divmod(lazy(letters(board), player.value), 3)
