import random

HUMAN = "X"
COMPUTER = "O"


def winner(b):
    combos = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    for c in combos:
        if b[c[0]] == b[c[1]] == b[c[2]] != " ":
            return b[c[0]]
    if " " not in b:
        return "tie"
    return None


scores = {COMPUTER: 1, HUMAN: -1, "tie": 0}


def minimax(board, depth, is_maximizing):
    result = winner(board)
    if result is not None:
        return scores[result]
    if is_maximizing:
        best_score = -float("inf")
        for i in range(9):
            if board[i] == " ":
                board[i] = COMPUTER
                best_score = max(best_score, minimax(board, depth + 1, False))
                board[i] = " "
        return best_score
    else:
        best_score = float("inf")
        for i in range(9):
            if board[i] == " ":
                board[i] = HUMAN
                best_score = min(best_score, minimax(board, depth + 1, True))
                board[i] = " "
        return best_score


def computer_move(board):
    best_score = -float("inf")
    move = None
    for i in range(9):
        if board[i] == " ":
            board[i] = COMPUTER
            score = minimax(board, 0, False)
            board[i] = " "
            if score > best_score:
                best_score = score
                move = i
    return move


def play():
    board = [" "] * 9
    while winner(board) is None:
        print(board[:3], board[3:6], board[6:], sep="\n")
        board[int(input("Your move (0-8): "))] = HUMAN
        if winner(board) is None:
            board[computer_move(board)] = COMPUTER
    print(winner(board))


if __name__ == "__main__":
    play()
