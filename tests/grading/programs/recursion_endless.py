# minimax without an end: it never checks whether the game is over

def minimax(board, player):
    other = "O" if player == "X" else "X"
    best = -100
    for i in range(9):
        board[i] = player
        score = -minimax(board, other)
        board[i] = " "
        best = max(best, score)
    return best


def best_move(board, player):
    other = "O" if player == "X" else "X"
    scores = {}
    for i in range(9):
        if board[i] == " ":
            new = list(board)
            new[i] = player
            scores[i] = -minimax(new, other)
    return max(scores, key=scores.get)
