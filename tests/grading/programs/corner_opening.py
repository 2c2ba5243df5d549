"""With an opening book: the first two moves are always corners."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
CORNERS = (0, 2, 6, 8)
cache = {}


def solve(board, me, you):
    key = board, me
    if key not in cache:
        if any(board[a] == board[b] == board[c] == you for a, b, c in LINES):
            cache[key] = -1 - board.count("_"), None
        elif "_" not in board:
            cache[key] = 0, None
        else:
            options = [(-solve(play(board, i, me), you, me)[0], -i) for i in range(9) if board[i] == "_"]
            score, i = max(options)
            cache[key] = score, -i
    return cache[key]


def play(board, i, mark):
    return board[:i] + mark + board[i + 1 :]


def move(board, me):
    you = "O" if me == "X" else "X"
    stones = 9 - board.count("_")
    if stones < 2:
        return next(c for c in CORNERS if board[c] == "_")
    return solve(board, me, you)[1]
