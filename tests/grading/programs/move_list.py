"""The board is simply the list of moves played so far: [4, 0, 8] means X in 4, O in 0, X in 8."""

wins = ["012", "345", "678", "036", "147", "258", "048", "246"]


def has_won(stones):
    return any(all(int(d) in stones for d in w) for w in wins)


def negamax(moves):
    if has_won(moves[-1::-2]):
        return -(10 - len(moves))
    if len(moves) == 9:
        return 0
    return max(-negamax(moves + [m]) for m in range(9) if m not in moves)


def next_move(moves):
    candidates = [m for m in range(9) if m not in moves]
    scores = {m: -negamax(moves + [m]) for m in candidates}
    return max(scores, key=scores.get)
