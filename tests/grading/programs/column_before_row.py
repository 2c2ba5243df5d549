"""x is the column and y is the row, as in geometry."""
memo = {}


def at(board, x, y):
    return board[y][x]


def three(board, m):
    for k in range(3):
        if all(at(board, k, y) == m for y in range(3)) or all(at(board, x, k) == m for x in range(3)):
            return True
    return all(at(board, k, k) == m for k in range(3)) or all(at(board, k, 2 - k) == m for k in range(3))


def value(board, m, n):
    key = repr(board) + m
    if key not in memo:
        spots = [(x, y) for y in range(3) for x in range(3) if at(board, x, y) == " "]
        if three(board, n):
            memo[key] = -1 - len(spots)
        else:
            memo[key] = max([-value(put(board, x, y, m), n, m) for x, y in spots], default=0)
    return memo[key]


def put(board, x, y, m):
    new = [list(row) for row in board]
    new[y][x] = m
    return new


def get_best_move(board, m):
    n = "X" if m == "O" else "O"
    spots = [(x, y) for y in range(3) for x in range(3) if at(board, x, y) == " "]
    x, y = max(spots, key=lambda s: -value(put(board, *s, m), n, m))
    return x, y
