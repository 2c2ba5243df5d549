board = [" "] * 9
turn = "X"
lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
for number in range(9):
    move = None
    for mark in (turn, "O" if turn == "X" else "X"):
        for line in lines:
            marks = [board[i] for i in line]
            if move is None and marks.count(mark) == 2 and " " in marks:
                move = line[marks.index(" ")]
    if move is None:
        move = board.index(" ")
    board[move] = turn
    if any(board[a] == board[b] == board[c] == turn for a, b, c in lines):
        print(turn, "wins")
        break
    turn = "O" if turn == "X" else "X"
print(board)
