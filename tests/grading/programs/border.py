"""The board has a border of '#', so that no index can be wrong:

    #####
    #X.O#
    #...#
    #..X#
    #####
"""
DIRECTIONS = [(0, 1), (1, 0), (1, 1)]


def count(board, r, c, dr, dc, mark):
    n = 0
    while board[r][c] == mark:
        n, r, c = n + 1, r + dr, c + dc
    return n


def makes_three(board, r, c, mark):
    return any(
        count(board, r, c, dr, dc, mark) + count(board, r, c, -dr, -dc, mark) - 1 >= 3 for dr, dc in DIRECTIONS
    )


def cells(board):
    return [(r, c) for r in range(1, 4) for c in range(1, 4) if board[r][c] == "."]


def ki(board, mark, other, deep, cache):
    key = "".join(map("".join, board))
    if key in cache:
        return cache[key]
    result = (0, None)
    best = -99
    for r, c in cells(board):
        board[r][c] = mark
        v = 20 - deep if makes_three(board, r, c, mark) else -ki(board, other, mark, deep + 1, cache)[0]
        board[r][c] = "."
        if v > best:
            best, result = v, (v, (r, c))
    cache[key] = result
    return result


def think(board, mark):
    return ki(board, mark, "O" if mark == "X" else "X", 0, {})[1]
