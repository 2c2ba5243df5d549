"""Numbers of the squares: 1 2 3 / 4 5 6 / 7 8 9"""


def has_won(stones):
    """stones: list of (square, mark); the last mover is checked"""
    marks = dict(stones)
    for line in ("123", "456", "789", "147", "258", "369", "159", "357"):
        found = {marks.get(int(n)) for n in line}
        if found == {"X"} or found == {"O"}:
            return True
    return False


cache = {}


def rate(stones, mark):
    key = frozenset(stones)
    if key not in cache:
        if has_won(stones):
            cache[key] = -1
        elif len(stones) == 9:
            cache[key] = 0
        else:
            cache[key] = max(-rate(more, "O" if mark == "X" else "X") for _, more in options(stones, mark))
    return cache[key]


def options(stones, mark):
    taken = [square for square, _ in stones]
    for square in range(1, 9):
        if square not in taken:
            yield square, stones + [(square, mark)]
    if len(taken) == 8 and 9 not in taken:
        yield 9, stones + [(9, mark)]


def choose_square(stones, mark):
    scored = [(-rate(more, "O" if mark == "X" else "X"), square) for square, more in options(stones, mark)]
    return max(scored)[1]
