"""Program 4.

A board is a list of nine marks, row by row: "X", "O" or " ".
"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def other(mark):
    """Return the other player's mark."""
    return "O" if mark == "X" else "X"


def empty_cells(board):
    """Return the numbers of the empty cells, 0 to 8."""
    return [cell for cell in range(9) if board[cell] == " "]


def winner(board):
    """Return "X" or "O", or None if neither has three in a row."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None


def play(board, cell, mark):
    """Return a new board on which the player has taken the cell. The old board stays as it is."""
    after = board.copy()
    after[cell] = mark
    return after


def value(board, mark, depth=0):
    """Return what the board is worth for X if `mark` moves next and both players play perfectly.

    A win is worth more if it comes sooner. The depth is the number of moves from the board that was asked about.
    """
    won = winner(board)
    if won == "X":
        return 10 + depth
    if won == "O":
        return -10 - depth
    if not empty_cells(board):
        return 0
    values = [value(play(board, cell, mark), other(mark), depth + 1) for cell in empty_cells(board)]
    return max(values) if mark == "X" else min(values)


def best_move(board, mark):
    """Return the cell of the best move for the player whose turn it is."""
    best = max if mark == "X" else min
    return best(empty_cells(board), key=lambda cell: value(play(board, cell, mark), other(mark)))
