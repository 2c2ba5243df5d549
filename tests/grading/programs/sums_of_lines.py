# win / block by summing lines (1 = computer, -1 = human, 0 = free), else minimax
import random

LINES = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
         [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
         [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def line_sum(m, line):
    return sum(m[r][c] for r, c in line)


def game_over(m):
    for line in LINES:
        s = line_sum(m, line)
        if s == 3:
            return 1
        if s == -3:
            return -1
    if all(m[r][c] != 0 for r in range(3) for c in range(3)):
        return 0
    return None


def free_in_line(m, line):
    for r, c in line:
        if m[r][c] == 0:
            return (r, c)


def search(m, who, depth):
    res = game_over(m)
    if res is not None:
        return res * (10 - depth)
    vals = []
    for r in range(3):
        for c in range(3):
            if m[r][c] == 0:
                m[r][c] = who
                vals.append(search(m, -who, depth + 1))
                m[r][c] = 0
    return max(vals) if who == 1 else min(vals)


def computer_move(m):
    # first see if somebody has two in a line
    for line in LINES:
        s = line_sum(m, line)
        if s == 2 or s == -2:
            return free_in_line(m, line)
    # otherwise think
    best, move = -100, None
    for r in range(3):
        for c in range(3):
            if m[r][c] == 0:
                m[r][c] = 1
                v = search(m, -1, 1)
                m[r][c] = 0
                if v > best:
                    best, move = v, (r, c)
    return move


def easy_move(m):
    return random.choice([(r, c) for r in range(3) for c in range(3) if m[r][c] == 0])


def print_matrix(m):
    for row in m:
        print(*[{1: 'C', -1: 'H', 0: '.'}[v] for v in row])


if __name__ == '__main__':
    m = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    hard = input('hard? ') == 'y'
    turn = -1
    while game_over(m) is None:
        print_matrix(m)
        if turn == -1:
            r = int(input('row 1-3: ')) - 1
            c = int(input('col 1-3: ')) - 1
        else:
            r, c = computer_move(m) if hard else easy_move(m)
        m[r][c] = turn
        turn = -turn
    print_matrix(m)
    print(game_over(m))
