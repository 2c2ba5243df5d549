# state is a stack of moves; the player to move follows from its length
WINS = [(1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(3,5,7)]

def stones(stack, k):
    return {m for i, m in enumerate(stack) if i % 2 == k}

def winner(stack):
    for k in (0, 1):
        s = stones(stack, k)
        if any(set(w) <= s for w in WINS):
            return k
    return None

cache = {}
def value(stack):
    key = (frozenset(stones(stack, 0)), frozenset(stones(stack, 1)))
    if key in cache:
        return cache[key]
    w = winner(stack)
    if w is not None:
        v = -1
    elif len(stack) == 9:
        v = 0
    else:
        v = -2
        for m in range(1, 10):
            if m not in stack:
                stack.append(m)
                v = max(v, -value(stack))
                stack.pop()
    cache[key] = v
    return v

def reply(stack):
    best, top = None, -9
    for m in range(1, 10):
        if m in stack:
            continue
        stack.append(m)
        v = -value(stack)
        stack.pop()
        if v > top:
            best, top = m, v
    return best

def draw(stack):
    for r in range(3):
        print(" ".join("XO"[stack.index(3*r+c) % 2] if 3*r+c in stack else str(3*r+c) for c in (1,2,3)))

def main():
    stack = []
    me = input("Do you want to begin? (y/n) ")
    human = 0 if me == "y" else 1
    while winner(stack) is None and len(stack) < 9:
        if len(stack) % 2 == human:
            draw(stack)
            try:
                m = int(input("Your move: "))
            except ValueError:
                continue
            if m not in range(1, 10) or m in stack:
                print("not possible")
                continue
        else:
            m = reply(stack)
            print("I play", m)
        stack.append(m)
    draw(stack)
    print("over")

if __name__ == "__main__":
    main()
