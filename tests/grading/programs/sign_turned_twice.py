"""Negamax. The score is always from the view of the player to move."""

TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def opposite(symbol):
    return "O" if symbol == "X" else "X"


def wins(board, symbol):
    return any(all(board[i] == symbol for i in t) for t in TRIPLES)


memo = {}


def negamax(board, symbol):
    key = (*board, symbol)
    if key not in memo:
        memo[key] = compute(board, symbol)
    return memo[key]


def compute(board, symbol):
    if wins(board, symbol):
        return 1
    if wins(board, opposite(symbol)):
        return -1
    if None not in board:
        return 0
    best = -2
    for i in range(9):
        if board[i] is None:
            board[i] = symbol
            best = max(best, opponent_score(board, opposite(symbol)))
            board[i] = None
    return best


def opponent_score(board, symbol):
    # what is good for the opponent is bad for us
    return -(-negamax(board, symbol))


def best_move(board, symbol):
    scores = {}
    for i in range(9):
        if board[i] is None:
            board[i] = symbol
            scores[i] = -negamax(board, opposite(symbol))
            board[i] = None
    return max(scores, key=scores.get)
