from brain import perfect


def put(board, r, c, p):
    rows = [list(row) for row in board]
    rows[r][c] = p
    return ["".join(row) for row in rows]


def play_turn(board, player):
    move = perfect("".join(board).replace(".", " "), player)
    return put(board, move // 3, move % 3, player)


print(play_turn(["X.O", ".X.", "..O"], "X"))
