"""For the GUI: a colour for each free square, by the score that it would get."""

WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
memo = {}


def score(board, player, other):
    key = "".join(board) + player
    if key not in memo:
        if any(all(board[i] == other for i in w) for w in WINS):
            memo[key] = -1
        elif " " not in board:
            memo[key] = 0
        else:
            memo[key] = max(s for s in best_moves(board, player).values())
    return memo[key]


def best_moves(board, player):
    other = "O" if player == "X" else "X"
    result = {}
    for i in range(9):
        if board[i] == " ":
            result[i] = -score(board[:i] + [player] + board[i + 1 :], other, player)
    return result
