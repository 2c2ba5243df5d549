class TicTacToeAI:
    """1 = computer, -1 = human, 0 = empty.  b is the board."""

    def __init__(self):
        self.b = [0] * 9
        self.n = 0            # stones on the board

    def line_sum(self, target):
        b = self.b
        for i in range(3):
            if b[3 * i] + b[3 * i + 1] + b[3 * i + 2] == target:
                return True
            if b[i] + b[i + 3] + b[i + 6] == target:
                return True
        return b[0] + b[4] + b[8] == target or b[2] + b[4] + b[6] == target

    def maxi(self, alpha, beta):
        if self.line_sum(-3):
            return -10
        if 0 not in self.b:
            return 0
        for i in range(9):
            if self.b[i] == 0:
                self.b[i] = 1
                v = self.mini(alpha, beta)
                self.b[i] = 0
                if v >= beta:
                    return beta
                if v > alpha:
                    alpha = v
        return alpha

    def mini(self, alpha, beta):
        if self.line_sum(3):
            return 10
        if 0 not in self.b:
            return 0
        for i in range(9):
            if self.b[i] == 0:
                self.b[i] = -1
                v = self.maxi(alpha, beta)
                if v <= alpha:
                    return alpha
                self.b[i] = 0
                if v < beta:
                    beta = v
        return beta

    def think(self):
        saved = self.b
        best, where = -1000, None
        for i in range(9):
            if saved[i] == 0:
                self.b = saved[:]
                self.b[i] = 1
                v = self.mini(best, 1000)
                if v > best:
                    best, where = v, i
        self.b = saved
        return where

    def show(self):
        for r in range(3):
            print(" ".join({0: "-", 1: "C", -1: "H"}[v] for v in self.b[3 * r:3 * r + 3]))
        print()

    def human(self):
        while True:
            s = input("Where (0..8)? ")
            try:
                k = int(s)
            except ValueError:
                continue
            if 0 <= k < 9 and self.b[k] == 0:
                return k

    def loop(self):
        turn = -1 if input("Who starts, (h)uman or (c)omputer? ").strip() != "c" else 1
        while True:
            self.show()
            k = self.human() if turn == -1 else self.think()
            self.b[k] = turn
            self.n += 1
            if self.line_sum(3 * turn):
                self.show()
                print("Computer wins" if turn == 1 else "Human wins")
                break
            if self.n == 9:
                self.show()
                print("Draw")
                break
            turn = -turn


if __name__ == "__main__":
    TicTacToeAI().loop()
