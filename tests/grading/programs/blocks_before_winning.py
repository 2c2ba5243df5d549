"""Strategy bot: block, win, otherwise think (minimax)."""
from copy import copy

COMBOS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TABLE = {}


class Bot:
    def __init__(self, mark):
        self.mark = mark
        self.enemy = "x" if mark == "o" else "o"

    def completes(self, cells, mark):
        for combo in COMBOS:
            stones = [cells[i] for i in combo]
            if stones.count(mark) == 2 and stones.count(None) == 1:
                return combo[stones.index(None)]
        return None

    def value(self, cells, turn, waiting):
        key = "".join(c or "." for c in cells) + turn
        if key not in TABLE:
            if any(all(cells[i] == waiting for i in combo) for combo in COMBOS):
                TABLE[key] = -1 - cells.count(None)
            elif None not in cells:
                TABLE[key] = 0
            else:
                TABLE[key] = max(-self.value(new, waiting, turn) for _, new in self.moves(cells, turn))
        return TABLE[key]

    def moves(self, cells, turn):
        for i, cell in enumerate(cells):
            if cell is None:
                new = copy(cells)
                new[i] = turn
                yield i, new

    def next_move(self, cells):
        for mark in (self.enemy, self.mark):
            i = self.completes(cells, mark)
            if i is not None:
                return i
        return max(self.moves(cells, self.mark), key=lambda m: -self.value(m[1], self.enemy, self.mark))[0]
