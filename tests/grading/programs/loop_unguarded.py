print("*** TIC TAC TOE ***")
board = [" " for x in range(10)]
win_rows = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]
saved = {}


def wins(bo, le):
    return any(bo[a] == le and bo[b] == le and bo[c] == le for (a, b, c) in win_rows)


def think(bo, le, other):
    key = "".join(bo) + le
    if key not in saved:
        free = [x for x in range(1, 10) if bo[x] == " "]
        if wins(bo, other):
            saved[key] = (-len(free) - 1, None)
        elif not free:
            saved[key] = (0, None)
        else:
            best = (-100, None)
            for x in free:
                copy = bo[:]
                copy[x] = le
                s = -think(copy, other, le)[0]
                if s > best[0]:
                    best = (s, x)
            saved[key] = best
    return saved[key]


def compMove(bo, le):
    other = "O" if le == "X" else "X"
    return think(bo, le, other)[1]


def printBoard(b):
    for i in (1, 4, 7):
        print(b[i], "|", b[i + 1], "|", b[i + 2])


printBoard(board)
move = int(input("Please select a position to place an X (1-9): "))
while move != 0:
    board[move] = "X"
    reply = compMove(board, "O")
    if reply is None:
        break
    board[reply] = "O"
    printBoard(board)
    move = int(input("Next (0 = stop): "))
