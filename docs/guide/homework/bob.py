"""Bob's computer wins or blocks if it can. His game starts when the file runs."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def computer_move(board, player):
    opponent = "O" if player == "X" else "X"
    for mark in (player, opponent):
        for line in LINES:
            marks = [board[cell] for cell in line]
            if marks.count(mark) == 2 and " " in marks:
                return line[marks.index(" ")]
    return 4 if board[4] == " " else board.index(" ")


board = [" "] * 9
while " " in board:
    board[int(input("Your move, 1 to 9: ")) - 1] = "X"
    board[computer_move(board, "O")] = "O"
