# 1-ply: try every move and rate the board with an evaluation function
def evaluate(board, me):
    you = 'O' if me == 'X' else 'X'
    rows = board + [list(col) for col in zip(*board)]
    rows.append([board[0][0], board[1][1], board[2][2]])
    rows.append([board[0][2], board[1][1], board[2][0]])
    score = 0
    for row in rows:
        mine, yours = row.count(me), row.count(you)
        if mine == 3:
            return 1000
        if yours == 0:
            score += 10 ** mine
        if mine == 0:
            score -= 10 ** yours
    return score

def computer_turn(board, me):
    best = None
    for r in range(3):
        for c in range(3):
            if board[r][c] == '':
                board[r][c] = me
                e = evaluate(board, me)
                board[r][c] = ''
                if best is None or e > best[0]:
                    best = (e, (r, c))
    return best[1]
