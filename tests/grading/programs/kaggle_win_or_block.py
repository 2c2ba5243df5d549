import random


def agent(obs, config):
    size = config["columns"]
    board, me = obs["board"], obs["mark"]
    grid = [board[i * size : (i + 1) * size] for i in range(config["rows"])]
    free = [i for i, v in enumerate(board) if v == 0]

    def wins(i, mark):
        r, c = divmod(i, size)
        g = [row[:] for row in grid]
        g[r][c] = mark
        return (
            all(v == mark for v in g[r])
            or all(row[c] == mark for row in g)
            or all(g[k][k] == mark for k in range(size))
            or all(g[k][size - 1 - k] == mark for k in range(size))
        )

    for mark in (me, 3 - me):
        for i in free:
            if wins(i, mark):
                return i
    random.seed(sum(board))
    return random.choice(free)
