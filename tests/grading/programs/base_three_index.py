# tictactoe with a precomputed table
# a position is a number in base 3, digit k is cell k (0 empty, 1 first player, 2 second player)
# the table is filled from full boards backwards, so no recursion is needed at play time
import random
import sys

POW = [3 ** k for k in range(9)]
N = 3 ** 9

ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
COLS = [list(c) for c in zip(*ROWS)]
DIAG = [[0, 4, 8], [2, 4, 6]]


def digits(n):
    d = []
    for _ in range(9):
        d.append(n % 3)
        n //= 3
    return d


def winner_of(d):
    for line in ROWS + COLS + DIAG:
        s = {d[i] for i in line}
        if len(s) == 1 and 0 not in s:
            return s.pop()
    return 0


def build():
    value = [None] * N          # 1: first player wins, -1: second player wins
    move = [None] * N
    by_count = [[] for _ in range(10)]
    for n in range(N):
        d = digits(n)
        if d.count(1) - d.count(2) in (0, 1):
            by_count[9 - d.count(0)].append((n, d))
    for count in range(9, -1, -1):
        mark = 1 + count % 2
        for n, d in by_count[count]:
            w = winner_of(d)
            if w:
                value[n] = 1 if w == 1 else -1
            elif count == 9:
                value[n] = 0
            else:
                options = [(value[n + mark * POW[k]], k) for k in range(9) if d[k] == 0]
                if mark == 1:
                    best = max(v for v, k in options)
                else:
                    best = min(v for v, k in options)
                value[n] = best
                move[n] = [k for v, k in options if v == best][-1]
    return value, move


VALUE, MOVE = build()


def perfect(n):
    return MOVE[n]


def randomly(n):
    d = digits(n)
    return random.choice([k for k in range(9) if d[k] == 0])


def one_game(first, second, loud=False):
    n = 0
    for turn in range(9):
        k = (first, second)[turn % 2](n)
        n += (1 + turn % 2) * POW[k]
        if loud:
            d = digits(n)
            for r in ROWS:
                print("".join(".xo"[d[i]] for i in r))
            print()
        w = winner_of(digits(n))
        if w:
            return w
    return 0


def tournament(games):
    print("perfect - perfect:", one_game(perfect, perfect, loud=True))
    for name, a, b in (("perfect - random", perfect, randomly), ("random - perfect", randomly, perfect)):
        res = [0, 0, 0]
        for _ in range(games):
            res[one_game(a, b)] += 1
        print("%-18s first %4d   second %4d   draw %4d" % (name, res[1], res[2], res[0]))


if __name__ == "__main__":
    tournament(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
