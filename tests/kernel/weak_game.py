"""The weak game by brute force, from the lines of `noughts.rules` alone: what the kernel is held against."""

from random import Random
from typing import NamedTuple

from noughts import mnk
from noughts.rules.board import Cells


class WeakPosition(NamedTuple):
    """The stones of both, and whose move it is."""

    maker: Cells
    breaker: Cells
    maker_to_move: bool


class BruteForce:
    """Who wins the weak game on one board: every move is tried, and nothing is clever but the memory."""

    def __init__(self, columns: int, rows: int, length: int) -> None:
        self.lines = mnk(columns, rows, length).lines
        self.full = (1 << columns * rows) - 1
        self._known: dict[WeakPosition, bool] = {}

    def maker_wins(self, position: WeakPosition) -> bool:
        """Whether Maker gets a line, or has one."""
        if position not in self._known:
            self._known[position] = self._look(position)
        return self._known[position]

    def _look(self, position: WeakPosition) -> bool:
        maker, breaker, maker_to_move = position
        if any(line & ~maker == 0 for line in self.lines):
            return True
        empty = self.full & ~maker & ~breaker
        cells = [1 << cell for cell in range(empty.bit_length()) if empty >> cell & 1]
        if maker_to_move:
            return any(self.maker_wins(WeakPosition(maker | cell, breaker, False)) for cell in cells)
        return bool(cells) and all(self.maker_wins(WeakPosition(maker, breaker | cell, True)) for cell in cells)


def random_position(random: Random, cells: int, most_empty: int) -> WeakPosition:
    """Stones thrown onto a board of so many cells, at most so many of which stay empty."""
    empty = random.sample(range(cells), min(cells, random.randint(0, most_empty)))
    maker = random.getrandbits(cells)
    left = sum(1 << cell for cell in empty)
    full = (1 << cells) - 1
    return WeakPosition(maker & ~left, full & ~maker & ~left, random.random() < 0.5)
