from functools import lru_cache


def somebody_wins(b):
    for i in range(3):
        if b[3 * i] == b[3 * i + 1] == b[3 * i + 2] and b[3 * i] != "-":
            return True
        if b[i] == b[i + 3] == b[i + 6] and b[i] != "-":
            return True
    return b[0] == b[4] == b[8] or b[2] == b[4] == b[6]


@lru_cache(maxsize=None)
def best(b, p):
    """(score, index) for player p"""
    if somebody_wins(b):
        return -1 - b.count("-"), None
    if b.count("-") == 0:
        return 0, None
    q = "O" if p == "X" else "X"
    results = [(-best(b[:i] + p + b[i + 1 :], q)[0], i) for i in range(9) if b[i] == "-"]
    return max(results, key=lambda r: r[0])


def index_of_best(b, p):
    q = "O" if p == "X" else "X"
    results = {i: -best(b[:i] + p + b[i + 1 :], q)[0] for i in range(9) if b[i] == "-"}
    return max(results, key=results.get)
