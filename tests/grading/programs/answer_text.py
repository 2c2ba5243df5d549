"""The move is a text such as "2 3" for row 2, column 3, just as a person would type it."""


def parse(text):
    r, c = text.split()
    return int(r) - 1, int(c) - 1


def legal(board):
    return [f"{r + 1} {c + 1}" for r in range(3) for c in range(3) if board[r][c] == "_"]


def play(board, text, mark):
    r, c = parse(text)
    return [row if i != r else row[:c] + [mark] + row[c + 1 :] for i, row in enumerate(board)]


def winner(board):
    lines = board + [list(x) for x in zip(*board)] + [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in "XO":
        if [mark] * 3 in lines:
            return mark
    return None


def outcome(board, mark, me, depth):
    if winner(board):
        return 1 if winner(board) == me else -1
    if not legal(board) or depth == 3:
        return 0
    following = "O" if mark == "X" else "X"
    outcomes = [outcome(play(board, text, mark), following, me, depth + 1) for text in legal(board)]
    return max(outcomes) if mark == me else min(outcomes)


def type_move(board, me):
    other = "O" if me == "X" else "X"
    return max(legal(board), key=lambda text: outcome(play(board, text, me), other, me, 1))
