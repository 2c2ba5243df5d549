"""What the variants beside this file have in common: players of different strength, for nine cells 'X', 'O' or ' '."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
seen = {}


def won(cells, mark, lines=LINES):
    return any(cells[a] == cells[b] == cells[c] == mark for a, b, c in lines)


def other(mark):
    return "O" if mark == "X" else "X"


def free(cells):
    return [i for i in range(9) if cells[i] == " "]


def put(cells, i, mark):
    return cells[:i] + mark + cells[i + 1 :]


def value(cells, mark, late, lines):
    """The value for `mark`, who is to move."""
    key = cells, mark, late, lines is LINES
    if key not in seen:
        empty = free(cells)
        if won(cells, other(mark), lines):
            seen[key] = -1 - late * len(empty)
        elif not empty:
            seen[key] = 0
        else:
            seen[key] = max(-value(put(cells, i, mark), other(mark), late, lines) for i in empty)
    return seen[key]


def best(cells, mark, late=1, lines=LINES):
    cells = "".join(cells)
    return max(free(cells), key=lambda i: -value(put(cells, i, mark), other(mark), late, lines))


def perfect(cells, mark):
    return best(cells, mark)


def lazy(cells, mark):
    """Minimax with scores of +1 and -1."""
    return best(cells, mark, late=0)


def no_diagonal(cells, mark):
    """Minimax that has forgotten a diagonal."""
    return best(cells, mark, lines=LINES[:-1])


def greedy(cells, mark):
    """Win, block, or take the first free cell."""
    cells = "".join(cells)
    for stone in (mark, other(mark)):
        for i in free(cells):
            if won(put(cells, i, stone), stone):
                return i
    return free(cells)[0]


def first(cells, mark):
    return free(cells)[0]


def turn_of(cells):
    return "X" if sum(c == "X" for c in cells) == sum(c == "O" for c in cells) else "O"
