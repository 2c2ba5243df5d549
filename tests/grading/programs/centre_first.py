import math

CENTER = (2, 2)
lines = [[(1, i), (2, i), (3, i)] for i in (1, 2, 3)] + [[(i, 1), (i, 2), (i, 3)] for i in (1, 2, 3)]
lines += [[(1, 1), (2, 2), (3, 3)], [(1, 3), (2, 2), (3, 1)]]


def decide(crosses, circles):
    """Both are lists of (row, column) from (1, 1) to (3, 3). Returns where the player to move plays."""
    x_turn = len(crosses) == len(circles)
    mine, theirs = (crosses, circles) if x_turn else (circles, crosses)
    open_cells = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) not in mine and (r, c) not in theirs]
    if CENTER in open_cells:
        return CENTER

    def look(a, b, rest):
        for line in lines:
            if all(cell in b for cell in line):
                return -1 - len(rest)
        best = -math.inf if rest else 0
        for cell in rest:
            best = max(best, -look(b, a + [cell], [c for c in rest if c != cell]))
        return best

    return max(open_cells, key=lambda cell: -look(theirs, mine + [cell], [c for c in open_cells if c != cell]))
