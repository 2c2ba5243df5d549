from brain import won


def score(b, p, me):
    for mark in "XO":
        if won(b, mark):
            return (1 + b.count(" ")) * (1 if mark == me else -1)
    scores = [score([*b[:i], p, *b[i + 1 :]], "O" if p == "X" else "X", me) for i in range(9) if b[i] == " "]
    return max(scores) if p == me else min(scores)


def best_move(b, p):
    free = [i for i in range(9) if b[i] == " "]
    return max(free, key=lambda i: score([*b[:i], p, *b[i + 1 :]], "O" if p == "X" else "X", p))
