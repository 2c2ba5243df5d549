"""
Tic-tac-toe is the game of 15: the squares have the numbers of a magic square

    2 7 6
    9 5 1
    4 3 8

and the first player with three numbers whose sum is 15 wins.
"""

from itertools import combinations

NUMBERS = set(range(1, 10))
results = {}


def fifteen(numbers):
    return any(sum(three) == 15 for three in combinations(numbers, 3))


def result(mine, yours):
    key = frozenset(mine), frozenset(yours)
    if key not in results:
        rest = NUMBERS - mine - yours
        if fifteen(yours):
            results[key] = -1 - len(rest)
        else:
            results[key] = max((-result(yours, mine | {n}) for n in rest), default=0)
    return results[key]


def choose_number(mine, yours):
    mine, yours = set(mine), set(yours)
    return max(NUMBERS - mine - yours, key=lambda n: -result(yours, mine | {n}))
