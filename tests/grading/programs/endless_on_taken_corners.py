"""Win, block, centre, then a corner, then anything."""
import itertools

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def two(board, mark):
    for line in LINES:
        marks = "".join(board[i] for i in line)
        if marks.count(mark) == 2 and "." in marks:
            return line[marks.index(".")]
    return -1


def bot(board, mark):
    for m in (mark, "o" if mark == "x" else "x"):
        if two(board, m) >= 0:
            return two(board, m)
    if board[4] == ".":
        return 4
    corners = itertools.cycle([0, 2, 8, 6])
    corner = next(corners)
    while board[corner] != ".":  # there is always a free corner
        corner = next(corners)
    return corner
