#!/usr/bin/env python3
"""Board: 3x3 with +1 (computer), -1 (human), 0 (empty)."""
from math import inf as infinity

HUMAN = -1
COMP = +1


def wins(state, player):
    win_state = [
        [state[0][0], state[0][1], state[0][2]],
        [state[1][0], state[1][1], state[1][2]],
        [state[2][0], state[2][1], state[2][2]],
        [state[0][0], state[1][0], state[2][0]],
        [state[0][1], state[1][1], state[2][1]],
        [state[0][2], state[1][2], state[2][2]],
        [state[0][0], state[1][1], state[2][2]],
        [state[2][0], state[1][1], state[0][2]],
    ]
    return [player, player, player] in win_state


def evaluate(state):
    return 1 if wins(state, COMP) else -1 if wins(state, HUMAN) else 0


def empty_cells(state):
    return [[x, y] for x in range(3) for y in range(3) if state[x][y] == 0]


def minimax(state, depth, player):
    best = [-1, -1, -infinity] if player == COMP else [-1, -1, +infinity]
    if depth == 0 or evaluate(state) != 0:
        return [-1, -1, evaluate(state) * (depth + 1)]
    for x, y in empty_cells(state):
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y
        if player == COMP:
            if score[2] > best[2]:
                best = score
        elif score[2] < best[2]:
            best = score
    return best
