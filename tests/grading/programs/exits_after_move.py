import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def almost(board, mark):
    for line in LINES:
        marks = [board[i] for i in line]
        if marks.count(mark) == 2 and marks.count(" ") == 1:
            return line[marks.index(" ")]
    return None


def computer_move(board, mark):
    other = "O" if mark == "X" else "X"
    move = almost(board, mark)
    if move is None:
        move = almost(board, other)
    if move is None:
        move = board.index(" ")
    print("Computer plays", move)
    sys.exit(move)


if __name__ == "__main__":
    computer_move(list("X O X    "), "O")
