"""Games that are not part of noughts, with only the four members that searches use."""

from dataclasses import dataclass
from functools import reduce
from operator import xor


@dataclass(frozen=True)
class Subtraction:
    """The subtraction game: take 1, 2 or 3 stones; a player who cannot move loses. Multiples of 4 are lost."""

    stones: int

    @property
    def moves(self) -> tuple[int, ...]:
        return tuple(n for n in (1, 2, 3) if n <= self.stones)

    @property
    def is_over(self) -> bool:
        return self.stones == 0

    @property
    def score(self) -> float:
        return -1

    def play(self, move: int) -> "Subtraction":
        return Subtraction(self.stones - move)


@dataclass(frozen=True)
class Nim:
    """Nim: take any number from one heap; taking the last stone wins. C. L. Bouton 1901: lost if the xor is 0."""

    heaps: tuple[int, ...]

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        return tuple((heap, take) for heap, size in enumerate(self.heaps) for take in range(1, size + 1))

    @property
    def is_over(self) -> bool:
        return not any(self.heaps)

    @property
    def score(self) -> float:
        return -1

    def play(self, move: tuple[int, int]) -> "Nim":
        heap, take = move
        return Nim((*self.heaps[:heap], self.heaps[heap] - take, *self.heaps[heap + 1 :]))

    @property
    def is_lost(self) -> bool:
        return reduce(xor, self.heaps, 0) == 0
