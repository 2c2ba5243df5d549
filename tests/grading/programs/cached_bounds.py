"""Alpha-beta with a transposition table. Much faster!"""


def winner(b):
    for x, y, z in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if b[x] == b[y] == b[z] != " ":
            return b[x]


class Search:
    def __init__(self):
        self.table = {}
        self.hits = 0

    def negamax(self, b, p, alpha, beta):
        if b in self.table:
            self.hits += 1
            return self.table[b]
        if winner(b):
            return -1
        if " " not in b:
            return 0
        q = "O" if p == "X" else "X"
        for i in range(9):
            if b[i] == " ":
                score = -self.negamax(b[:i] + p + b[i + 1 :], q, -beta, -alpha)
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
        self.table[b] = alpha
        return alpha

    def best(self, b, p):
        q = "O" if p == "X" else "X"
        best, move = -2, None
        for i in range(9):
            if b[i] == " ":
                score = -self.negamax(b[:i] + p + b[i + 1 :], q, -1, -best if best > -2 else 1)
                if score > best:
                    best, move = score, i
        return move


def choose(board, player):
    return Search().best("".join(board), player)
