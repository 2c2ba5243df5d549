"""A first minimax, as written in many courses: a board is nine characters, a win is +1 for X and -1 for O."""

from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}


def winner(board):
    """Return "X" or "O", or None if neither has three in a row."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None


def followers(board, player):
    """Return each empty cell, 0 to 8, with the board after the player has taken it."""
    return [(cell, board[:cell] + player + board[cell + 1 :]) for cell in range(9) if board[cell] == " "]


@cache
def minimax(board, player):
    """Return the value for X when it is the player's turn."""
    won = winner(board)
    if won:
        return 1 if won == "X" else -1
    values = [minimax(after, OTHER[player]) for _, after in followers(board, player)]
    if not values:
        return 0
    return max(values) if player == "X" else min(values)


def best_move(board, player):
    """Return the cell of the best move, 0 to 8, counted row by row."""
    sign = 1 if player == "X" else -1
    scored = [(sign * minimax(after, OTHER[player]), cell) for cell, after in followers(board, player)]
    return max(scored, key=lambda pair: pair[0])[1]
