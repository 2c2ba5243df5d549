"""Takes a list of rows with spaces and the player to move, and returns a tuple. Plays perfectly."""

import copy

from lines import winner

seen = {}


def other(mark):
    return "O" if mark == "X" else "X"


def free(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == " "]


def value(board, mark):
    key = (str(board), mark)
    if key not in seen:
        cells = free(board)
        if winner(sum(board, [])):
            seen[key] = -1 - len(cells)
        elif not cells:
            seen[key] = 0
        else:
            seen[key] = max(-value(after(board, cell, mark), other(mark)) for cell in cells)
    return seen[key]


def after(board, cell, mark):
    result = copy.deepcopy(board)
    result[cell[0]][cell[1]] = mark
    return result


def best_move(board, mark):
    return max(free(board), key=lambda cell: -value(after(board, cell, mark), other(mark)))
