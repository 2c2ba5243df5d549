"""Minimax in the interface of a university course: every board is a deep copy. It keeps the value, but is slow."""

import copy

X, O, EMPTY = "X", "O", None


def player(board):
    stones = sum(cell is not EMPTY for row in board for cell in row)
    return X if stones % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    after = copy.deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def max_value(board):
    if terminal(board):
        return utility(board)
    return max(min_value(result(board, action)) for action in actions(board))


def min_value(board):
    if terminal(board):
        return utility(board)
    return min(max_value(result(board, action)) for action in actions(board))


def minimax(board):
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))
