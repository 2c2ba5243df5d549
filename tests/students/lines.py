"""The rows of the board, for other files in this folder."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(cells, nobody=None):
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c] and cells[a] not in (" ", "", "_", None, 0):
            return cells[a]
    return nobody
