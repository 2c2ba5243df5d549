"""Minimax without recursion: an explicit stack, then the boards are rated backwards."""

WAYS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def result(board):
    for a, b, c in WAYS:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return "draw" if " " not in board else None


def successors(board, turn):
    return [board[:i] + turn + board[i + 1 :] for i in range(9) if board[i] == " "]


def rate_all(root, turn):
    """Ratings of all boards after root, for X."""
    other = {"X": "O", "O": "X"}
    seen, stack = {}, [(root, turn)]
    while stack:
        board, t = stack.pop()
        if board in seen:
            continue
        seen[board] = t
        if result(board) is None:
            stack.extend((s, other[t]) for s in successors(board, t))
    ratings = {}
    for board in sorted(seen, key=lambda b: b.count(" ")):
        r = result(board)
        left = board.count(" ") + 1
        if r == "X":
            ratings[board] = left
        elif r == "O":
            ratings[board] = -left
        elif r == "draw":
            ratings[board] = 0
        else:
            values = [ratings[s] for s in successors(board, seen[board])]
            ratings[board] = max(values) if seen[board] == "X" else min(values)
    return ratings


def find_move(board, turn):
    ratings = rate_all(board, turn)
    best = None
    for i in range(9):
        if board[i] == " ":
            r = ratings[board[:i] + turn + board[i + 1 :]]
            if best is None or (r > best[0] if turn == "X" else r < best[0]):
                best = (r, i)
    return best[1]
