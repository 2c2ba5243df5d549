from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Cell(IntEnum):
    EMPTY = 0
    CROSS = 1
    NOUGHT = 2

    @property
    def opponent(self) -> Cell:
        return Cell.NOUGHT if self is Cell.CROSS else Cell.CROSS


Grid = list[list[Cell]]


@dataclass(frozen=True)
class Move:
    row: int
    col: int


def free(grid: Grid) -> list[Move]:
    return [Move(r, c) for r in range(3) for c in range(3) if grid[r][c] is Cell.EMPTY]


def lines(grid: Grid):
    yield from grid
    yield from zip(*grid)
    yield [grid[i][i] for i in range(3)]
    yield [grid[i][2 - i] for i in range(3)]


def has_won(grid: Grid, who: Cell) -> bool:
    return any(all(cell is who for cell in line) for line in lines(grid))


class Minimax:
    def __init__(self, me: Cell) -> None:
        self.me = me
        self.table: dict[str, int] = {}

    def value(self, grid: Grid, to_move: Cell) -> int:
        key = "".join(str(int(cell)) for row in grid for cell in row)
        if key not in self.table:
            self.table[key] = self.compute(grid, to_move)
        return self.table[key]

    def compute(self, grid: Grid, to_move: Cell) -> int:
        moves = free(grid)
        if has_won(grid, self.me):
            return 1 + len(moves)
        if has_won(grid, self.me.opponent):
            return -1 - len(moves)
        if not moves:
            return 0
        values = []
        for move in moves:
            grid[move.row][move.col] = to_move
            values.append(self.value(grid, to_move.opponent))
            grid[move.row][move.col] = Cell.EMPTY
        return max(values) if to_move is self.me else min(values)


def best_move(grid: Grid, me: Cell) -> Move:
    brain = Minimax(me)
    scored = []
    for move in free(grid):
        grid[move.row][move.col] = me
        scored.append((brain.value(grid, me.opponent), move))
        grid[move.row][move.col] = Cell.EMPTY
    return max(scored, key=lambda pair: pair[0])[1]
