# Exercise sheet 5.  The states are numbered: j is the number of a state.
# states[j] is the board, children[j] the numbers of its children.

states = []
number = {}
children = []
value = []


def line(b):
    for x, y, z in [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]:
        if b[x] != 0 and b[x] == b[y] == b[z]:
            return b[x]
    return 0


def to_move(b):
    return 1 if b.count(1) == b.count(2) else 2


def add(b):
    """number of state b, adds it and everything below"""
    if b in number:
        return number[b]
    j = len(states)
    number[b] = j
    states.append(b)
    children.append([])
    value.append(None)
    if line(b) == 0:
        for i in range(9):
            if b[i] == 0:
                c = b[:i] + (to_move(b),) + b[i+1:]
                children[j].append(add(c))
    return j


def score(j):
    b = states[j]
    depth = 9 - b.count(0)
    if line(b) == 1:
        return 10 - depth
    if line(b) == 2:
        return -(10 - depth)
    return 0


def Minimax(j):
    if value[j] is None:
        if not children[j]:
            value[j] = score(j)
        elif to_move(states[j]) == 1:
            value[j] = max(Minimax(k) for k in children[j])
        else:
            value[j] = min(Minimax(k) for k in children[j])
    return value[j]


def BestMove(j):
    best = children[j][0]
    for k in children[j]:
        if to_move(states[j]) == 1:
            if Minimax(k) > Minimax(best):
                best = k
        else:
            if Minimax(k) < Minimax(best):
                best = k
    return best


def show(j):
    for r in range(3):
        print(' '.join('.XO'[v] for v in states[j][3*r:3*r+3]))
    print()


start = add((0,) * 9)
print(len(states), 'states, value of the start:', Minimax(start))


def main():
    j = start
    human = int(input('1 = you begin, 2 = computer begins: '))
    while children[j]:
        show(j)
        if to_move(states[j]) == human:
            k = int(input('field 0..8: '))
            b = states[j]
            if b[k] == 0:
                j = number[b[:k] + (human,) + b[k+1:]]
        else:
            j = BestMove(j)
    show(j)


if __name__ == '__main__':
    main()
