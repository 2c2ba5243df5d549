"""Iterative deepening with a node limit instead of a clock."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
INFINITY = 100


class OutOfNodes(Exception):
    pass


class Searcher:
    def __init__(self, limit):
        self.limit = limit
        self.nodes = 0

    def search(self, cells, me, you, depth, alpha, beta):
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfNodes
        if any(cells[a] == cells[b] == cells[c] == you for a, b, c in LINES):
            return -1 - cells.count("")
        if "" not in cells or depth == 0:
            return 0
        for i in range(9):
            if cells[i] == "":
                cells[i] = me
                try:
                    score = -self.search(cells, you, me, depth - 1, -beta, -alpha)
                finally:
                    cells[i] = ""
                if score >= beta:
                    return score
                alpha = max(alpha, score)
        return alpha


def best_move(cells, me, limit=20000):
    you = "o" if me == "x" else "x"
    free = [i for i in range(9) if cells[i] == ""]
    best = free[0]
    searcher = Searcher(limit)
    for depth in range(len(free)):
        try:
            top, choice = -INFINITY, None
            for i in free:
                cells[i] = me
                try:
                    score = -searcher.search(cells, you, me, depth, -INFINITY, -top)
                finally:
                    cells[i] = ""
                if score > top:
                    top, choice = score, i
            best = choice
        except OutOfNodes:
            break
    return best
