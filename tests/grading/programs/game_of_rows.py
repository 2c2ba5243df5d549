class Game:
    """Game(rows).best_move() -> (row, column)"""

    known = {}

    def __init__(self, rows):
        self.cells = [cell for row in rows for cell in row]

    @property
    def turn(self):
        return "X" if self.cells.count("X") == self.cells.count("O") else "O"

    def winner(self):
        for i, j in [(0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)]:
            three = {self.cells[i], self.cells[i + j], self.cells[i + 2 * j]}
            if three in ({"X"}, {"O"}):
                return three.pop()
        return None

    def moves(self):
        return [i for i in range(9) if self.cells[i] == " "]

    def __getitem__(self, i):
        """the game after a move at i"""
        new = Game([])
        new.cells = list(self.cells)
        new.cells[i] = self.turn
        return new

    def value(self):
        key = "".join(self.cells)
        if key not in Game.known:
            if self.winner():
                value = -1 - len(self.moves())
            else:
                value = max((-self[i].value() for i in self.moves()), default=0)
            Game.known[key] = value
        return Game.known[key]

    def best_move(self):
        best = max(self.moves(), key=lambda i: -self[i].value())
        return best // 3, best % 3
