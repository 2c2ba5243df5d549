"""A state is a pair (crosses, noughts) of frozensets with the squares 1..9. Crosses begin."""

from functools import cache

ALL = frozenset(range(1, 10))
ROWS = [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}]
START = (frozenset(), frozenset())


def crosses_to_move(state):
    crosses, noughts = state
    return len(crosses) == len(noughts)


def successor(state, square):
    crosses, noughts = state
    if crosses_to_move(state):
        return crosses | {square}, noughts
    return crosses, noughts | {square}


def free(state):
    return sorted(ALL - state[0] - state[1])


@cache
def value(state):
    "+ is good for crosses"
    left = len(free(state))
    if any(row <= state[0] for row in ROWS):
        return 1 + left
    if any(row <= state[1] for row in ROWS):
        return -1 - left
    if not left:
        return 0
    values = [value(successor(state, s)) for s in free(state)]
    return max(values) if crosses_to_move(state) else min(values)


def choose(state):
    state = (frozenset(state[0]), frozenset(state[1]))
    pick = max if crosses_to_move(state) else min
    return pick(free(state), key=lambda s: value(successor(state, s)))
