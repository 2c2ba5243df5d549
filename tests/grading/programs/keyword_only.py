def _won(board, mark):
    rows = [board[i : i + 3] for i in (0, 3, 6)]
    columns = [board[i::3] for i in (0, 1, 2)]
    return [mark] * 3 in rows + columns + [board[::4], board[2:7:2]]


def _search(board, *, me, you, plies):
    if _won(board, you):
        return -100
    free = [i for i, m in enumerate(board) if m == "."]
    if not free or plies == 0:
        return 0
    best = -1000
    for i in free:
        board[i] = me
        best = max(best, -_search(board, me=you, you=me, plies=plies - 1))
        board[i] = "."
    return best + 1 if best < 0 else best - 1 if best > 0 else 0


def best_move(*, board, player, plies=9):
    you = "O" if player == "X" else "X"
    found = None
    for i, m in enumerate(board):
        if m == ".":
            board[i] = player
            s = -_search(board, me=you, you=player, plies=plies)
            board[i] = "."
            if found is None or s > found[0]:
                found = s, i
    return found[1]
