import copy

def complete(board, mark, horizontal_only=False):
    """the place that completes three in a row, or None"""
    for r in range(3):
        if board[r].count(mark) == 2 and board[r].count('-') == 1:
            return r, board[r].index('-')
    if horizontal_only:
        return None
    for c in range(3):
        col = [board[r][c] for r in range(3)]
        if col.count(mark) == 2 and col.count('-') == 1:
            return col.index('-'), c
    d = [board[i][i] for i in range(3)]
    if d.count(mark) == 2 and d.count('-') == 1:
        return d.index('-'), d.index('-')
    d = [board[i][2 - i] for i in range(3)]
    if d.count(mark) == 2 and d.count('-') == 1:
        return d.index('-'), 2 - d.index('-')
    return None

def computer_move(board, mark):
    opp = 'O' if mark == 'X' else 'X'
    spot = complete(board, mark)
    if spot is None:
        spot = complete(board, opp, True)
    if spot is None:
        for spot in [(1, 1), (0, 0), (2, 2), (0, 2), (2, 0), (0, 1), (1, 0), (1, 2), (2, 1)]:
            if board[spot[0]][spot[1]] == '-':
                break
    return spot
