"""Minimax on the real board, because copying is slow."""
WINS = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
        ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
        ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]


def won(grid, who):
    return any(all(grid[r][c] == who for r, c in w) for w in WINS)


def explore(grid, who, me):
    enemy = "O" if me == "X" else "X"
    if won(grid, me):
        return 1
    if won(grid, enemy):
        return -1
    outcomes = []
    for r in range(3):
        for c in range(3):
            if grid[r][c] == "_":
                grid[r][c] = who
                outcomes.append(explore(grid, enemy if who == me else me, me))
                if outcomes[-1] != 1:
                    grid[r][c] = "_"  # a winning line stays on the board for the replay
    if not outcomes:
        return 0
    return max(outcomes) if who == me else min(outcomes)


def select(grid, me):
    enemy = "O" if me == "X" else "X"
    best, answer = -2, None
    for r in range(3):
        for c in range(3):
            if grid[r][c] == "_":
                grid[r][c] = me
                outcome = explore(grid, enemy, me)
                grid[r][c] = "_"
                if outcome > best:
                    best, answer = outcome, (r, c)
    return answer
