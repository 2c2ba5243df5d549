import random

WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def open_cells(board):
    return [i for i in range(9) if board[i] == " "]


def winning(board, mark):
    return any(all(board[i] == mark for i in w) for w in WINS)


def easy_move(board, mark):
    return random.choice(open_cells(board))


def medium_move(board, mark):
    for m in (mark, "O" if mark == "X" else "X"):
        for i in open_cells(board):
            if winning(board[:i] + [m] + board[i + 1 :], m):
                return i
    return easy_move(board, mark)


def hard_move(board, mark):
    rival = "O" if mark == "X" else "X"
    memo = {}

    def value(cells, turn):
        key = "".join(cells)
        if key not in memo:
            left = open_cells(cells)
            if winning(cells, mark):
                memo[key] = 1 + len(left)
            elif winning(cells, rival):
                memo[key] = -1 - len(left)
            elif not left:
                memo[key] = 0
            else:
                follow = rival if turn == mark else mark
                values = [value(cells[:i] + [turn] + cells[i + 1 :], follow) for i in left]
                memo[key] = max(values) if turn == mark else min(values)
        return memo[key]

    return max(open_cells(board), key=lambda i: value(board[:i] + [mark] + board[i + 1 :], rival))


def computer_move(board, mark, level="hard"):
    return {"easy": easy_move, "medium": medium_move, "hard": hard_move}[level](board, mark)
