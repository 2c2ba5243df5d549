# True = X, False = O, None = empty
def won(b, p):
    return any(b[i] is p and b[j] is p and b[k] is p for i,j,k in ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)))
def val(b, p):
    if won(b, not p): return -1 - b.count(None)
    if None not in b: return 0
    return max(-val(b[:i] + [p] + b[i+1:], not p) for i in range(9) if b[i] is None)
def best(b, p):
    return max([i for i in range(9) if b[i] is None], key=lambda i: -val(b[:i] + [p] + b[i+1:], not p))
