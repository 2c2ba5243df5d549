"""Tic Tac Toe AI - Assignment 4
Uses the minimax algorithm on a 3x3 nested list."""


def check_winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] != " ":
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] != " ":
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] and board[0][0] != " ":
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0] and board[0][2] != " ":
        return board[0][2]
    return None


def is_full(board):
    for row in board:
        if " " in row:
            return False
    return True


def minimax(board, depth, is_maximizing, me, you):
    w = check_winner(board)
    if w == me:
        return 10 - depth
    if w == you:
        return depth - 10
    if is_full(board):
        return 0
    if is_maximizing:
        best = -100
        for r in range(3):
            for c in range(3):
                if board[r][c] == " ":
                    board[r][c] = me
                    best = max(best, minimax(board, depth + 1, False, me, you))
                    board[r][c] = " "
        return best
    else:
        best = 100
        for r in range(3):
            for c in range(3):
                if board[r][c] == " ":
                    board[r][c] = you
                    best = min(best, minimax(board, depth + 1, True, me, you))
                    board[r][c] = " "
        return best


def find_best_move(board, player):
    opponent = "O" if player == "X" else "X"
    best_score = -1000
    best = None
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = player
                score = minimax(board, 0, False, player, opponent)
                board[r][c] = " "
                if score > best_score:
                    best_score = score
                    best = (r, c)
    return best
