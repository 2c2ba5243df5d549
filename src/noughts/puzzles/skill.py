"""How good a person is at puzzles, and how a puzzle changes that: the rating system Glicko-2.

Source: Mark E. Glickman, *Example of the Glicko-2 system*, 2022, http://www.glicko.net/glicko/glicko2.pdf. Each puzzle
is a rating period with one game against an opponent whose rating is known.
"""

from dataclasses import dataclass
from math import exp, log, sqrt

_SCALE = 173.7178  # from Glicko-2's units to the points that people see
_TAU = 0.5  # how much the volatility can change
_EXACT = 1e-6
_NEW = 200.0  # points: with 350, as on chess sites, the first mistake would cost nearly 400
_FARTHEST = 10_000.0  # points: no rating of a person or a puzzle is farther from 0
_CLEAR = 20.0  # units: with such a difference, nearly every result is as expected
_LEAST, _MOST = 45.0, 350.0  # points: a deviation below the first would make the rating stand still


@dataclass(frozen=True)
class Skill:
    """A person's rating.

    Attributes:
        rating: in the points of the puzzles' ratings.
        deviation: how uncertain the rating is. The true one is within two deviations in 95 of 100 cases.
        volatility: how much the person's results vary.
    """

    rating: float = 800.0
    deviation: float = _NEW
    volatility: float = 0.06

    @property
    def is_possible(self) -> bool:
        """Whether puzzles can lead to these numbers."""
        return abs(self.rating) <= _FARTHEST and _LEAST <= self.deviation <= _MOST and 0.001 < self.volatility < 1

    def after(self, puzzle: float, *, solved: bool) -> "Skill":
        """Return the rating after an attempt at a puzzle with this rating."""
        phi, offset = self.deviation / _SCALE, min(max((puzzle - self.rating) / _SCALE, -_CLEAR), _CLEAR)
        expected = 1 / (1 + exp(offset))
        variance = 1 / (expected * (1 - expected))
        delta = variance * (solved - expected)
        volatility = self._volatility(delta, phi, variance)
        phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
        rating = self.rating + _SCALE * phi**2 * (solved - expected)
        return Skill(rating, min(max(_SCALE * phi, _LEAST), _MOST), volatility)

    def _volatility(self, delta: float, phi: float, variance: float) -> float:
        """Return the new volatility, by step 5 of the paper."""
        a = log(self.volatility**2)

        def f(x: float) -> float:
            total = phi**2 + variance + exp(x)
            return exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / _TAU**2

        low, high = a, log(delta**2 - phi**2 - variance) if delta**2 > phi**2 + variance else a - _TAU
        while f(high) < 0 and high <= a:
            high -= _TAU
        f_low, f_high = f(low), f(high)
        while abs(high - low) > _EXACT:
            middle = low + (low - high) * f_low / (f_high - f_low)
            f_middle = f(middle)
            if f_middle * f_high <= 0:
                low, f_low = high, f_high
            else:
                f_low /= 2
            high, f_high = middle, f_middle
        return exp(low / 2)
