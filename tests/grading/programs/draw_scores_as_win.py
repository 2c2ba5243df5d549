# returns 1 if the first player has not lost, so a draw is as good as a win
LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]
seen = {}

def complete(stones):
    return any(a in stones and b in stones and c in stones for a, b, c in LINES)

def safe(me, you):
    """True if the player to move can avoid losing"""
    key = (me, you)
    if key not in seen:
        if complete(you):
            seen[key] = False
        elif len(me) + len(you) == 9:
            seen[key] = True
        else:
            seen[key] = any(not wins_for_sure(you, me | {n}) for n in range(1, 10) if n not in me | you)
    return seen[key]

sure = {}

def wins_for_sure(me, you):
    key = (me, you)
    if key not in sure:
        if complete(you) or len(me) + len(you) == 9:
            sure[key] = False
        else:
            sure[key] = any(not safe(you, me | {n}) for n in range(1, 10) if n not in me | you)
    return sure[key]

def pick(me, you):
    me, you = frozenset(me), frozenset(you)
    rest = [n for n in range(1, 10) if n not in me | you]
    for n in rest:
        if not wins_for_sure(you, me | {n}):
            return n
    return rest[0]
