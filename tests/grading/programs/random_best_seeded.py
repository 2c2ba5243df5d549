import random

rng = random.Random(42)


def opponent(p):
    return -p


def over(b):
    for i in range(0, 9, 3):
        if abs(b[i] + b[i + 1] + b[i + 2]) == 3:
            return b[i]
    for i in range(3):
        if abs(b[i] + b[i + 3] + b[i + 6]) == 3:
            return b[i]
    if abs(b[0] + b[4] + b[8]) == 3 or abs(b[2] + b[4] + b[6]) == 3:
        return b[4]
    return None if 0 in b else 0


def value(b, p, table={}):
    key = (*b, p)
    if key in table:
        return table[key]
    end = over(b)
    if end is not None:
        v = end * p
    else:
        v = max(-value(b[:i] + [p] + b[i + 1 :], -p) for i in range(9) if b[i] == 0)
    table[key] = v
    return v


def move(b, p):
    moves = [i for i in range(9) if b[i] == 0]
    rng.shuffle(moves)
    return max(moves, key=lambda i: -value(b[:i] + [p] + b[i + 1 :], -p))
