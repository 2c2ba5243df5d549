from functools import lru_cache

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def line(b):
    for a, m, z in LINES:
        if b[a] == b[m] == b[z] != "_":
            return True
    return False


@lru_cache(maxsize=None)
def nega(b, p):
    if line(b):
        return 1  # somebody has three in a row
    if "_" not in b:
        return 0
    q = "O" if p == "X" else "X"
    return max(-nega(b[:i] + p + b[i + 1 :], q) for i, s in enumerate(b) if s == "_")


def play(b, p):
    q = "O" if p == "X" else "X"
    best_i, best_v = None, -99
    for i, s in enumerate(b):
        if s == "_":
            v = -nega(b[:i] + p + b[i + 1 :], q)
            if v > best_v:
                best_i, best_v = i, v
    return best_i
