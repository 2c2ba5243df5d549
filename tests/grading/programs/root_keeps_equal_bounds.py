# minimax with alpha beta pruning, X maximizes and O minimizes

def winner(b):
    for (i, j, k) in [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]:
        if b[i] != '-' and b[i] == b[j] == b[k]:
            return b[i]

def alphabeta(b, turn, alpha, beta):
    w = winner(b)
    if w == 'X': return 1
    if w == 'O': return -1
    if '-' not in b: return 0
    for i in range(9):
        if b[i] == '-':
            b[i] = turn
            v = alphabeta(b, 'O' if turn == 'X' else 'X', alpha, beta)
            b[i] = '-'
            if turn == 'X':
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
    return alpha if turn == 'X' else beta

def choose_move(b, turn):
    alpha, beta = -2, 2
    move = None
    for i in range(9):
        if b[i] == '-':
            b[i] = turn
            v = alphabeta(b, 'O' if turn == 'X' else 'X', alpha, beta)
            b[i] = '-'
            if turn == 'X' and v >= alpha:
                alpha, move = v, i
            if turn == 'O' and v <= beta:
                beta, move = v, i
    return move
