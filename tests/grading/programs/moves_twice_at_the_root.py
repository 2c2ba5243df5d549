class AI:
    def __init__(self, me="X"):
        self.me = me
        self.you = "O" if me == "X" else "X"

    def line(self, b, m):
        rows = [b[0:3], b[3:6], b[6:9], b[0::3], b[1::3], b[2::3], b[0::4], b[2:7:2]]
        return [m] * 3 in rows

    def minimax(self, b, is_maximizing):
        if self.line(b, self.me):
            return 1
        if self.line(b, self.you):
            return -1
        if " " not in b:
            return 0
        if is_maximizing:
            return max(self.minimax(b[:i] + [self.me] + b[i + 1 :], False) for i in range(9) if b[i] == " ")
        return min(self.minimax(b[:i] + [self.you] + b[i + 1 :], True) for i in range(9) if b[i] == " ")

    def move(self, b):
        best, best_i = -2, None
        for i in range(9):
            if b[i] == " ":
                score = self.minimax(b[:i] + [self.me] + b[i + 1 :], True)
                if score > best:
                    best, best_i = score, i
        return best_i
