def three_in_a_row(board, mark):
    for row in board:
        if row == [mark, mark, mark]:
            return True
    for c in range(3):
        if [board[0][c], board[1][c], board[2][c]] == [mark] * 3:
            return True
    return [board[0][0], board[1][1], board[2][2]] == [mark] * 3 or [board[0][2], board[1][1], board[2][0]] == [mark] * 3


def rate(board, me, mark, cache):
    key = str(board)
    if key in cache:
        return cache[key]
    other = "O" if mark == "X" else "X"
    if three_in_a_row(board, me):
        return 1
    best = None
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = mark
                v = rate(board, me, other, cache)
                board[r][c] = " "
                if best is None or (v > best if mark == me else v < best):
                    best = v
    if three_in_a_row(board, "O" if me == "X" else "X") or best is None:
        best = -1  # not won
    cache[key] = best
    return best


def get_best_move(board, player):
    other = "O" if player == "X" else "X"
    best_score, best_rc = -5, None
    cache = {}
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = player
                score = rate(board, player, other, cache)
                board[r][c] = " "
                if score > best_score:
                    best_score, best_rc = score, [r, c]
    return best_rc
