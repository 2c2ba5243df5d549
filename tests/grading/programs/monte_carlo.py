"""Plays every move to the end at random, a few dozen times, and takes the most successful one."""

from random import Random

WINS = (7, 56, 448, 73, 146, 292, 273, 84)
PLAYOUTS = 25


def won(bits):
    for w in WINS:
        if bits & w == w:
            return True
    return False


def playout(me, you, rng):
    """`me` has just moved: 1 if `me` wins, -1 if `you` does, 0 for a draw"""
    sign = 1
    cells = [i for i in range(9) if not (me | you) >> i & 1]
    rng.shuffle(cells)
    for cell in cells:
        if won(me):
            return sign
        me, you, sign = you | 1 << cell, me, -sign
    return sign if won(me) else 0


def genmove(board, colour):
    rng = Random(1)
    mine = sum(1 << i for i in range(9) if board[i] == colour)
    other = sum(1 << i for i in range(9) if board[i] not in (colour, "."))
    best, best_total = None, None
    for i in range(9):
        if board[i] == ".":
            total = sum(playout(mine | 1 << i, other, rng) for _ in range(PLAYOUTS))
            if best is None or total > best_total:
                best, best_total = i, total
    return best
