"""A mistake: both sides maximise. The marks are constants in the code."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def wins(board, mark):
    cells = sum(board, [])
    return any(all(cells[i] == mark for i in line) for line in LINES)


def value(board, turn):
    if wins(board, "X"):
        return 1
    if wins(board, "O"):
        return -1
    scores = []
    for row in range(3):
        for column in range(3):
            if board[row][column] == " ":
                board[row][column] = turn
                scores.append(value(board, "O" if turn == "X" else "X"))
                board[row][column] = " "
    return max(scores, default=0)


def move(board):
    marks = sum(board, [])
    turn = "X" if marks.count("X") <= marks.count("O") else "O"
    best, found = -2, None
    for row in range(3):
        for column in range(3):
            if board[row][column] == " ":
                board[row][column] = turn
                score = value(board, "O" if turn == "X" else "X")
                board[row][column] = " "
                if score > best:
                    best, found = score, (row, column)
    return found
