"""The board shows the number of every free square, so that humans know what to type:

    1 | X | 3
    O | 5 | 6
    7 | 8 | 9
"""

import math


def new_board():
    return [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def show(board):
    print("\n---------\n".join(" | ".join(str(s) for s in row) for row in board))


def free_squares(board):
    return [s for row in board for s in row if s != "X" and s != "O"]


def place(board, square, symbol):
    return [[symbol if s == square else s for s in row] for row in board]


def three(board, symbol):
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return any(all(s == symbol for s in line) for line in board + list(zip(*board)) + diagonals)


def alphabeta(board, symbol, other, alpha, beta):
    if three(board, other):
        return -1 - len(free_squares(board))
    squares = free_squares(board)
    if not squares:
        return 0
    best = -math.inf
    for square in squares:
        best = max(best, -alphabeta(place(board, square, symbol), other, symbol, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def pick_square(board, symbol):
    other = "O" if symbol == "X" else "X"
    best = (-math.inf, None)
    for square in free_squares(board):
        score = -alphabeta(place(board, square, symbol), other, symbol, -math.inf, -best[0])
        if score > best[0]:
            best = (score, square)
    return best[1]


if __name__ == "__main__":
    board = new_board()
    while free_squares(board):
        show(board)
        board = place(board, int(input("Square: ")), "X")
        if not free_squares(board):
            break
        board = place(board, pick_square(board, "O"), "O")
