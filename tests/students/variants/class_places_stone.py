from brain import greedy, turn_of


class Game:
    def __init__(self):
        self.reset()

    def reset(self):
        self.cells = ["-"] * 9
        self.turn = "X"

    def computer_turn(self):
        plain = [" " if c == "-" else c for c in self.cells]
        self.cells[greedy(plain, self.turn)] = self.turn
        self.turn = "O" if self.turn == "X" else "X"
