from brain import perfect


def next_state(state, player):
    assert " " not in state
    i = perfect(state.replace("-", " "), player)
    return state[:i] + player + state[i + 1:]
