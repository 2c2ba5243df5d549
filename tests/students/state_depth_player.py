"""The board contains 1, -1 and 0; the depth counts down; returns [row, column, score] with scores of ±1."""

from math import inf

COMP, HUMAN = +1, -1


def wins(state, player):
    lines = [*state, *zip(*state), [state[i][i] for i in range(3)], [state[i][2 - i] for i in range(3)]]
    return [player] * 3 in [list(line) for line in lines]


def empty_cells(state):
    return [(x, y) for x, row in enumerate(state) for y, cell in enumerate(row) if cell == 0]


def minimax(state, depth, player):
    best = [-1, -1, -inf if player == COMP else inf]
    if depth == 0 or wins(state, HUMAN) or wins(state, COMP):
        return [-1, -1, wins(state, COMP) - wins(state, HUMAN)]
    for x, y in empty_cells(state):
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y
        if (player == COMP and score[2] > best[2]) or (player == HUMAN and score[2] < best[2]):
            best = score
    return best
