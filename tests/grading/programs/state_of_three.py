"""Tic-tac-toe, last part: alpha-beta.
A state is a tuple (cells, turn, stones)."""
import time

X, O, E = 'X', 'O', '.'
START = ((E,) * 9, X, 0)


def winner(cells):
    lines = [cells[0:3], cells[3:6], cells[6:9], cells[0::3], cells[1::3], cells[2::3], cells[0::4], cells[2:7:2]]
    if (X, X, X) in lines:
        return X
    if (O, O, O) in lines:
        return O
    return None


def legal_moves(state):
    cells, turn, stones = state
    moves = []
    i = 0
    while i < len(cells) - 1:
        if cells[i] == E:
            moves.append(i)
        i += 1
    return moves


def result(state, i):
    cells, turn, stones = state
    return (cells[:i] + (turn,) + cells[i + 1:], O if turn == X else X, stones + 1)


def AlphaBeta(state, alpha, beta):
    cells, turn, stones = state
    w = winner(cells)
    if w == X:
        return 10 - stones
    if w == O:
        return -(10 - stones)
    moves = legal_moves(state)
    if stones == 9 or not moves:
        return 0
    if turn == X:
        best = -99
        for m in moves:
            best = max(best, AlphaBeta(result(state, m), alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = 99
        for m in moves:
            best = min(best, AlphaBeta(result(state, m), alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best


def BestMove(state):
    """returns (move, value)"""
    best = (None, -99 if state[1] == X else 99)
    for m in legal_moves(state):
        v = AlphaBeta(result(state, m), -99, 99)
        if state[1] == X and v > best[1] or state[1] == O and v < best[1]:
            best = (m, v)
    return best


def show(state):
    c = state[0]
    print('\n'.join(' '.join(c[k:k + 3]) for k in (0, 3, 6)), '\n')


def main():
    names = {X: input('Who plays X? '), O: input('Who plays O? ')}
    state = START
    while winner(state[0]) is None and state[2] < 9:
        show(state)
        t0 = time.time()
        move, v = BestMove(state)
        print('recommended: %s (value %s, evaluated in %.3f s)' % (move, v, time.time() - t0))
        i = int(input(names[state[1]] + ': '))
        if state[0][i] == E:
            state = result(state, i)
    show(state)
    print('winner:', names.get(winner(state[0]), 'nobody'))


if __name__ == '__main__':
    main()
