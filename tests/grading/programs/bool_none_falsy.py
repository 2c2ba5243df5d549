# True is X, False is O, None is empty
W = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
def win(b, p): return any(b[x] is p and b[y] is p and b[z] is p for x,y,z in W)
def empties(b): return [i for i in range(9) if b[i] is None]
def mm(b, p, me):
    if win(b, me): return 1
    if win(b, not me): return -1
    e = empties(b)
    if not e: return 0
    r = [mm(b[:i]+[p]+b[i+1:], not p, me) for i in e]
    return max(r) if p is me else min(r)
def play(b, me):
    # take a win or the centre quickly, it saves time
    if not b[4]: return 4
    for i in empties(b):
        if win(b[:i]+[me]+b[i+1:], me): return i
    return max(empties(b), key=lambda i: mm(b[:i]+[me]+b[i+1:], not me, me))
