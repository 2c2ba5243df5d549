"""A brute-force solver of the Maker-Breaker game, which the tests compare the kernel with."""

from random import Random
from typing import NamedTuple

from noughts import mnk
from noughts.rules.board import Cells


class MakerBreakerPosition(NamedTuple):
    """The stones of both sides, and whether Maker is to move."""

    maker: Cells
    breaker: Cells
    maker_to_move: bool


class BruteForce:
    """Solves the Maker-Breaker game on one board by trying every move and remembering positions."""

    def __init__(self, columns: int, rows: int, length: int) -> None:
        self.lines = mnk(columns, rows, length).lines
        self.full = (1 << columns * rows) - 1
        self._known: dict[MakerBreakerPosition, bool] = {}

    def maker_wins(self, position: MakerBreakerPosition) -> bool:
        """Return whether Maker has a line or can force one."""
        if position not in self._known:
            self._known[position] = self._search(position)
        return self._known[position]

    def _search(self, position: MakerBreakerPosition) -> bool:
        maker, breaker, maker_to_move = position
        if any(line & ~maker == 0 for line in self.lines):
            return True
        empty = self.full & ~maker & ~breaker
        cells = [1 << cell for cell in range(empty.bit_length()) if empty >> cell & 1]
        if maker_to_move:
            return any(self.maker_wins(MakerBreakerPosition(maker | cell, breaker, False)) for cell in cells)
        return bool(cells) and all(self.maker_wins(MakerBreakerPosition(maker, breaker | cell, True)) for cell in cells)


def random_position(random: Random, cells: int, max_empty: int) -> MakerBreakerPosition:
    """Return a position with random stones and at most `max_empty` empty cells."""
    empty = random.sample(range(cells), min(cells, random.randint(0, max_empty)))
    maker = random.getrandbits(cells)
    left = sum(1 << cell for cell in empty)
    full = (1 << cells) - 1
    return MakerBreakerPosition(maker & ~left, full & ~maker & ~left, random.random() < 0.5)
