"""Functional style: step(rows) is the board after the computer's move."""

from itertools import chain

flatten = lambda rows: list(chain.from_iterable(rows))
count = lambda rows, mark: flatten(rows).count(mark)
mover = lambda rows: "X" if count(rows, "X") == count(rows, "O") else "O"
lines = lambda rows: list(map(list, rows)) + list(map(list, zip(*rows))) + [[rows[i][i] for i in range(3)]]
has = lambda rows, mark: [mark] * 3 in lines(rows)
put = lambda rows, r, c: [[mover(rows) if (i, j) == (r, c) else v for j, v in enumerate(row)] for i, row in enumerate(rows)]
nexts = lambda rows: [put(rows, r, c) for r in range(3) for c in range(3) if rows[r][c] == " "]


def memo(f):
    store = {}

    def g(rows):
        key = str(rows)
        if key not in store:
            store[key] = f(rows)
        return store[key]

    return g


@memo
def value(rows):
    if has(rows, "X"):
        return 1
    if has(rows, "O"):
        return -1
    if not count(rows, " "):
        return 0
    return (max if mover(rows) == "X" else min)(map(value, nexts(rows)))


def step(rows):
    return (max if mover(rows) == "X" else min)(nexts(rows), key=value)
