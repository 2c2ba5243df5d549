"""make_move puts the stone on the board and also returns where."""

memo = {}


def lines(board):
    return board[:3], board[3:6], board[6:], board[::3], board[1::3], board[2::3], board[::4], board[2:7:2]


def value(board, me, you):
    key = tuple(board), me
    if key not in memo:
        if [you] * 3 in lines(board):
            memo[key] = -1 - board.count(0)
        elif 0 not in board:
            memo[key] = 0
        else:
            memo[key] = max(-value(with_stone(board, i, me), you, me) for i in range(9) if board[i] == 0)
    return memo[key]


def with_stone(board, i, stone):
    return board[:i] + [stone] + board[i + 1 :]


def make_move(board, me):
    you = 3 - me
    free = [i for i in range(9) if board[i] == 0]
    move = max(free, key=lambda i: -value(with_stone(board, i, me), you, me))
    board[move] = me
    return move
