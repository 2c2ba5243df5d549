# board = one integer in base 3:  digit i (0..8) is 0 empty, 1 X, 2 O

POW3 = [3 ** i for i in range(9)]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

table = {}


def digit(code, i):
    return code // POW3[i] % 3


def decode(code):
    return [digit(code, i) for i in range(9)]


def encode(cells):
    return sum(d * p for d, p in zip(cells, POW3))


def side_to_move(code):
    cells = decode(code)
    return 1 if cells.count(1) == cells.count(2) else 2


def has_line(code, who):
    return any(all(digit(code, i) == who for i in line) for line in LINES)


def children(code):
    who = side_to_move(code)
    return [(i, code + who * POW3[i]) for i in range(9) if digit(code, i) == 0]


def solve(code, alpha, beta):
    """negamax with a transposition table"""
    if code in table:
        return table[code]
    who = side_to_move(code)
    kids = children(code)
    if has_line(code, 3 - who):
        return -(len(kids) + 1)
    if not kids:
        return 0
    best = -99
    for _, kid in kids:
        v = -solve(kid, -beta, -alpha)
        if v > best:
            best = v
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    table[code] = best
    return best


def best_square(code):
    table.clear()
    alpha = -99
    answer = None
    for i, kid in children(code):
        v = -solve(kid, -99, -alpha)
        if answer is None or v > alpha:
            alpha = v
            answer = i
    return answer


def to_text(code):
    s = "".join(".XO"[d] for d in decode(code))
    return s[0:3] + "\n" + s[3:6] + "\n" + s[6:9]


def finished(code):
    return has_line(code, 1) or has_line(code, 2) or 0 not in decode(code)


def game():
    code = 0
    me = int(input("1 = you are X, 2 = you are O: "))
    while not finished(code):
        print(to_text(code))
        if side_to_move(code) == me:
            i = int(input("square 0-8: "))
            if digit(code, i) != 0:
                print("occupied")
                continue
        else:
            i = best_square(code)
            print("computer:", i)
        code += side_to_move(code) * POW3[i]
    print(to_text(code))
    if has_line(code, me):
        print("you win")
    elif has_line(code, 3 - me):
        print("computer wins")
    else:
        print("draw")


if __name__ == "__main__":
    game()
