WINS = [7, 56, 448, 73, 146, 292, 273, 82]
known = {}


def wins(b):
    for w in WINS:
        if b & w == w:
            return True
    return False


def val(mine, his):
    if (mine, his) not in known:
        if wins(his):
            v = -1
        elif mine | his == 511:
            v = 0
        else:
            v = -1
            for i in range(9):
                if not (mine | his) >> i & 1:
                    v = max(v, -val(his, mine | 1 << i))
        known[mine, his] = v
    return known[mine, his]


def move(mine, his):
    "returns the bit of the square"
    best = None
    for i in range(9):
        if not (mine | his) >> i & 1:
            v = -val(his, mine | 1 << i)
            if best is None or v > best[0]:
                best = v, 1 << i
    return best[1]
