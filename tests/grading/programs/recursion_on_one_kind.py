"""Wins, blocks, and otherwise looks for two corners by recursion."""

LINES = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
         ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
         ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]
AROUND = [(0, 0), (0, 2), (2, 2), (2, 0)]


def open_two(board, mark):
    for line in LINES:
        marks = [board[r][c] for r, c in line]
        if marks.count(mark) == 2 and marks.count(0) == 1:
            return line[marks.index(0)]
    return None


def free_corner(board, start):
    r, c = AROUND[start % 4]
    if board[r][c] == 0:
        return r, c
    return free_corner(board, start + 1)


def next_cell(board, mark):
    return open_two(board, mark) or open_two(board, -mark) or ((1, 1) if board[1][1] == 0 else free_corner(board, 0))
