"""Compute exact move probabilities for players that use random numbers.

The player's code runs once for every possible outcome of its random draws, so the probabilities are exact.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from math import ceil
from random import Random
from typing import Any, TypeVar

from noughts.players.opponent import Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.board import Move
from noughts.rules.position import Position

_T = TypeVar("_T")

MOST_DRAWS = 20
"""The maximum number of random draws that a player may make for one move."""
MOST_WAYS = 10_000
"""The maximum number of ways in which a player's random draws for one move can turn out."""
NUMBERS = 2**64
"""The number in a `OneNumber` is less than this limit."""

_NARROWEST = 2**32  # how many numbers must remain for each outcome, so that its probability is precise


def policy_of(opponent: Opponent | str, random: Random | None = None) -> Callable[[Position], dict[Move, Fraction]]:
    """Convert a player to a policy.

    Args:
        opponent: the player, or its name as in `noughts.player`.
        random: a random number generator for the player. By default, every outcome of the player's random draws is
            followed, so the probabilities are exact. If you pass a generator, the player chooses one move per position
            and keeps it. Pass a generator for players that make too many draws, such as mcts, and for users' own
            functions.

    Raises:
        NoughtsError: no player has this name.
    """
    known = player(opponent) if isinstance(opponent, str) else opponent
    if random is None:
        return cache(partial(followed, known))
    return cache(lambda position: {known.choose(position, random).move: Fraction(1)})


def followed(opponent: Opponent, position: Position) -> dict[Move, Fraction]:
    """Return the exact probabilities of a player's moves in an unfinished position.

    If the player compares `random()` with a float, the float counts as the decimal that Python prints: 0.3 is 3/10.

    Raises:
        PlayerFault: the player makes too many random draws, or uses draws other than `choice`, `randrange`, `randint`
            and comparisons of `random()`.
    """
    chances: dict[Move, Fraction] = {}
    scripts: list[list[int]] = [[]]
    ways = 0
    while scripts:
        script = scripts.pop()
        draws = _Script(opponent.name, script)
        move = opponent.choose(position, draws).move
        chances[move] = chances.get(move, Fraction()) + draws.chance
        ways += 1
        if ways + len(scripts) > MOST_WAYS:
            raise draws.cannot_follow()
        for place in range(len(script), len(draws.taken)):
            scripts += [[*draws.taken[:place], other] for other in range(1, draws.ways[place])]
    return chances


class CannotFollow(PlayerFault):
    """Raised for a player that makes too many random draws, or draws of an unsupported kind."""


class _Draws(Random):
    """A stand-in for a random number generator whose draws have a known number of outcomes.

    Attributes:
        taken: the outcome of each draw.
    """

    def __init__(self, name: str) -> None:
        super().__init__(0)
        self._name = name
        self.taken: list[int] = []

    def fork(self, chances: Sequence[Fraction]) -> int:
        """Return the outcome of a random draw with the given probabilities."""
        if len(self.taken) >= MOST_DRAWS:
            raise self.cannot_follow()
        way = self.way(chances)
        self.taken.append(way)
        return way

    def way(self, chances: Sequence[Fraction]) -> int:
        """Choose the outcome of the next random draw."""
        raise NotImplementedError

    def cannot_follow(self) -> CannotFollow:
        """Return the error for a player whose random draws cannot be followed."""
        return CannotFollow(
            f"{self._name} makes too many or unsupported random draws: pass random numbers, as in "
            f"oracle.policy_of({self._name!r}, Random(1))"
        )

    def choice(self, seq: Sequence[_T]) -> _T:  # type: ignore[override]
        if not len(seq):
            raise IndexError("cannot choose from an empty sequence")
        return seq[self.fork([Fraction(1, len(seq))] * len(seq))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self.choice(range(start) if stop is None else range(start, stop, step))

    def random(self) -> Any:
        return _Number(self)

    def getrandbits(self, k: int, /) -> int:  # all other draws use this method
        raise self.cannot_follow()


class _Script(_Draws):
    """Random draws with a list of fixed outcomes. Once these are used up, each draw takes its first possible outcome.

    Attributes:
        ways: the number of possible outcomes of each draw.
        chance: the probability of this combination of outcomes.
    """

    def __init__(self, name: str, script: Sequence[int]) -> None:
        super().__init__(name)
        self._script = script
        self.ways: list[int] = []
        self.chance = Fraction(1)

    def way(self, chances: Sequence[Fraction]) -> int:
        place = len(self.taken)
        way = self._script[place] if place < len(self._script) else 0
        self.ways.append(len(chances))
        self.chance *= chances[way]
        return way


class OneNumber(_Draws):
    """Derives the outcomes of all draws from one random number.

    The first draw divides the range of the number in proportion to the probabilities of its outcomes. Each further draw
    divides the part that contains the number. So every number in the last part leads to the same outcomes.

    Args:
        name: the player's name.
        number: the number, which is at least 0 and below `NUMBERS`.
    """

    def __init__(self, name: str, number: int) -> None:
        super().__init__(name)
        self._number, self._low, self._high = number, Fraction(), Fraction(NUMBERS)

    @property
    def part(self) -> tuple[int, int]:
        """The range of numbers with the same outcomes: the smallest number, and one more than the largest number."""
        return ceil(self._low), ceil(self._high)

    def way(self, chances: Sequence[Fraction]) -> int:
        """Choose the outcome of the next random draw."""
        width, way = self._high - self._low, 0
        if width < _NARROWEST * len(chances):
            raise self.cannot_follow()
        while self._number >= (end := self._low + width * chances[way]):
            self._low, way = end, way + 1
        self._high = end
        return way


class _Number:
    """A random number between 0 and 1 for which only a range is known. Comparisons narrow this range."""

    def __init__(self, draws: _Draws) -> None:
        self._draws = draws
        self._low, self._high = Fraction(0), Fraction(1)

    def __lt__(self, other: float) -> bool:
        border = min(max(Fraction(repr(float(other))), self._low), self._high)
        less = (border - self._low) / (self._high - self._low)
        is_less = less == 1 or (less > 0 and self._draws.fork([less, 1 - less]) == 0)
        self._low, self._high = (self._low, border) if is_less else (border, self._high)
        return is_less

    def __ge__(self, other: float) -> bool:
        return not self < other

    __le__, __gt__ = __lt__, __ge__  # equality has probability 0

    def _cannot(self, *_: object) -> Any:
        raise self._draws.cannot_follow()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __float__ = __int__ = _cannot
