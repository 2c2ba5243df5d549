# Oxo with a lookup table
#
# Every position is one integer: digit k (base 3) is square k, 0 = nobody,
# 1 = first player, 2 = second player. Before the game starts we work out, for
# every position you can get to, which position the player to move should make
# out of it. Playing is then just one dictionary lookup.

POW = [3 ** k for k in range(9)]
TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

outcome = {}     # code -> 1 first player wins, 2 second player wins, 0 draw
successor = {}   # code -> code after the best move


def digits(code):
    return [code // p % 3 for p in POW]


def line_owner(cells):
    for a, b, c in TRIPLES:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return 0


def fill(code):
    if code in outcome:
        return outcome[code]
    cells = digits(code)
    owner = line_owner(cells)
    empty = cells.count(0)
    if owner or not empty:
        outcome[code] = owner
        return owner
    mover = 1 if empty % 2 else 2
    wish = [mover, 0, 3 - mover]          # from best to worst
    found = {}
    for k in range(9):
        if cells[k] == 0:
            nxt = code + mover * POW[k]
            found.setdefault(fill(nxt), nxt)
    for w in wish:
        if w in found:
            outcome[code] = w
            successor[code] = found[w]
            break
    return outcome[code]


def reply(code):
    return successor[code]


def show(code):
    c = digits(code)
    for r in range(3):
        print(' '.join('.XO'[x] for x in c[3 * r:3 * r + 3]), '    ',
              ' '.join(str(3 * r + i + 1) for i in range(3)))
    print()


def game():
    me = 0
    while me not in (1, 2):
        text = input('Are you player 1 or 2? ')
        me = int(text) if text in ('1', '2') else 0
    code, mover = 0, 1
    while True:
        show(code)
        cells = digits(code)
        if line_owner(cells):
            print('You win.' if line_owner(cells) == me else 'I win.')
            break
        if 0 not in cells:
            print('Nobody wins.')
            break
        if mover == me:
            text = input('Square: ')
            if text not in list('123456789') or cells[int(text) - 1]:
                print('Not possible.')
                continue
            code += me * POW[int(text) - 1]
        else:
            code = reply(code)
        mover = 3 - mover


fill(0)

if __name__ == '__main__':
    game()
