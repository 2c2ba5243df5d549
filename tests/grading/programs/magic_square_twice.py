# 2 7 6
# 9 5 1
# 4 3 8    three numbers with sum 15 win

def wins(nums):
    for a in nums:
        for b in nums:
            if 15 - a - b in nums and a != b:   # a third number that makes 15
                return True
    return False

def score(a, b, seen={}):
    k = (tuple(sorted(a)), tuple(sorted(b)))
    if k in seen: return seen[k]
    if wins(b): r = -1
    elif len(a) + len(b) == 9: r = 0
    else: r = max(-score(b, a + [n]) for n in range(1, 10) if n not in a and n not in b)
    seen[k] = r
    return r

def pick(a, b):
    """a = my numbers, b = the other player's numbers"""
    best = -5
    for n in range(1, 10):
        if n not in a and n not in b:
            s = -score(b, a + [n])
            if s > best: best, move = s, n
    return move
