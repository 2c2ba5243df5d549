# part 1 of the exercise: the value of a board

def has_line(board, mark):
    for i in range(3):
        if board[i] == [mark] * 3 or [row[i] for row in board] == [mark] * 3:
            return True
    return [board[i][i] for i in range(3)] == [mark] * 3 or [board[i][2 - i] for i in range(3)] == [mark] * 3


def minimax(board, is_x):
    if has_line(board, "X"):
        return 1
    if has_line(board, "O"):
        return -1
    values = []
    for row in board:
        for c in range(3):
            if row[c] == " ":
                row[c] = "X" if is_x else "O"
                values.append(minimax(board, not is_x))
                row[c] = " "
    if not values:
        return 0
    return max(values) if is_x else min(values)


# TODO part 2: best_move
