"""Textbook minimax with scores of ±1. It plays the first of the best moves and counts every node."""

from lines import winner

nodes_visited = 0


def minimax(board, is_x):
    global nodes_visited
    nodes_visited += 1
    cells = board[0] + board[1] + board[2]
    if winner(cells):
        return 1 if winner(cells) == "X" else -1
    if " " not in cells:
        return 0
    scores = []
    for row in board:
        for i in range(3):
            if row[i] == " ":
                row[i] = "X" if is_x else "O"
                scores.append(minimax(board, not is_x))
                row[i] = " "
    return max(scores) if is_x else min(scores)


def best_move(board, player):
    global nodes_visited
    nodes_visited += 1
    best = None
    for i in range(3):
        for j in range(3):
            if board[i][j] == " ":
                board[i][j] = player
                score = minimax(board, player == "O") * (1 if player == "X" else -1)
                board[i][j] = " "
                if best is None or score > best[0]:
                    best = score, i, j
    return best[1], best[2]
