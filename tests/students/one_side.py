"""The computer is always O, as in most single-player games, so there is no argument for the player to move."""

from lines import winner

memo = {}


def value(cells, turn):
    key = "".join(cells) + turn
    if key not in memo:
        empty = [i for i in range(9) if cells[i] == " "]
        if winner(cells):
            memo[key] = (1 + len(empty)) * (1 if winner(cells) == "O" else -1)
        elif not empty:
            memo[key] = 0
        else:
            values = [value([*cells[:i], turn, *cells[i + 1 :]], "X" if turn == "O" else "O") for i in empty]
            memo[key] = max(values) if turn == "O" else min(values)
    return memo[key]


def computer_move(board):
    cells = [mark for row in board for mark in row]
    empty = [i for i in range(9) if cells[i] == " "]
    best = max(empty, key=lambda i: value([*cells[:i], "O", *cells[i + 1 :]], "X"))
    return divmod(best, 3)
