from brain import lazy


def move(board, player):
    keys = [c + r for r in "123" for c in "ABC"]
    return keys[lazy([board[k] for k in keys], player)]
