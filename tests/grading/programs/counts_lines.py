"""Heuristic: open lines of mine minus open lines of the opponent, two plies deep. Kolumner, rader, diagonaler."""
import operator
from functools import reduce

ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
ALL = ROWS + list(map(list, zip(*ROWS))) + [[0, 4, 8], [2, 4, 6]]


def open_lines(cells, mark):
    return sum(all(cells[i] in (mark, 0) for i in line) for line in ALL)


def product(cells, line):
    return reduce(operator.mul, (cells[i] for i in line))


def evaluate(cells, me):
    if any(product(cells, line) == me**3 for line in ALL):
        return 100
    if any(product(cells, line) == (3 - me) ** 3 for line in ALL):
        return -100
    return open_lines(cells, me) - open_lines(cells, 3 - me)


def with_mark(cells, i, mark):
    copy = list(cells)
    copy[i] = mark
    return copy


def advise(cells, me):
    def worst(after):
        if evaluate(after, me) == 100 or 0 not in after:
            return evaluate(after, me)
        return min(evaluate(with_mark(after, j, 3 - me), me) for j in range(9) if after[j] == 0)

    return max((i for i in range(9) if cells[i] == 0), key=lambda i: worst(with_mark(cells, i, me)))
