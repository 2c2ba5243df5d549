#include <tictactoe>   (translated from my C++ program)

INF = 1000


def score(b):
    for p, s in (("X", 10), ("O", -10)):
        for i in range(3):
            if b[i][0] == b[i][1] == b[i][2] == p or b[0][i] == b[1][i] == b[2][i] == p:
                return s
        if b[0][0] == b[1][1] == b[2][2] == p or b[0][2] == b[1][1] == b[2][0] == p:
            return s
    return 0


def minimax(b, left, is_x, alpha, beta):
    s = score(b)
    if s != 0 or left == 0:
        return s
    best = -INF if is_x else INF
    for i in range(3):
        for j in range(3):
            if b[i][j] != ".":
                continue
            b[i][j] = "X" if is_x else "O"
            v = minimax(b, left - 1, not is_x, alpha, beta)
            b[i][j] = "."
            if is_x:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if beta <= alpha:
                return best
    return best


def solve(b, is_x):
    best = -1
    answer = (-1, -1)
    left = sum(row.count(".") for row in b)
    for i in range(3):
        for j in range(3):
            if b[i][j] == ".":
                b[i][j] = "X" if is_x else "O"
                v = minimax(b, left - 1, not is_x, -INF, INF)
                b[i][j] = "."
                if not is_x:
                    v = -v
                if v > best:
                    best = v
                    answer = (i, j)
    return answer
