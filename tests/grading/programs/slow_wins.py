# Depth is counted with the wrong sign: wins far away look better
def check(b):
    for i in range(3):
        if b[i*3] == b[i*3+1] == b[i*3+2] != 0: return b[i*3]
        if b[i] == b[i+3] == b[i+6] != 0: return b[i]
    if b[0] == b[4] == b[8] != 0: return b[4]
    if b[2] == b[4] == b[6] != 0: return b[4]
    return 0

memo = {}

def minimax(b, turn, depth):
    w = check(b)
    if w: return w * (10 + depth)
    if 0 not in b: return 0
    key = tuple(b)
    if key not in memo:
        scores = []
        for i in range(9):
            if b[i] == 0:
                b[i] = turn
                scores.append(minimax(b, -turn, depth + 1))
                b[i] = 0
        memo[key] = max(scores) if turn == 1 else min(scores)
    return memo[key]

def best_move(b, turn):
    scores = {}
    depth = 9 - b.count(0)
    for i in range(9):
        if b[i] == 0:
            b[i] = turn
            scores[i] = minimax(b, -turn, depth + 1)
            b[i] = 0
    return (max if turn == 1 else min)(scores, key=scores.get)
