"""Exact move probabilities of a player: its code runs once for every possible outcome of its random draws."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from noughts import Choice, Position

_T = TypeVar("_T")


class Scripted(Random):
    """Random numbers that follow a script of outcomes, and record the probabilities of each draw.

    `random` has two outcomes: a number just above 0 with probability `chance`, and a number just below 1.
    """

    def __init__(self, script: Sequence[int], chance: float) -> None:
        super().__init__(0)
        self._script, self._chance = list(script), chance
        self.draws: list[list[float]] = []
        self.taken: list[int] = []

    def _draw(self, weights: list[float]) -> int:
        taken = self._script[len(self.draws)] if len(self.draws) < len(self._script) else 0
        self.draws.append(weights)
        self.taken.append(taken)
        return taken

    def choice(self, seq: Sequence[_T]) -> _T:  # type: ignore[override]
        return seq[self._draw([1 / len(seq)] * len(seq))]

    def random(self) -> float:
        return [1e-9, 1 - 1e-9][self._draw([self._chance, 1 - self._chance])]


def all_choices(
    choose: Callable[[Position, Random], Choice], position: Position, chance: float = 0.5
) -> Iterator[tuple[Choice, float]]:
    """Yield every choice that a player can make, with its probability. Several choices can have the same move."""
    scripts: list[list[int]] = [[]]
    while scripts:
        random = Scripted(scripts.pop(), chance)
        known = len(random._script)
        choice, probability = choose(position, random), 1.0
        for weights, taken in zip(random.draws, random.taken, strict=True):
            probability *= weights[taken]
        yield choice, probability
        for draw in range(known, len(random.draws)):
            scripts += [[*random.taken[:draw], other] for other in range(1, len(random.draws[draw]))]


def chances(choose: Callable[[Position, Random], Choice], position: Position, chance: float = 0.5) -> dict[int, float]:
    """Return the moves that a player can make in a position, with their probabilities."""
    totals: dict[int, float] = {}
    for choice, probability in all_choices(choose, position, chance):
        totals[choice.move] = totals.get(choice.move, 0) + probability
    return {move: probability for move, probability in totals.items() if probability}
