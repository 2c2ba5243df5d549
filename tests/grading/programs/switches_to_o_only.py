from copy import deepcopy

SIZE = 3


def evaluate(b):
    ways = b + [list(c) for c in zip(*b)] + [[b[i][i] for i in range(SIZE)], [b[i][SIZE - 1 - i] for i in range(SIZE)]]
    if ["x"] * SIZE in ways:
        return 1
    if ["o"] * SIZE in ways:
        return -1
    return 0


def switch(p):
    return "o" if p == "x" else "o"


known = {}


def mm(b, p):
    k = str(b) + p
    if k not in known:
        e = evaluate(b)
        cells = [(i, j) for i in range(SIZE) for j in range(SIZE) if b[i][j] == ""]
        if e or not cells:
            known[k] = e
        else:
            vals = []
            for i, j in cells:
                c = deepcopy(b)
                c[i][j] = p
                vals.append(mm(c, switch(p)))
            known[k] = max(vals) if p == "x" else min(vals)
    return known[k]


def pick_move(b, p):
    cells = [(i, j) for i in range(SIZE) for j in range(SIZE) if b[i][j] == ""]

    def after(cell):
        c = deepcopy(b)
        c[cell[0]][cell[1]] = p
        return mm(c, switch(p))

    return max(cells, key=after) if p == "x" else min(cells, key=after)
