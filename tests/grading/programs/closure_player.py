def make_player(mark):
    """Return a function from boards to squares, for a player with this mark."""
    other = "O" if mark == "X" else "X"
    ways = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    memory = {}

    def three(board, m):
        return any(board[a] == board[b] == board[c] == m for a, b, c in ways)

    def rate(board, turn):
        key = "".join(board)
        if key not in memory:
            free = [i for i in range(9) if board[i] == " "]
            if three(board, mark):
                memory[key] = len(free) + 1
            elif three(board, other):
                memory[key] = -len(free) - 1
            elif not free:
                memory[key] = 0
            else:
                rates = [rate(board[:i] + [turn] + board[i + 1 :], other if turn == mark else mark) for i in free]
                memory[key] = max(rates) if turn == mark else min(rates)
        return memory[key]

    def player(board):
        free = [i for i in range(9) if board[i] == " "]
        return max(free, key=lambda i: rate(board[:i] + [mark] + board[i + 1 :], other))

    return player
