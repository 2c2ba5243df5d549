from brain import LINES, won


seen = {}


def minimax(board, depth, is_max):
    key = str(board), depth, is_max
    if key not in seen:
        seen[key] = score(board, depth, is_max)
    return seen[key]


def score(board, depth, is_max):
    cells = "".join(sum(board, []))
    if won(cells, "X"):
        return 10 - depth
    if won(cells, "O"):
        return depth - 10
    if " " not in cells:
        return 0
    values = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = "X" if is_max else "O"
                values.append(minimax(board, depth + 1, not is_max))
                board[r][c] = " "
    return max(values) if is_max else min(values)


def best_move(board, player):
    best = None
    for r in range(3):
        for c in range(3):
            if board[r][c] == " ":
                board[r][c] = player
                v = minimax(board, 0, player == "O") * (1 if player == "X" else -1)
                board[r][c] = " "
                if best is None or v > best[0]:
                    best = v, (r, c)
    return best[1]
