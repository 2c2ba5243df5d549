"""Tic-tac-toe that never loses, as soon as the three functions marked TODO are written.

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
    raise NotImplementedError("TODO 1")


def value(board, mark):
    """Return what the board is worth for X if `mark` moves next and both players play perfectly.

    A win for X is worth 1 plus the number of empty cells, a win for O the negative of that, and a draw 0.
    """
    # If the game is over, the value is known.
    # If not, try every empty cell: play there, and ask for the value of the new board.
    # X chooses the greatest of these values, O the least.
    raise NotImplementedError("TODO 2")


def best_move(board, mark):
    """Return the cell of the best move for the player whose turn it is."""
    raise NotImplementedError("TODO 3")
