lines = [[(r, c) for c in (1, 2, 3)] for r in (1, 2, 3)]
lines += [[(r, c) for r in (1, 2, 3)] for c in (1, 2, 3)]
lines += [[(1, 1), (2, 2), (3, 3)], [(1, 3), (2, 2), (3, 1)]]


class Field:
    def __init__(self, stones):
        self.stones = dict(stones)

    def full(self):
        return len(self.stones) == 9

    def line_of(self, mark):
        return any(all(self.stones.get(rc) == mark for rc in line) for line in lines)

    def options(self):
        return [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) not in self.stones]


def score(field, me, you):
    if field.line_of(you):
        return -10 + len(field.stones)
    if field.full():
        return 0
    best = -10
    for rc in field.options():
        field.stones[rc] = me
        best = max(best, -score(field, you, me))
        del field.stones[rc]
        if best == 9 - len(field.stones):
            break  # nothing is faster than a win now
    return best


def answer(stones, me):
    you = "X" if me == "O" else "O"
    field = Field(stones)
    best = None
    for rc in field.options():
        field.stones[rc] = me
        s = -score(field, you, me)
        del field.stones[rc]
        if best is None or s > best["score"]:
            best = {"row": rc[0], "col": rc[1], "score": s}
    return best
