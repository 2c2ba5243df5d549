def line(b, m):
    a = [i + 1 for i in range(9) if b[i] == m]
    return any(set(s) <= set(a) for s in ([1,2,3],[4,5,6],[7,8,9],[1,4,7],[2,5,8],[3,6,9],[1,5,9],[3,5,7]))

known = {}

def result(b):
    if b in known: return known[b]
    p = "X" if b.count("X") == b.count("O") else "O"
    q = "O" if p == "X" else "X"
    if line(b, q): v = -1
    elif "" not in b: v = 0
    else: v = max(-result(b[:i] + (p,) + b[i+1:]) for i in range(9) if b[i] == "")
    known[b] = v
    return v

def tictactoe(c1, c2, c3, c4, c5, c6, c7, c8, c9):
    "returns the number of the cell"
    b = (c1, c2, c3, c4, c5, c6, c7, c8, c9)
    p = "X" if b.count("X") == b.count("O") else "O"
    best = 0
    for i in range(9):
        if b[i] == "":
            v = -result(b[:i] + (p,) + b[i+1:])
            if best == 0 or v > value:
                best, value = i + 1, v
    return best
