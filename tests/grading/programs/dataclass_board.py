from dataclasses import dataclass, field, replace
from functools import cached_property


@dataclass(frozen=True)
class Board:
    cells: str = "." * 9
    to_move: str = "X"

    @cached_property
    def winner(self) -> str | None:
        for line in (self.cells[:3], self.cells[3:6], self.cells[6:], self.cells[::3], self.cells[1::3],
                     self.cells[2::3], self.cells[::4], self.cells[2:8:2]):
            if line in ("XXX", "OOO"):
                return line[0]
        return None

    @property
    def free(self) -> list[int]:
        return [] if self.winner else [i for i, c in enumerate(self.cells) if c == "."]

    def play(self, i: int) -> "Board":
        cells = self.cells[:i] + self.to_move + self.cells[i + 1 :]
        return replace(self, cells=cells, to_move="O" if self.to_move == "X" else "X")


@dataclass
class Engine:
    nodes: int = 0
    table: dict[Board, int] = field(default_factory=dict)

    def search(self, board: Board) -> int:
        self.nodes += 1
        if board not in self.table:
            if board.winner:
                self.table[board] = -(1 + board.cells.count("."))
            else:
                self.table[board] = max((-self.search(board.play(i)) for i in board.free), default=0)
        return self.table[board]

    def choose(self, board: Board) -> int:
        return max(board.free, key=lambda i: -self.search(board.play(i)))


ENGINE = Engine()


def best(board: Board) -> int:
    return ENGINE.choose(board)
