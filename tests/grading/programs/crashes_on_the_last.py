import statistics

BOARD_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
cache = {}


def val(cells, me, you):
    k = cells + me
    if k not in cache:
        if any(cells[a] == cells[b] == cells[c] == you for a, b, c in BOARD_LINES):
            cache[k] = -1 - cells.count("_")
        elif "_" not in cells:
            cache[k] = 0
        else:
            cache[k] = max(-val(cells[:i] + me + cells[i + 1 :], you, me) for i in range(9) if cells[i] == "_")
    return cache[k]


def ai(cells, me):
    you = "O" if me == "X" else "X"
    scores = {i: -val(cells[:i] + me + cells[i + 1 :], you, me) for i in range(9) if cells[i] == "_"}
    spread = statistics.stdev(scores.values())  # how much is at stake
    print(f"at stake: {spread:.2f}")
    return max(scores, key=scores.get)
