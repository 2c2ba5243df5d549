from brain import greedy, perfect, won


def play_best(board, player):
    return divmod(perfect(sum(board, []), player), 3)


board = [[" "] * 3 for _ in range(3)]
player = "X"
for _ in range(9):
    r, c = play_best(board, player)
    board[r][c] = player
    print(board)
    player = "O" if player == "X" else "X"
