"""Empty cells are None; the counts give the player to move; returns (row, column), as in the first course."""

import copy

X, O, EMPTY = "X", "O", None
known = {}


def player(board):
    count = {mark: sum(row.count(mark) for row in board) for mark in (X, O)}
    return X if count[X] <= count[O] else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("the cell is taken")
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *map(list, zip(*board)), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board):
    key = str(board)
    if key not in known:
        if terminal(board):
            known[key] = utility(board)
        else:
            values = [value(result(board, action)) for action in actions(board)]
            known[key] = max(values) if player(board) == X else min(values)
    return known[key]


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(result(board, action)))
