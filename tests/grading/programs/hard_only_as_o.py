# Tic Tac Toe with three levels
import random

def new_board():
    return [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]

def get_empty(board):
    cells = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                cells.append([r, c])
    return cells

def is_winner(board, s):
    for k in range(3):
        if all(board[k][c] == s for c in range(3)):
            return True
        if all(board[r][k] == s for r in range(3)):
            return True
    return all(board[k][k] == s for k in range(3)) or all(board[k][2 - k] == s for k in range(3))

def minimax(board, depth, is_max):
    if is_winner(board, "O"):
        return 10 - depth
    if is_winner(board, "X"):
        return depth - 10
    if get_empty(board) == []:
        return 0
    if is_max:
        best = -1000
        for r, c in get_empty(board):
            board[r][c] = "O"
            best = max(best, minimax(board, depth + 1, False))
            board[r][c] = " "
    else:
        best = 1000
        for r, c in get_empty(board):
            board[r][c] = "X"
            best = min(best, minimax(board, depth + 1, True))
            board[r][c] = " "
    return best

def easy_move(board, symbol):
    return random.choice(get_empty(board))

def medium_move(board, symbol):
    for r, c in get_empty(board):
        board[r][c] = symbol
        w = is_winner(board, symbol)
        board[r][c] = " "
        if w:
            return [r, c]
    return easy_move(board, symbol)

def hard_move(board, symbol):
    best = -1000
    move = None
    for r, c in get_empty(board):
        board[r][c] = symbol
        value = minimax(board, 0, False)
        board[r][c] = " "
        if value > best:
            best = value
            move = [r, c]
    return move

def computer_move(board, symbol, level):
    if level == "easy":
        return easy_move(board, symbol)
    elif level == "medium":
        return medium_move(board, symbol)
    elif level == "hard":
        return hard_move(board, symbol)

def show(board):
    for row in board:
        print("|".join(row))

def main():
    board = new_board()
    level = input("Level (easy, medium, hard): ").lower()
    you = input("X or O: ").upper()
    turn = "X"
    while get_empty(board) and not is_winner(board, "X") and not is_winner(board, "O"):
        show(board)
        if turn == you:
            r, c = [int(v) for v in input("row col: ").split()]
            if [r, c] not in get_empty(board):
                continue
        else:
            r, c = computer_move(board, turn, level)
        board[r][c] = turn
        turn = "O" if turn == "X" else "X"
    show(board)

if __name__ == "__main__":
    main()
