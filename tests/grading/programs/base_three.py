"""A board is a number in base three: digit i is 0 (empty), 1 (first player) or 2 (second player) on square i."""

POWERS = [3**i for i in range(9)]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
values = {}


def digits(n):
    return [n // p % 3 for p in POWERS]


def value(n):
    if n not in values:
        d = digits(n)
        player = 1 if d.count(0) % 2 else 2
        if any(d[a] == d[b] == d[c] == 3 - player for a, b, c in LINES):
            values[n] = -1 - d.count(0)
        else:
            values[n] = max((-value(n + player * POWERS[i]) for i in range(9) if d[i] == 0), default=0)
    return values[n]


def best_square(n):
    d = digits(n)
    player = 1 if d.count(0) % 2 else 2
    return max((i for i in range(9) if d[i] == 0), key=lambda i: -value(n + player * POWERS[i]))
