from typing import Iterator, NamedTuple


class Move(NamedTuple):
    score: int
    row: int
    column: int


def free(grid) -> Iterator[tuple[int, int]]:
    for r, row in enumerate(grid):
        for c, cell in enumerate(row):
            if cell == ".":
                yield r, c


def put(grid, r, c, mark):
    return tuple(row[:c] + mark + row[c + 1 :] if i == r else row for i, row in enumerate(grid))


def lines(grid):
    yield from grid
    yield from map("".join, zip(*grid))
    yield "".join(grid[i][i] for i in range(3))
    yield "".join(grid[i][2 - i] for i in range(3))


def moves(grid, mark, other) -> Iterator[Move]:
    for r, c in free(grid):
        yield Move(-value(put(grid, r, c, mark), other, mark), r, c)


_values = {}


def value(grid, mark, other):
    if grid not in _values:
        if other * 3 in lines(grid):
            _values[grid] = -1 - sum(1 for _ in free(grid))
        else:
            _values[grid] = max((m.score for m in moves(grid, mark, other)), default=0)
    return _values[grid]


def best_move(grid, mark):
    """grid: three strings such as ("x.o", ".x.", "..o")"""
    other = "o" if mark == "x" else "x"
    return max(moves(tuple(grid), mark, other), key=lambda m: m.score)
