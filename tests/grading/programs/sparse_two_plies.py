"""Only squares with a stone are in the dict. Looks two moves ahead, which is enough (I think)."""

DEPTH = 2


def lines():
    for i in range(3):
        yield [(i, 0), (i, 1), (i, 2)]
        yield [(0, i), (1, i), (2, i)]
    yield [(0, 0), (1, 1), (2, 2)]
    yield [(0, 2), (1, 1), (2, 0)]


def won(stones, mark):
    return any(all(stones.get(cell) == mark for cell in line) for line in lines())


def search(stones, mark, other, depth):
    if won(stones, other):
        return -1
    free = [(r, c) for r in range(3) for c in range(3) if (r, c) not in stones]
    if not free or depth == 0:
        return 0
    return max(-search({**stones, cell: mark}, other, mark, depth - 1) for cell in free)


def decide(stones, mark):
    other = {"X": "O", "O": "X"}[mark]
    best, where = -9, None
    for r in range(3):
        for c in range(3):
            if (r, c) not in stones:
                score = -search({**stones, (r, c): mark}, other, mark, DEPTH - 1)
                if score > best:
                    best, where = score, (r, c)
    return where
