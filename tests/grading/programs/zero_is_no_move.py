# free squares keep their numbers as strings: ['0', 'X', '2', ...]

TRIOS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def finish(board, symbol):
    for trio in TRIOS:
        symbols = [board[i] for i in trio]
        if symbols.count(symbol) == 2:
            for i in trio:
                if board[i].isdigit():
                    return i


def search(board, symbol, rival):
    for trio in TRIOS:
        if all(board[i] == rival for i in trio):
            return -1
    free = [i for i in range(9) if board[i].isdigit()]
    scores = []
    for i in free:
        board[i] = symbol
        scores.append(-search(board, rival, symbol))
        board[i] = str(i)
    return max(scores, default=0)


def think(board, symbol, rival):
    best = (-2, None)
    for i in range(9):
        if board[i].isdigit():
            board[i] = symbol
            best = max(best, (-search(board, rival, symbol), -i))
            board[i] = str(i)
    return -best[1]


def computer(board, symbol):
    rival = "O" if symbol == "X" else "X"
    return finish(board, symbol) or finish(board, rival) or think(board, symbol, rival)
