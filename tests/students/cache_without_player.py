LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
memory = {}


def won(board, player):
    return any(all(board[n] == player for n in line) for line in LINES)


def other(player):
    return "O" if player == "X" else "X"


def score(board, turn, player):
    """The score for the player. The key of the memory does not say who that is."""
    key = "".join(board)
    if key in memory:
        return memory[key]
    if won(board, player):
        return 1 + board.count("-")
    if won(board, other(player)):
        return -1 - board.count("-")
    if "-" not in board:
        return 0
    scores = []
    for n in range(9):
        if board[n] == "-":
            board[n] = turn
            scores.append(score(board, other(turn), player))
            board[n] = "-"
    memory[key] = max(scores) if turn == player else min(scores)
    return memory[key]


def best_move(board, player):
    best, move = -100, None
    for n in range(9):
        if board[n] == "-":
            board[n] = player
            value = score(board, other(player), player)
            board[n] = "-"
            if value > best:
                best, move = value, n
    return move
