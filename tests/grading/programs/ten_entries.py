# Assignment 3 part 1: tic-tac-toe with minimax, scores +1 / -1 / 0
# a state is a list with 10 entries: 9 cells and whose turn it is

import sys

def start_state():
    return ['.'] * 9 + ['X']

def show(s):
    for r in range(3):
        print(' '.join(s[3 * r:3 * r + 3]))
    print('turn:', s[9])

def three(s, p):
    for i in range(3):
        if s[3*i] == s[3*i+1] == s[3*i+2] == p:
            return True
        if s[i] == s[i+3] == s[i+6] == p:
            return True
    if s[0] == s[4] == s[8] == p:
        return True
    if s[2] == s[4] == s[6] == p:
        return True
    return False

def terminal(s):
    return three(s, 'X') or three(s, 'O') or '.' not in s

def score(s):
    if three(s, 'X'):
        return 1
    if three(s, 'O'):
        return -1
    return 0

def children(s):
    result = []
    for i in range(9):
        if s[i] == '.':
            c = s[:]
            c[i] = s[9]
            c[9] = 'O' if s[9] == 'X' else 'X'
            result.append(c)
    return result

def Minimax(j):
    """value of state j"""
    if terminal(j):
        return score(j)
    values = [Minimax(c) for c in children(j)]
    if j[9] == 'X':
        return max(values)
    return min(values)

def BestMove(j):
    """the child of j with the best value"""
    best = None
    for c in children(j):
        v = Minimax(c)
        if best is None or (j[9] == 'X' and v > bestv) or (j[9] == 'O' and v < bestv):
            best = c
            bestv = v
    return best

def main():
    s = start_state()
    me = input('Do you want X or O? ').strip().upper()
    while not terminal(s):
        show(s)
        if s[9] == me:
            k = int(input('cell 0-8: '))
            if s[k] != '.':
                print('taken!')
                continue
            s[k] = me
            s[9] = 'O' if me == 'X' else 'X'
        else:
            s = BestMove(s)
    show(s)
    print({1: 'X wins', -1: 'O wins', 0: 'draw'}[score(s)])

if __name__ == '__main__':
    main()
