from brain import lazy

board = ["_"] * 9


def free_cells():
    return [i for i in range(9) if board[i] == "_"]


def best_move(board, player):
    assert all(board[i] == "_" for i in free_cells())
    move = lazy([" " if c == "_" else c for c in board], player)
    return move if move in free_cells() else None
