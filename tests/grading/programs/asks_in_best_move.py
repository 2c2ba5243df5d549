LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def minimax(board, turn):
    """the score of the board for X"""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return 1 if board[a] == "X" else -1
    if " " not in board:
        return 0
    scores = []
    for i in range(9):
        if board[i] == " ":
            board[i] = turn
            scores.append(minimax(board, "O" if turn == "X" else "X"))
            board[i] = " "
    return max(scores) if turn == "X" else min(scores)


def best_move(board, player):
    print("This board is worth", minimax(board, player))
    return int(input("Which square do you think is best (0-8)? "))


if __name__ == "__main__":
    print(best_move([" "] * 9, "X"))
