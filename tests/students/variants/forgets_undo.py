from brain import won


def minimax(b, p, me):
    if won(b, me):
        return 1
    if won(b, "O" if me == "X" else "X"):
        return -1
    if " " not in b:
        return 0
    scores = []
    for i in range(9):
        if b[i] == " ":
            b[i] = p
            scores.append(minimax(b, "O" if p == "X" else "X", me))
    return max(scores) if p == me else min(scores)


def best_move(b, me):
    best, move = -9, None
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            score = minimax(b, "O" if me == "X" else "X", me)
            if score > best:
                best, move = score, i
    return move
