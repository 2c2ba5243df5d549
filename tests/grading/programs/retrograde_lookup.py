"""
Tic-tac-toe by retrograde analysis.
A position is a number in base 3 (cell 0 is the lowest digit):
0 empty, 1 first player, 2 second player.
"""
POW = [3 ** i for i in range(9)]
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def encode(cells):
    return sum(c * p for c, p in zip(cells, POW))


def decode(n):
    cells = []
    for _ in range(9):
        n, d = divmod(n, 3)
        cells.append(d)
    return tuple(cells)


def line_owner(cells):
    for a, b, c in WINS:
        if cells[a] != 0 and cells[a] == cells[b] and cells[a] == cells[c]:
            return cells[a]
    return 0


def side_to_move(cells):
    return 1 if cells.count(1) == cells.count(2) else 2


def build_table():
    by_stones = {k: [] for k in range(10)}
    for n in range(3 ** 9):
        cells = decode(n)
        if cells.count(1) - cells.count(2) in (0, 1):
            by_stones[9 - cells.count(0)].append(n)
    value = {}      # score for the side to move
    move = {}
    for k in range(9, -1, -1):
        for n in by_stones[k]:
            cells = decode(n)
            if line_owner(cells):
                value[n] = -100
                continue
            if k == 9:
                value[n] = 0
                continue
            s = side_to_move(cells)
            best = None
            for i in range(9):
                if cells[i] == 0:
                    v = -value[n + s * POW[i]]
                    # a win one ply further away is worth one less
                    v = v - 1 if v > 0 else v + 1 if v < 0 else 0
                    if best is None or v > best:
                        best = v
                        move[n] = i
            value[n] = best
    return value, move


VALUE, MOVE = build_table()


def lookup(cells):
    return MOVE[encode(cells)]


def ask(cells):
    while True:
        try:
            i = int(input("Your cell (1-9): ")) - 1
        except ValueError:
            continue
        if 0 <= i < 9 and cells[i] == 0:
            return i


def main():
    cells = [0] * 9
    computer = 2 if input("Do you begin (y/n)? ") == "y" else 1
    while not line_owner(cells) and 0 in cells:
        s = side_to_move(cells)
        i = lookup(cells) if s == computer else ask(cells)
        cells[i] = s
        for r in range(3):
            print("".join(".XO"[c] for c in cells[3 * r:3 * r + 3]))
        print()
    print("Result:", ["draw", "X", "O"][line_owner(cells)])


if __name__ == "__main__":
    main()
