from brain import perfect


def choose_action(state):
    board, turn = state
    return divmod(perfect(sum(board, []), turn), 3)
