from brain import perfect


def best_move(b, m):
    return perfect("".join(b), m)
