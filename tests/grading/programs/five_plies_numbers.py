# I only look 5 moves into the future because more is too slow.
def wins(board, p):
    for i in range(0, 9, 3):
        if board[i] == board[i + 1] == board[i + 2] == p:
            return True
    for i in range(3):
        if board[i] == board[i + 3] == board[i + 6] == p:
            return True
    return board[0] == board[4] == board[8] == p or board[2] == board[4] == board[6] == p


def minimax(board, player, me, depth):
    if wins(board, me):
        return 50 + depth, -1
    if wins(board, 3 - me):
        return -50 - depth, -1
    if depth == 0 or 0 not in board:
        return 0, -1
    results = []
    for i in range(8, -1, -1):
        if board[i] == 0:
            board[i] = player
            results.append((minimax(board, 3 - player, me, depth - 1)[0], i))
            board[i] = 0
    if player == me:
        return max(results, key=lambda r: r[0])
    return min(results, key=lambda r: r[0])


def ki_zug(board, player):
    return minimax(board, player, player, 5)
