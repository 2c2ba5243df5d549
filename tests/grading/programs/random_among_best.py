import random

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
cache = {}


def evaluate(board, player, opponent):
    key = (tuple(board), player)
    if key in cache:
        return cache[key]
    if any(board[a] == board[b] == board[c] == opponent for a, b, c in LINES):
        value = -1 - board.count(" ")
    elif " " not in board:
        value = 0
    else:
        value = -100
        for i in range(9):
            if board[i] == " ":
                board[i] = player
                value = max(value, -evaluate(board, opponent, player))
                board[i] = " "
    cache[key] = value
    return value


def choose_move(board, player):
    """Plays a random one of the best moves, so that no two games are the same."""
    opponent = "O" if player == "X" else "X"
    scores = {}
    for i in range(9):
        if board[i] == " ":
            board[i] = player
            scores[i] = -evaluate(board, opponent, player)
            board[i] = " "
    top = max(scores.values())
    return random.choice([i for i, s in scores.items() if s == top])
