def win(b, m):
    return (b[0] == b[1] == b[2] == m or b[3] == b[4] == b[5] == m or b[6] == b[7] == b[8] == m or
            b[0] == b[3] == b[6] == m or b[1] == b[4] == b[7] == m or b[2] == b[5] == b[8] == m or
            b[0] == b[4] == b[8] == m or b[2] == b[4] == b[6] == m)

seen = {}

def look(b, m, n):
    k = "".join(b) + m
    if k not in seen:
        if win(b, n):
            seen[k] = -b.count("-") - 1
        elif "-" in b:
            best = -99
            for i in range(9):
                if b[i] == "-":
                    b[i] = m
                    best = max(best, -look(b, n, m))
                    b[i] = "-"
            seen[k] = best
        else:
            seen[k] = 0
    return seen[k]

def computer_turn(b, m):
    """puts the computer's mark on the board"""
    n = "O" if m == "X" else "X"
    best, where = -99, None
    for i in range(9):
        if b[i] == "-":
            b[i] = m
            s = -look(b, n, m)
            b[i] = "-"
            if s > best:
                best, where = s, i
    b[where] = m
