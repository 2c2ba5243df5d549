# The board is a list of three strings. X starts.
import re

PATTERNS = [r"^%s{3}......$", r"^...%s{3}...$", r"^......%s{3}$", r"^%s..%s..%s..$", r"^.%s..%s..%s.$",
            r"^..%s..%s..%s$", r"^%s...%s...%s$", r"^..%s.%s.%s..$"]


def wins(flat, p):
    return any(re.match(pattern.replace("%s", p), flat) for pattern in PATTERNS)


table = {}


def score(flat, p, q):
    if flat not in table:
        if wins(flat, q):
            table[flat] = -1 - flat.count("-")
        else:
            free = [m.start() for m in re.finditer("-", flat)]
            table[flat] = max((-score(flat[:i] + p + flat[i + 1 :], q, p) for i in free), default=0)
    return table[flat]


def bot_move(board):
    flat = "".join(board)
    p, q = ("X", "O") if flat.count("-") % 2 else ("O", "X")
    free = [m.start() for m in re.finditer("-", flat)]
    i = max(free, key=lambda i: -score(flat[:i] + p + flat[i + 1 :], q, p))
    return {"row": i // 3, "column": i % 3}
