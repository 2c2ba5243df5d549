from brain import greedy, turn_of


def get_best_move(state, d):
    if d < 0:
        return None
    cells = state[0] + state[1] + state[2]
    return divmod(greedy(cells, turn_of(cells)), 3)
