"""The squares are numbered like the keys of a number pad:  7 8 9 / 4 5 6 / 1 2 3."""

PAD = [[7, 8, 9], [4, 5, 6], [1, 2, 3]]
WINS = [{7, 8, 9}, {4, 5, 6}, {1, 2, 3}, {7, 4, 1}, {8, 5, 2}, {9, 6, 3}, {7, 5, 3}, {9, 5, 1}]


def keys_of(board, mark):
    return frozenset(PAD[r][c] for r in range(3) for c in range(3) if board[r][c] == mark)


def value(me, you, table={}):
    if (me, you) not in table:
        rest = frozenset(range(1, 10)) - me - you
        if any(win <= you for win in WINS):
            table[me, you] = -1 - len(rest)
        else:
            table[me, you] = max((-value(you, me | {key}) for key in rest), default=0)
    return table[me, you]


def press(board, mark):
    """board: three rows from top to bottom. Returns the key to press."""
    me, you = keys_of(board, mark), keys_of(board, "o" if mark == "x" else "x")
    rest = sorted(frozenset(range(1, 10)) - me - you)
    return max(rest, key=lambda key: -value(you, me | {key}))
