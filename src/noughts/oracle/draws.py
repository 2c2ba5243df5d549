"""Players of noughts as policies: a player draws random numbers, and every way that its draws can fall is followed.

The player's own code runs once for each way, so that what comes out are its exact probabilities, and no estimate.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any, TypeVar

from noughts.players.opponent import Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.board import Move
from noughts.rules.position import Position

_T = TypeVar("_T")

MOST_DRAWS = 20
"""How many draws a player may make for one move."""
MOST_WAYS = 10_000
"""In how many ways these may fall."""


def policy_of(opponent: Opponent | str, random: Random | None = None) -> Callable[[Position], dict[Move, Fraction]]:
    """Return a player of noughts as a policy.

    Args:
        opponent: the player, or its name as in `noughts.player`.
        random: without random numbers all draws of the player are followed, and its probabilities are exact. With
            them it is asked for one move, which is its answer whenever the position comes up again. That is for
            players such as mcts, which draw too often, and guests, which draw in their own way.

    Raises:
        NoughtsError: the name is no player's.
    """
    known = player(opponent) if isinstance(opponent, str) else opponent
    if random is None:
        return cache(partial(followed, known))
    return cache(lambda position: {known.choose(position, random).move: Fraction(1)})


def followed(opponent: Opponent, position: Position) -> dict[Move, Fraction]:
    """Return the exact probabilities of a player's moves in an unfinished position.

    A float that the player compares a draw with is taken for the decimal that Python prints: 0.3 is 3/10.

    Raises:
        PlayerFault: it draws too often, or not by `choice`, `randrange`, `randint`, or comparing `random()`.
    """
    found: dict[Move, Fraction] = {}
    scripts: list[list[int]] = [[]]
    ways = 0
    while scripts:
        script = scripts.pop()
        draws = _Draws(opponent.name, script)
        move = opponent.choose(position, draws).move
        found[move] = found.get(move, Fraction()) + draws.chance
        ways += 1
        if ways + len(scripts) > MOST_WAYS:
            raise draws.cannot_follow()
        for place in range(len(script), len(draws.taken)):
            scripts += [[*draws.taken[:place], other] for other in range(1, draws.ways[place])]
    return found


class _Draws(Random):
    """Random numbers that fall as a script says, and then the first way; they note how many ways there were.

    Attributes:
        taken: which way each draw fell.
        ways: how many ways there were.
        chance: how likely it is that all fall so.
    """

    def __init__(self, name: str, script: Sequence[int]) -> None:
        super().__init__(0)
        self._name, self._script = name, script
        self.taken: list[int] = []
        self.ways: list[int] = []
        self.chance = Fraction(1)

    def fork(self, chances: Sequence[Fraction]) -> int:
        """Return which of several ways a draw falls."""
        place = len(self.taken)
        if place >= MOST_DRAWS:
            raise self.cannot_follow()
        way = self._script[place] if place < len(self._script) else 0
        self.taken.append(way)
        self.ways.append(len(chances))
        self.chance *= chances[way]
        return way

    def cannot_follow(self) -> PlayerFault:
        """Return the error of a player whose draws are too many, or of another kind."""
        return PlayerFault(
            f"the draws of {self._name} cannot all be followed: give it random numbers, as in "
            f"oracle.policy_of({self._name!r}, Random(1))"
        )

    def choice(self, seq: Sequence[_T]) -> _T:  # type: ignore[override]
        if not len(seq):
            raise IndexError("there is nothing to choose from")
        return seq[self.fork([Fraction(1, len(seq))] * len(seq))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self.choice(range(start) if stop is None else range(start, stop, step))

    def random(self) -> Any:
        return _Number(self)

    def getrandbits(self, k: int, /) -> int:  # what all other draws are made of
        raise self.cannot_follow()


class _Number:
    """A number between 0 and 1 of which no more is known than what it was found to be less than or not."""

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

    __le__, __gt__ = __lt__, __ge__  # that it is equal has no probability

    def _cannot(self, *_: object) -> Any:
        raise self._draws.cannot_follow()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __float__ = __int__ = _cannot
