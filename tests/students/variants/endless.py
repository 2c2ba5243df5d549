def best_move(board):
    while " " in board:
        pass
