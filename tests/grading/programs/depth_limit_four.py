MAX_DEPTH = 4


class Node:
    def __init__(self, cells, turn, depth=0):
        self.cells = cells
        self.turn = turn
        self.depth = depth

    def winner(self):
        c = self.cells
        for i in range(3):
            if c[3 * i] == c[3 * i + 1] == c[3 * i + 2] != 0:
                return c[3 * i]
            if c[i] == c[i + 3] == c[i + 6] != 0:
                return c[i]
        if c[4] != 0 and (c[0] == c[4] == c[8] or c[2] == c[4] == c[6]):
            return c[4]
        return 0

    def children(self):
        for i in range(9):
            if self.cells[i] == 0:
                child = list(self.cells)
                child[i] = self.turn
                yield i, Node(child, -self.turn, self.depth + 1)

    def value(self):
        if self.winner():
            return self.winner()
        if self.depth == MAX_DEPTH or 0 not in self.cells:
            return 0
        values = [child.value() for _, child in self.children()]
        return max(values) if self.turn == 1 else min(values)


def ai(cells, turn):
    root = Node(cells, turn)
    pick = max if turn == 1 else min
    return pick(root.children(), key=lambda pair: pair[1].value())[0]
