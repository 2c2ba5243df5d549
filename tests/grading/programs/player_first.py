# arguments: who moves, then the board

def other(who):
    return 1 - who            # players are 0 and 1, empty is 2

def full_lines(board, who):
    b = [x == who for row in board for x in row]
    return sum(b[i] and b[j] and b[k] for i, j, k in
               [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])

def search(who, board, cache):
    key = str(board)
    if key in cache:
        return cache[key]
    if full_lines(board, other(who)):
        cache[key] = -1
        return -1
    values = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == 2:
                board[r][c] = who
                values.append(-search(other(who), board, cache))
                board[r][c] = 2
    cache[key] = max(values) if values else 0
    return cache[key]

def decide(who, board):
    cache = {}
    best = None
    for r in range(3):
        for c in range(3):
            if board[r][c] == 2:
                board[r][c] = who
                v = -search(other(who), board, cache)
                board[r][c] = 2
                if best is None or v >= best[0]:
                    best = (v, r, c)
    return best
