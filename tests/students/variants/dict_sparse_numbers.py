from brain import greedy


def best_move(taken, player):
    assert all(v in "XO" for v in taken.values())
    return greedy([taken[i] if i in taken else " " for i in range(1, 10)], player) + 1
