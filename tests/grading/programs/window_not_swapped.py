INF = 10 ** 6


def lines(b):
    return (b[0:3], b[3:6], b[6:9], b[0::3], b[1::3], b[2::3], b[0::4], b[2:7:2])


def ab(b, me, you, alpha, beta):
    """negamax with alpha-beta pruning, b is a string"""
    if you * 3 in lines(b):
        return -1 - b.count(".")
    if "." not in b:
        return 0
    for i in range(9):
        if b[i] == ".":
            v = -ab(b[:i] + me + b[i + 1 :], you, me, alpha, beta)
            if v >= beta:
                return beta
            if v > alpha:
                alpha = v
    return alpha


def best(b, me):
    you = "o" if me == "x" else "x"
    moves = [i for i in range(9) if b[i] == "."]
    alpha = -INF
    choice = moves[0]
    for i in moves:
        v = -ab(b[:i] + me + b[i + 1 :], you, me, alpha, INF)
        if v > alpha:
            alpha = v
            choice = i
    return choice
