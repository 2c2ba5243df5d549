from functools import cache
from itertools import chain
from operator import itemgetter

# board: tuple of 9 chars, 'x' 'o' or '.'
# x always begins

START = ('.',) * 9
ROWS = tuple(tuple(range(r, r + 3)) for r in (0, 3, 6))
COLS = tuple(zip(*ROWS))
DIAGS = ((0, 4, 8), (2, 4, 6))
ALL_LINES = tuple(chain(ROWS, COLS, DIAGS))


def to_move(state):
    return 'x' if state.count('x') == state.count('o') else 'o'


def other(p):
    return {'x': 'o', 'o': 'x'}[p]


def won(state, p):
    return any(all(state[i] == p for i in line) for line in ALL_LINES)


def full(state):
    return all(c != '.' for c in state)


def terminal(state):
    return won(state, 'x') or won(state, 'o') or full(state)


def actions(state):
    return tuple(i for i, c in enumerate(state) if c == '.')


def result(state, a):
    return state[:a] + (to_move(state),) + state[a + 1:]


def utility(state):
    left = state.count('.') + 1
    return left if won(state, 'x') else -left if won(state, 'o') else 0


@cache
def value(state):
    if terminal(state):
        return utility(state)
    pick = max if to_move(state) == 'x' else min
    return pick(value(result(state, a)) for a in actions(state))


def optimal_action(state):
    pick = max if to_move(state) == 'x' else min
    scored = tuple((value(result(state, a)), a) for a in actions(state))
    return pick(scored, key=itemgetter(0))[1]


def show(state):
    return '\n'.join(' '.join(state[i] for i in row) for row in ROWS)


def ask(state):
    print(show(state))
    a = int(input('move for ' + to_move(state) + ' (0..8): '))
    return a if a in actions(state) else ask(state)


def play(state, human):
    if terminal(state):
        return state
    a = ask(state) if to_move(state) == human else optimal_action(state)
    return play(result(state, a), human)


if __name__ == '__main__':
    end = play(START, input('x or o? '))
    print(show(end))
    print(next((p + ' wins' for p in 'xo' if won(end, p)), 'draw'))
