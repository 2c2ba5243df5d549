def winner(s):
    for l in ("012", "345", "678", "036", "147", "258", "048", "246"):
        t = {s[int(i)] for i in l}
        if len(t) == 1 and " " not in t:
            return t.pop()


def negamax(s, p, q):
    if winner(s):
        return -1
    if " " not in s:
        return 0
    return max(-negamax(s[:i] + p + s[i + 1 :], q, p) for i in range(9) if s[i] == " ")


def best_move(s, p):
    q = "O" if p == "X" else "X"
    free = [i for i in range(9) if s[i] == " "]
    move = max(free, key=lambda i: -negamax(s[:i] + p + s[i + 1 :], q, p))
    print("The best move is", move + 1)
